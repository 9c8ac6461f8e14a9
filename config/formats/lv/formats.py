"""Dates, times and numbers in Latvian. The letters are those of Django's `date` filter."""

DATE_FORMAT = r"Y. \g\a\d\a j. F"
MONTH_DAY_FORMAT = "D, j. b"
SHORT_DATE_FORMAT = "j.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"Y. \g\a\d\a j. F, H:i"
SHORT_DATETIME_FORMAT = "j.m.Y, H:i"
NUMBER_GROUPING = 3
