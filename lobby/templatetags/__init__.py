"""Template tags of the lobby.

A page of `/learn/` is plain HTML; what it cannot say itself stands in a tag.
"""
