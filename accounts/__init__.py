"""Who a player is: people, guests and house bots, their names and their sign-in.

The custom user model lives here from the first migration. What a player owns,
plays or says belongs to the floors above.
"""
