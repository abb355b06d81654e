"""Headers and deals come in, one at a time, and what runs from one to the next is kept.

What they add up to, and who owes whom, goes out, proved a second time from the deals.
"""
