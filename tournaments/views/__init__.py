"""What a browser asks of events, one module a subject."""
