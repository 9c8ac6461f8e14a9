"""How the house speaks to clients: error codes, envelopes, sockets, publishing.

A thing enters this package when two apps need it today. Nothing here knows an
app, a table or a rule of play: it is the floor that every app stands on.
"""
