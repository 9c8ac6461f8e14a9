"""How each language writes dates, times and numbers, where Django's own way is not the house's.

Read by Django (FORMAT_MODULE_PATH); static/js/moments.js is handed the same formats by the page.
"""
