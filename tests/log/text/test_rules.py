"""A normalization rule changes only lines that contain one of its signs."""

from __future__ import annotations

from itertools import chain

from ofcscore.log.syntax import Line
from ofcscore.log.text.normalize import RULES, Normalized
from ofcscore.log.vocabulary import compiled
from tests.log.text.test_reading import TABLE


def test_rules_change_only_lines_with_their_signs() -> None:
    lines = {line for typed in chain(*TABLE.values()) for line in typed.splitlines()}
    lines |= {line.replace("/", sign) for line in lines for sign in ("|", "-", "  ", "  |  ", ";")}
    for line in lines:
        source = Normalized(line, tuple(range(len(line) + 1)), Line("", 1, line))
        for rule in RULES:
            assert rule.of(source) == source.sub(compiled(rule.pattern), rule.by), line
