"""Records of rooms and trackers, read to the values that a text log of the same hands gives.

Each form has a module that makes `Hand` values of it; `sessions` makes a log of them.
"""
