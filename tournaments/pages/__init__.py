"""What the pages of events show, as values: rules card in sentences, entrants, rounds, standings.

Nothing is named here: `card_diff` needs the sentences of a card, and the page needs `card_diff`.
"""
