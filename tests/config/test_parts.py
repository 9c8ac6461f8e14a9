"""Parts of pages: drawn inside another page, and no page for whoever opens their address."""

import pytest
from django.test import Client

from tests.browser.access.registry import AREAS, Kind, Row
from tests.factories import a_user

pytestmark = pytest.mark.django_db

#: What the places of the addresses are filled with; whether it exists does not matter here.
FURNISHED = {"waiting_table": "tbl1", "stakes_table": "tbl2", "running_event": "evt1"}

LEADS_TO = {
    "my/events/panel/": "/my/events/",
    "my/tickets/panel/": "/my/tickets/",
    "find/panel/": "/find/",
    "challenges/": "/",
    "table/new/choice/": "/table/new/",
    "table/<slug:table_id>/state/": "/table/tbl1/",
    "table/<slug:table_id>/games/": "/table/tbl2/",
    "event/<slug:event_id>/round/": "/event/evt1/",
    "event/<slug:event_id>/parts/<slug:part>/": "/event/evt1/",
    "notices/bell/": "/notices/",
    "standing/banner/": "/standing/",
}

PARTS = [row for rows in AREAS.values() for row in rows if row.kind is Kind.PART]


@pytest.mark.parametrize("row", PARTS, ids=lambda row: row.route)
def test_the_address_of_a_part_leads_to_its_page(client: Client, row: Row) -> None:
    client.force_login(a_user())
    answer = client.get(row.path(FURNISHED), headers={"Sec-Fetch-Dest": "document"})
    assert (answer.status_code, answer.headers["Location"]) == (302, LEADS_TO[row.route])


def test_the_page_itself_is_given_its_part(client: Client) -> None:
    client.force_login(a_user())
    asked = {"HX-Request": "true", "Sec-Fetch-Dest": "empty"}
    assert client.get("/find/panel/", headers=asked).status_code == 200
