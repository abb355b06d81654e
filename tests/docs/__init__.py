"""The pages of `docs/` that are made: rule sets, settings, messages, commands, words, public names.

`python -m tests.docs` writes them anew; `tests/test_readme.py` fails where one is stale.
"""
