"""Scoring at the table, while people play: `ofcscore live`, and the engine of `ofcscore host`.

`state` is the log as text and the deal that is entered. `prompt` asks, and takes each line as a command or
an answer, `boards` takes boards and keys, `output` shows results. `open_log` keeps one log by it, with a
draft beside its file; `terminal` asks at a screen.
"""
