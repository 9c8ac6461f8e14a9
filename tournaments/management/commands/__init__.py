"""One command a module, named after it."""
