"""Dates, times and numbers in Finnish. The letters are those of Django's `date` filter."""

DATE_FORMAT = "j. E Y"
MONTH_DAY_FORMAT = "D j.n."
SHORT_DATE_FORMAT = "j.n.Y"
TIME_FORMAT = "G.i"
DATETIME_FORMAT = r"j. E Y \k\l\o G.i"
SHORT_DATETIME_FORMAT = r"j.n.Y \k\l\o G.i"
NUMBER_GROUPING = 3
