"""Scoring during play: `ofcscore live`, and the engine of `ofcscore host`.

`state` holds the log as text and the deal in progress. `prompt` asks questions and runs commands,
`deal_entry` enters boards and keys. `open_log` saves a log and its draft, `terminal` reads lines from a
terminal or a pipe.
"""
