"""The programs of a bench that run in processes of their own: `python -m config.bench NAME ...`.

`echo asgi|channels` and `house [options of serve]` serve until told to stop;
`furnish MATCHES GUESTS` fills a house and prints what was made; `ledger SECONDS` moves chips
and prints how fast, `events MATCHES` starts and sweeps events; `open ROWS`, `change RATE SECONDS`
and `burst CHANGES` open and close tables.
"""

import sys
from collections.abc import Callable, Sequence

import django

from config.bench.process import end_with_parent


def echo(arguments: Sequence[str]) -> None:
    """Serves one of the yardsticks."""
    from config.bench.echo import serve_echo

    end_with_parent()
    serve_echo(*arguments)


def house(arguments: Sequence[str]) -> None:
    """`manage.py serve` on a free port, with an owner for matches that nobody organised."""
    from django.core.management import call_command

    from config.bench.owner import BenchOwner
    from matches.owners import register_owner

    end_with_parent()
    django.setup()
    register_owner(BenchOwner())
    call_command("serve", "--host", "127.0.0.1", "--port", "0", *arguments)


def furnish(arguments: Sequence[str]) -> None:
    """Prints the `Furniture` as JSON."""
    django.setup()
    from config.bench.furnishing import furnish as put_in
    from wire.codec import encode

    matches, guests = map(int, arguments)
    sys.stdout.buffer.write(encode(put_in(matches=matches, guests=guests)))


def open_tables(arguments: Sequence[str]) -> None:
    """Fills a lobby with tables."""
    django.setup()
    from config.bench.hosts import tables_open

    tables_open(*map(int, arguments))


def change_tables(arguments: Sequence[str]) -> None:
    """Opens and closes tables; prints each `Change` as JSON."""
    django.setup()
    from config.bench.hosts import tables_change

    tables_change(*map(float, arguments))


def burst_tables(arguments: Sequence[str]) -> None:
    """Opens tables at once; prints each `Change` as JSON."""
    django.setup()
    from config.bench.hosts import tables_burst

    tables_burst(*map(int, arguments))


def ledger(arguments: Sequence[str]) -> None:
    """Prints the figures of the ledger as JSON, measured for so many seconds each."""
    django.setup()
    from config.bench.ledger import ledger_figures
    from wire.codec import encode

    (seconds,) = map(float, arguments)
    sys.stdout.buffer.write(encode(ledger_figures(seconds)))


def events(arguments: Sequence[str]) -> None:
    """Prints the figures of events as JSON, in sizes that follow the number of matches."""
    django.setup()
    from config.bench.events import events_figures
    from wire.codec import encode

    (matches,) = map(int, arguments)
    sys.stdout.buffer.write(encode(events_figures(matches)))


PROGRAMS: dict[str, Callable[[Sequence[str]], None]] = {
    "echo": echo,
    "house": house,
    "furnish": furnish,
    "ledger": ledger,
    "events": events,
    "open": open_tables,
    "change": change_tables,
    "burst": burst_tables,
}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]](sys.argv[2:])
