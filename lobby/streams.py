"""The names of the streams and rows by which others hear of tables."""


def table_stream(table_id: str) -> str:
    """The stream of a table's page; its rows are the parts of the page."""
    return f"table:{table_id}"


def table_row(table_id: str) -> str:
    """The lobby's row of a table."""
    return f"table:{table_id}"


def table_ref(table_id: str) -> str:
    """The name under which the ledger keeps the stacks of a table."""
    return f"table:{table_id}"
