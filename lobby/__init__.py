"""The front room: who is here, what can be joined, who looks for a game.

The highest floor below `config`: it may look at every app and none looks at it.
"""
