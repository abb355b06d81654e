"""Scoring at the table, while people play: `ofcscore live`, and the engine of `ofcscore host`.

`state` is the log as text and the deal that is entered. `boards` and `commands` change it, `prompt` asks
and hands each line to them, `output` shows results. `open_log` keeps one log by it, with a draft beside its
file; `terminal` asks at a screen.
"""
