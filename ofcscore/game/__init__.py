"""The game itself, without rules and files: cards in any spelling come in.

Their ranks, their naturals and boards go out, as values, with one integer for the cards of a row.
"""
