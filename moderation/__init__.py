"""Sanctions, reports and the staff log.

A sanction is checked at sign-in, in chat, at the tables and at registration, so
this package lies below all of them and knows none of them.
"""
