"""Pages of the house in every language, as a browser shows them.

Long words must find room; what is said is tested in tests/languages.
"""
