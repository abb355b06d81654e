"""Headers and deals come in, one at a time; what they add up to, and who owes whom, goes out."""
