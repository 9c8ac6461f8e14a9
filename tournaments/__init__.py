"""Scheduled and Sit&Go events: entries, draws, pairings, prizes.

Pairing and prize arithmetic are pure code (`formats/`, `prizes.py`). Whatever is
due in an event is done by the director, which may be asked any number of times.
"""
