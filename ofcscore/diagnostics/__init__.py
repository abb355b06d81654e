"""Diagnostics: problems with their places in a file, and their output for people.

`catalogue.toml` has the meaning and the remedy of each code.
"""
