"""Read, check and write logs in text, YAML, JSON, JSON Lines or CSV.

`read` parses a log, `check` makes headers and deals of it, and `write` writes it in any of these formats.
"""
