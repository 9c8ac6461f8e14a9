"""Which version of the house rules is in force. Their words stand in templates/accounts/rules.html.

Whoever changes what they demand raises the number: every member is asked once more.
"""

from typing import Final

RULES_VERSION: Final = 1
