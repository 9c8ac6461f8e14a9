"""How the house speaks to clients: error codes, envelopes, sockets, publishing, presence.

A thing enters this package when two apps need it today. Nothing here knows a
match, a tournament or a chip.
"""
