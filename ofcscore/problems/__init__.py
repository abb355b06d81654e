"""What is wrong, and where, comes in as values; words for people go out, with the source line and a hint.

What a code means and what to do about it stands in `catalogue.toml`.
"""
