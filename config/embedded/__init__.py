"""Everything `manage.py serve` runs in one process: web server, worker, beat, Valkey child.

Production runs the same application with the usual tools, a process each; nothing
outside this package may depend on it.
"""
