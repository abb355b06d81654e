"""Problems as values with their places, and as words for people, with the source line and a hint.

`catalogue.toml` has the meaning of each code and its remedy.
"""
