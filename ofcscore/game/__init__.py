"""The game without rule sets and files: cards, rows, boards, ranks and naturals.

`spelling` parses cards. A row is a canonical text and an integer, the sum of the weights of its cards.
"""
