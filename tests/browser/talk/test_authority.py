"""Those who keep order, in Chromium: from a line to the desk of staff, or to one's own event."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.talk.hands import choose, in_house, line, panel, say
from tests.stories.browsers import Person
from tests.support.house import House

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]

PASSWORD = "a-password-of-dora"

DORA = """
from accounts.models import User
dora, _ = User.objects.get_or_create(username="Dora", is_superuser=True, is_staff=True)
dora.set_password({password})
dora.save()
"""

#: An event that somebody, a member now, has arranged for his friends; its id.
EVENT_OF = """
from django.contrib.auth.models import Permission
from accounts.models import User
from tournaments.models import Series, Tournament
from tournaments.services import series_store
series = Series(name="Friends of Alice", seats=8, length_points=3, buy_in_chips=0, fee_chips=0,
                has_house_bots=False)
event = series_store(series=series).tournaments.get()
User.objects.filter(username={name}).update(is_guest=False)
organiser = User.objects.get(username={name})
organiser.user_permissions.add(Permission.objects.get(codename="organise_event"))
Tournament.objects.filter(pk=event.pk).update(organiser=organiser)
print(event.public_id)
"""


def sign_in(dora: Person, password: str) -> None:
    """Comes in as Dora, by name and password."""
    dora.go("/accounts/login/?next=/")
    dora.page.get_by_label("Name or e-mail").fill("Dora")
    dora.page.get_by_label("Password", exact=True).fill(password)
    dora.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    dora.page.wait_for_url(f"{dora.url}/")


def test_staff_come_from_a_line_to_the_page_that_takes_it_away(
    house: House, person: Somebody
) -> None:
    in_house(house, DORA, password=PASSWORD)
    alice, bob, dora = person(), person(), person(is_guest=False)
    for each in (alice, bob):
        each.go("/")
    sign_in(dora, PASSWORD)
    say(dora.page, "Good evening from the house.")
    expect(line(alice.page, "Good evening from the house.")).to_contain_text("staff")
    say(bob.page, "Dora has to take this away.")

    with dora.page.expect_popup() as desk:
        choose(dora.page, "Dora has to take this away.", "Hide this line")
    expect(desk.value.get_by_text("Dora has to take this away.")).to_be_visible()
    desk.value.get_by_label("Reason").fill("Asked by a test.")
    desk.value.get_by_role("button", name="Hide lines").click()
    for each in (alice, bob, dora):
        expect(line(each.page, "Dora has to take this away.")).to_have_count(0)
    panel(dora.page).get_by_role("button", name="Options of this room").click()
    address = dora.page.get_by_role("link", name="This room at the staff desk")
    expect(address).to_have_attribute("href", "/admin/chat/message/room/lobby%3Amain/")


def test_only_the_organiser_of_an_event_is_led_to_mute_in_it(
    house: House, person: Somebody
) -> None:
    alice, bob = person(), person()
    event = in_house(house, EVENT_OF, name=alice.name)
    room = f"event:{event}"
    for each in (alice, bob):
        each.go(f"/event/{event}/")
    say(alice.page, "Welcome to my evening.", room)
    expect(line(bob.page, "Welcome to my evening.", room)).to_contain_text("organiser")
    say(bob.page, "Thank you for the evening.", room)
    choose(bob.page, "Welcome to my evening.", "Reply", room)
    expect(bob.page.get_by_text("Mute in this event")).to_be_hidden()
    name = bob.name
    choose(alice.page, "Thank you for the evening.", "Mute in this event", room)
    alice.page.wait_for_url(f"**/event/{event}/mute/{name}/")
    expect(alice.page.get_by_role("heading", level=1)).to_contain_text(name)
