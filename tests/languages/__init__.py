"""What people read, in every language of the house: pages, mails, sockets, catalogues.

Nothing here knows what a translation says; that it is there, and reaches its reader, is tested.
"""
