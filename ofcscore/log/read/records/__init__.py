"""Read records of rooms and trackers as logs.

`objects` (JSON) and `fpdb` parse `Hand` values, and `sessions` makes a log of them.
"""
