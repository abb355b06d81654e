"""What rooms and trackers recorded comes in; the values come out that a text log of the same hands gives.

Each form has a module that makes `Hand` values of it; `sessions` makes a log of them.
"""
