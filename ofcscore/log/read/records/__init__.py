"""Records of rooms and trackers, read to the values that a text log of the same hands gives.

`objects` (JSON) and `fpdb` make `Hand` values of them, and `sessions` a log of these.
"""
