"""A key and its value where a form holds the two apart, as the rows of a spreadsheet do."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.problems import Problem
from ofcscore.reading.from_text import SyntaxFault, key_form, parse, parts_of
from ofcscore.reading.near import near
from ofcscore.reading.sink import Problems
from ofcscore.reading.syntax import KEYS, Entry, Text

_STARTS: Final = {
    "rules": "words",
    "stake": "amount",
    "currency": "currency",
    "players": "seats",
    "bank": "one_name",
    "dealer": "one_name",
    "chips": "chips",
    "bankroll": "amount",
    "rake": "amount",
    "rounds": "rounds",
    "adjust": "shares",
    "paid": "payments",
    "expect": "shares",
    "note": "words",
    "void": "words",
}
_NAMED_STARTS: Final = {"stake": "amount", "expect": "parts"}
"""Keys that may name players before their colon, and what then stands behind it."""
_KEY: Final = re.compile("([A-Za-z]+)(?:[ \t]+(.*))?")
_ASCII_LOWER: Final = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def read_entry(key: Text, value: Text | None, problems: Problems) -> Entry | None:
    """What a key (`stake`, `expect A/B`) and its value say; None and a problem where they say nothing."""
    match = _KEY.fullmatch(key.text)
    word = key.part(0, len(match.group(1))) if match else key
    name = word.text.translate(_ASCII_LOWER)
    if name not in KEYS:
        meant = near(name, KEYS)
        hint = f"did you mean `{meant}`? Write {key_form(meant)}" if meant else f"keys are {', '.join(KEYS)}"
        problems.add(Problem("key-unknown", key.place, f"`{key.text}` is no key", hint))
        return None
    word = word._replace(text=name)
    try:
        names: tuple[Text, ...] = ()
        start = _STARTS[name]
        if match is not None and match.group(2):
            if name not in _NAMED_STARTS:
                at = key.part(match.start(2), len(key.text))
                raise SyntaxFault(
                    Problem("key-unreadable", at.place, f"`{name}` names nobody", f"write {key_form(name)}")
                )
            names = parse("pair", key.part(match.start(2), len(key.text)))
            start = _NAMED_STARTS[name]
        if value is None:
            if name == "void":
                return Entry(word, names, ())
            raise SyntaxFault(
                Problem("key-empty", key.behind().place, f"`{name}` has no value", f"write {key_form(name)}")
            )
        return Entry(word, names, parts_of(parse(start, value)))
    except SyntaxFault as fault:
        problems.add(fault.problem)
        return None
