"""The pieces of work that are measured, and the anchors and peers that they are measured against."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
import yaml

from ofcscore.bulk import blocks, stretches
from ofcscore.cli.reporting import Scoring, Selection, report_session
from ofcscore.diagnostics.problem import Problems
from ofcscore.files.disk import Spool
from ofcscore.log.check.checker import NO_OVERRIDES
from ofcscore.log.read.sources import file_source
from ofcscore.report import make_report

_LINE: Final = re.compile(r"(\w+): ([^/]+) / ([^/]+) / (.+)$")

# -- the program


def report(path: Path, *, deals: str | None = None, numpy: bool = True) -> str:
    """A long log from its file to its report, as `score` makes it; the text behind the deals."""
    reading = Problems()
    chosen = None if deals is None else Selection.parse(deals)
    with Spool() as spool, pytest.MonkeyPatch.context() as patch:
        if not numpy:
            patch.setattr(blocks, "quickest", lambda: stretches)
        scoring = Scoring(make_report("table", in_full=chosen is not None), spool, chosen)
        items = blocks.long_session([file_source(os.fspath(path))], reading, NO_OVERRIDES, scoring)
        return report_session(items, scoring, reading)[1]


# -- anchors


def match_lines(lines: Iterable[str]) -> int:
    """A1: one pattern for each line in memory and the split of its three rows, nothing kept."""
    found = 0
    for line in lines:
        match = _LINE.match(line)
        if match is not None:
            _, top, middle, bottom = match.groups()
            found += len(top.split()) + len(middle.split()) + len(bottom.split())
    return found


def yaml_events(path: Path) -> int:
    """A2: the events of the C parser, nothing kept."""
    with path.open(encoding="utf-8") as file:
        return sum(1 for _ in yaml.parse(file, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)))
