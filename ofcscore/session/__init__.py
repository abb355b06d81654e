"""Score sessions: take headers and deals one at a time, add up, and settle.

The sums are computed a second time from the deals and compared.
"""
