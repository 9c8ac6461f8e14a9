"""Where a figure was taken: without this no figure means anything."""

import os
import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path
from tempfile import gettempdir

import psutil

from config.bench.databases import sync_ms

_PACKAGES = ("django", "channels", "uvicorn", "websockets", "uvloop", "msgspec", "psycopg")


def machine() -> dict[str, object]:
    """The computer, its system, and what it is made to run, as plain values."""
    folder = Path(gettempdir())
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory_gb": round(psutil.virtual_memory().total / 2**30),
        "system": f"{platform.system()} {platform.release()}",
        "disk": f"{_file_system(folder)}, {sync_ms(folder):.2f} ms to make 4 KB durable",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sqlite": sqlite3.sqlite_version,
        **{name: version(name) for name in _PACKAGES},
    }


def load_average() -> tuple[float, float, float]:
    """How busy the machine was over the last one, five and fifteen minutes."""
    one, five, fifteen = os.getloadavg()
    return round(one, 2), round(five, 2), round(fifteen, 2)


def _processor() -> str:
    """The processor's name where the system tells, else its kind."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _file_system(folder: Path) -> str:
    """The kind of file system that holds a folder."""
    holding = [
        partition
        for partition in psutil.disk_partitions(all=True)
        if folder.is_relative_to(partition.mountpoint)
    ]
    return max(holding, key=lambda partition: len(partition.mountpoint)).fstype if holding else "?"
