"""Links, addresses, phones and handles: nobody is led elsewhere from here."""

from chat.filters.draft import Context, Draft, Stopped


def advert_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop what advertises."""
    return draft
