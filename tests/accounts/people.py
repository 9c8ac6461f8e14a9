"""People with passwords, and what they do at allauth's doors."""

import base64
import hashlib
import hmac
import re
import struct
import time
from typing import Any

from django.core import mail
from django.test import Client

from accounts.models import User

PASSWORD = "correct horse battery"
NEW_PASSWORD = "another horse battery"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"
)


def a_member(name: str, *, email: str = "") -> User:
    """A member who can sign in with PASSWORD."""
    return User.objects.create_user(name, email=email, password=PASSWORD)


def sign_in(login: str, *, password: str = PASSWORD, user_agent: str = FIREFOX) -> Client:
    """A browser that has just gone through the sign-in page."""
    browser = Client(headers={"user-agent": user_agent})
    browser.post("/accounts/login/", {"login": login, "password": password})
    return browser


def is_signed_in(browser: Client) -> bool:
    """Whether the house knows who this browser is."""
    return browser.get("/account/").status_code == 200


def prove(browser: Client, password: str = PASSWORD) -> None:
    """Give the password once more, as before a step that matters."""
    browser.post("/accounts/reauthenticate/", {"password": password})


def link_in(message: mail.EmailMessage) -> str:
    """The path of the link in a mail."""
    found = re.search(r"http://testserver(\S+)", str(message.body))
    assert found is not None
    return found[1]


def text_of(answer: Any) -> str:
    """A page as text, entities included. The test client's answers have a type of their own."""
    return str(answer.content.decode())


def key_of(browser: Client) -> str:
    """The key of the session behind this browser's cookie."""
    return str(browser.session.session_key)


def code_for(secret: str, *, steps_later: int = 0) -> str:
    """What an authenticator app shows (RFC 6238), worked out without the code under test."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps_later)
    digest = hmac.digest(base64.b32decode(secret), counter, hashlib.sha1)
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**6:06}"
