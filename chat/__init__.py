"""Moderated talk in English: rooms, messages and the stages each line passes.

Who may read and speak in a room is registered by the owner of the room. The
filters are pure code without Django.
"""
