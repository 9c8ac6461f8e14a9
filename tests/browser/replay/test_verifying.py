"""Verifying dice in the browser from what is published alone: true ones, and forged ones."""

import hashlib
import hmac
import random
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from backgammon import ClockRules, Rules
from tests.browser.board.hands import part
from tests.matches.documents import a_document, places
from tests.matches.test_verify import FORGERIES, forged_die, forged_secret

CLOCK = ClockRules(delay_ms=2_000, reserve_ms=400_000)


@pytest.fixture
def document() -> dict[str, Any]:
    """A match to five points."""
    return a_document(Rules.match(5, clock=CLOCK), seed=4)


def verified(page: Page) -> str:
    """Presses the button; the sentence that follows."""
    page.get_by_role("button", name="Verify the dice").click()
    expect(part(page, "verdict")).to_be_visible()
    return part(page, "verdict").inner_text()


def marks(page: Page, name: str) -> int:
    """The lines marked like this."""
    return page.get_by_role("img", name=name).count()


def test_every_roll_of_a_true_match_is_marked_as_verified(open_replay, document) -> None:
    page = open_replay(document)
    rolls = len(places(document, "rolled")) + len(places(document, "opening_rolled"))
    assert verified(page) == (
        "Verified in your browser: the secret has the fingerprint that was shown before the first "
        f"roll, and all {rolls} rolls follow from it."
    )
    assert (marks(page, "verified"), marks(page, "does not follow from the secret")) == (rolls, 0)
    page.keyboard.press("End")
    expect(part(page, "this-roll")).to_contain_text("of the secret stream give")


def test_it_works_without_the_cryptography_of_the_browser(open_replay, page, document) -> None:
    """On plain http, as in a club's own network, there is no crypto.subtle; here it is gone."""
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { get: () => undefined })")
    open_replay(document)
    assert verified(page).startswith("Verified in your browser")


def test_a_forged_roll_is_marked_and_named(open_replay, document) -> None:
    forged = deepcopy(document)
    forged_die(forged)
    page = open_replay(document, published=forged)
    sentence = verified(page)
    shown = "-".join(map(str, forged["events"][places(forged, "rolled")[3]]["dice"]))
    assert sentence.startswith("Not verified: roll ")
    assert f" shows {shown}, but the secret gives " in sentence
    assert marks(page, "does not follow from the secret") == 1


def test_another_secret_is_named_first(open_replay, document) -> None:
    forged = deepcopy(document)
    forged_secret(forged)
    page = open_replay(document, published=forged)
    assert verified(page) == (
        "Not verified: the secret does not have the fingerprint"
        " that was shown before the first roll."
    )


def test_no_forgery_passes_in_the_browser_either(open_replay, document) -> None:
    page = open_replay(document)
    for forge in FORGERIES:
        forged = deepcopy(document)
        forge(forged)
        assert not proves(page, forged), forge.__name__
    assert proves(page, document)


def proves(page: Page, published: dict[str, Any]) -> bool:
    """Whether the browser finds that everything belongs together; what it cannot read, does not."""
    found = page.evaluate(
        """async (published) => {
            const { Film } = await import("/static/js/replay/film.js");
            const { prove } = await import("/static/js/replay/proof.js");
            try {
                return prove(published, new Film(published)).isTrue;
            } catch {
                return false;
            }
        }""",
        published,
    )
    return bool(found)


def test_who_played_here_finds_his_own_bytes_among_the_published_ones(
    open_replay, page, document
) -> None:
    key = f"contribution:{document['id']}"
    for kept, said in (
        (document["dice"]["black"], "Your own part in these dice, kept by this browser, is among"),
        ("00" * 16, "This browser gave another part to these dice than the published one."),
    ):
        page.add_init_script(f"localStorage.setItem('{key}', '{kept}')")
        open_replay(document)
        assert said in verified(page)


def test_what_is_published_of_no_match_is_said_to_be_unreadable(open_replay, document) -> None:
    broken = deepcopy(document)
    broken["dice"]["secret"] = "no hex at all"
    page = open_replay(document, published=broken)
    assert verified(page).startswith("Not verified: what is published")
    assert marks(page, "verified") == 0


# --- SHA-256 and HMAC of our own ----------------------------------------------------------

SIZES = (0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000_000)


def computed(page: Page, what: str, *arguments: bytes) -> list[str]:
    """What our modules compute, in hex."""
    script = """async ([what, calls]) => {
        const module = await import("/static/js/replay/sha256.js");
        const bytes = (hex) => module.fromHex(hex);
        return calls.map((hexes) => module.toHex(module[what](...hexes.map(bytes))));
    }"""
    found = page.evaluate(script, [what, [[each.hex() for each in arguments]]])
    return [str(each) for each in found]


@pytest.fixture
def modules(open_replay, document) -> Page:
    """A page on which our modules can be imported."""
    return open_replay(document)


def test_our_sha_256_is_the_one_of_the_standard(modules) -> None:
    for size in SIZES:
        text = b"\xa5" * size
        assert computed(modules, "sha256", text) == [hashlib.sha256(text).hexdigest()], size


def test_our_hmac_is_the_one_of_the_standard(modules) -> None:
    chance = random.Random(1)
    for size in (0, 1, 20, 32, 63, 64, 65, 131):
        key, text = chance.randbytes(size), chance.randbytes(chance.randrange(200))
        assert computed(modules, "hmac", key, text) == [hmac.digest(key, text, "sha256").hex()]


def test_the_first_vectors_of_rfc_4231(modules) -> None:
    assert computed(modules, "hmac", b"\x0b" * 20, b"Hi There") == [
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ]
    assert computed(modules, "hmac", b"Jefe", b"what do ya want for nothing?") == [
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ]
