"""No address of the house is forgotten by the walk."""

from tests.browser.access.registry import AREAS
from tests.browser.access.routes import every_route


def test_every_address_of_the_house_is_in_a_row() -> None:
    rows = {row.route for area in AREAS.values() for row in area}
    routes = {route.address for route in every_route() if not route.is_for_programs}
    assert sorted(routes - rows) == []
    assert sorted(rows - routes) == []
