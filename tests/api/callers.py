"""Programs that ask through the REST interface, with the token of somebody or as a stranger."""

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.scopes import Scope
from accounts.services.tokens import token_create

ROOT = "/api/v1/"


@dataclass
class Answer:
    """A status, a body as JSON (None where there is none), and the response itself."""

    status: int
    body: Any
    response: HttpResponse = field(repr=False)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.body["code"])

    @property
    def refusals(self) -> list[str]:
        """The codes of all its reasons."""
        return [reason["code"] for reason in self.body["data"]["refusals"]]

    @property
    def fields(self) -> set[str]:
        """The fields that make no sense."""
        return set(self.body["data"]["fields"])


class Program:
    """Asks for somebody with a token, or for nobody."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self._client = Client(headers={"Authorization": f"Bearer {text}"} if text else {})

    def get(self, path: str, **asked: Any) -> Answer:
        """What is there. A path that begins with the root or a host is taken as it is."""
        return _answer(self._client.get(_address(path), asked))

    def post(self, path: str, body: Any = None, *, key: str = "") -> Answer:
        """Send something, under a key if there is one."""
        return self._send("post", path, {} if body is None else body, key)

    def delete(self, path: str, *, key: str = "") -> Answer:
        """Take something away."""
        return self._send("delete", path, None, key)

    def _send(self, method: str, path: str, body: Any, key: str) -> Answer:
        headers = {"Idempotency-Key": key} if key else {}
        sent = {} if body is None else {"data": body}
        send = getattr(self._client, method)
        return _answer(
            send(_address(path), content_type="application/json", headers=headers, **sent)
        )


def program_of(user: User, *scopes: str, days: int = 30) -> Program:
    """A program with a token of somebody's: for everything, or just for these scopes."""
    _token, text = token_create(
        user=user, name="test", scopes=scopes or list(Scope.values), days=days
    )
    return Program(text)


def _address(path: str) -> str:
    return path if path.startswith(("/", "http")) else ROOT + path


def _answer(response: Any) -> Answer:
    is_json = response.headers.get("Content-Type", "").startswith("application/json")
    return Answer(response.status_code, response.json() if is_json else None, response)
