"""Dates, times and numbers in Estonian. The letters are those of Django's `date` filter."""

DATE_FORMAT = "j. F Y"
MONTH_DAY_FORMAT = "D j. b"
SHORT_DATE_FORMAT = "j. b Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. F Y, H:i"
SHORT_DATETIME_FORMAT = "j. b Y, H:i"
NUMBER_GROUPING = 3
FIRST_DAY_OF_WEEK = 1
