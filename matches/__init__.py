"""One match as it is played: state, clock, sockets, dice and records.

A match knows its two players and its rules, not why it is played: whoever made
it registers as a `MatchOwner` and is told when a game or the match is over.
"""
