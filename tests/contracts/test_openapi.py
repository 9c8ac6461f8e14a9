"""The description of the REST interface: whole, without a doubt, changed on purpose, documented."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from config.api import urlpatterns
from config.environment import ROOT
from tests.support.golden import assert_golden

REST_DOC = (ROOT / "docs" / "rest.md").read_text()
CHANGING = {"post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def schema() -> Any:
    described: Any = SchemaGenerator().get_schema(request=None, public=True)
    return described


def operations(schema: Any) -> list[tuple[str, str, Any]]:
    """Every path with every method, and what is said of it."""
    return [
        (path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_description_leaves_nothing_to_guess(tmp_path: Path) -> None:
    call_command("spectacular", "--fail-on-warn", "--file", str(tmp_path / "openapi.yaml"))


def test_the_description_changes_on_purpose(schema: Any) -> None:
    assert_golden("openapi.json", json.dumps(schema, indent=1, sort_keys=True) + "\n")


def test_every_address_is_described(schema: Any) -> None:
    addresses = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{each.pattern}") for each in urlpatterns}
    assert set(schema["paths"]) == addresses - {"/", "/schema/", "/{nowhere}"}


def test_every_operation_says_what_it_does_and_how_it_is_refused(schema: Any) -> None:
    for path, method, operation in operations(schema):
        assert operation["description"], path
        assert operation["responses"]["default"]["content"], path
        names = {parameter["name"] for parameter in operation.get("parameters", [])}
        assert ("Idempotency-Key" in names) == (method in CHANGING), path


def test_chips_are_whole_numbers_wherever_they_stand(schema: Any) -> None:
    for name, component in schema["components"]["schemas"].items():
        for key, value in component.get("properties", {}).items():
            if key == "chips" or key.endswith("_chips"):
                items = value.get("items", value)
                assert items["type"] == "integer", f"{name}.{key}"


def test_what_is_the_houses_own_stands_in_no_description(schema: Any) -> None:
    text = json.dumps(schema["components"])
    assert not re.search(r'"(pk|password|sha256|sealed_secret|host_id|user_id)"', text)


# --- as it is served --------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_description_is_open_to_everybody() -> None:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    assert json.loads(answer.content)["openapi"].startswith("3.")


@pytest.mark.django_db
def test_the_readable_page_loads_nothing_from_elsewhere_and_no_inline_script() -> None:
    answer = Client().get("/api/v1/")
    page = answer.content.decode()
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert not [source for source in sources if source.startswith(("http", "//"))]
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=", page)
    policy = answer.headers["Content-Security-Policy"]
    assert "img-src 'self' data:" in policy
    assert "unsafe" not in policy
    assert "data:" not in Client().get("/accounts/login/").headers["Content-Security-Policy"]


# --- in the documents -------------------------------------------------------------------------


def test_the_documents_list_every_resource_with_its_methods(schema: Any) -> None:
    rows = re.findall(r"^\| `([^`?]+)[^`]*` \| ([A-Z, ]+) \| ([a-z, ]+) \|", REST_DOC, re.MULTILINE)
    listed = {(path, method) for path, methods, _scope in rows for method in methods.split(", ")}
    served = {
        (re.sub(r"\{\w+\}", "…", path).strip("/"), method.upper())
        for path, method, _operation in operations(schema)
    }
    assert {(re.sub(r"<[^>]+>", "…", path), method) for path, method in listed} == served


def test_the_documents_name_every_refusal_of_the_interface_itself() -> None:
    code = "".join(
        (ROOT / name).read_text()
        for name in ("wire/rest.py", "accounts/access.py", "accounts/services/replies.py")
    )
    codes = set(re.findall(r'"((?:auth|request|server)\.[a-z_]+)"', code))
    assert {each for each in codes if f"`{each}`" not in REST_DOC} == set()
