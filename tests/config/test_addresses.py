"""Addresses with text no name can hold: an ordinary 404, whatever the database thinks of them."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["event", "match", "players", "table"])
@pytest.mark.parametrize("name", ["%00", "a%00b", "%F0%9F%8E%B2", "..%2F..%2Fetc", "x" * 500])
def test_an_impossible_name_is_simply_not_found(client: Client, page: str, name: str) -> None:
    assert client.get(f"/{page}/{name}/").status_code in {302, 404}
