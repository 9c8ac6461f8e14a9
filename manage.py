#!/usr/bin/env python
"""Django's command line for the house: `python manage.py help` lists the commands."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Runs the command that was typed, with the laptop settings unless told otherwise."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
