"""Long logs have exactly the same results on the vectorized path and on the reference path.

Canonical logs are changed in single bytes or lines. Then the sessions and the output of the command line are
compared.
"""

from __future__ import annotations

import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple

import pytest

from tests.loops import each

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

from ofcscore import bulk
from ofcscore.bulk import blocks, regular_deals, stretches, tables
from ofcscore.bulk.blocks import long_session
from ofcscore.cli import reporting
from ofcscore.cli.options import REPORTS
from ofcscore.cli.reporting import Scoring, Selection, report_session
from ofcscore.diagnostics.problem import Problems, sort_problems
from ofcscore.files.disk import Spool
from ofcscore.log.check import deal_names
from ofcscore.log.check.checker import NO_OVERRIDES, Overrides, read_stream
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import Form, Source, file_source, text_source
from ofcscore.log.write.formats import WRITERS
from ofcscore.report import make_report
from ofcscore.rules.files import shipped_names
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.money import UnbalancedError
from tests.bulk.deals import board_texts, random_codes
from tests.command import Ran, run
from tests.daily import some

PLAYERS = ("Hero", "Gus", "Carol", "Dave")
PRESETS, OPTIONS = shipped_names()
OTHERS = tuple(name for name in OPTIONS if name != "bank")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat short logs as long, and use small blocks."""
    monkeypatch.setattr(bulk, "LONG", 700)
    monkeypatch.setattr(blocks, "BLOCK", 1500)
    monkeypatch.setattr(stretches, "FEWEST", 2)
    monkeypatch.setattr(stretches, "PROVED_ONE_IN", 7)


def canonical(count: int, seed: int, players: int = 3, first: int = 1) -> list[str]:
    """Return the texts of deals with all kinds of rows."""
    made = []
    for number, codes in enumerate(random_codes(count, players, seed).tolist(), first):
        lines = [f"deal {number}\n"]
        for seat in range(players):
            rows = board_texts(codes[13 * seat : 13 * seat + 13])
            lines.append(f"{PLAYERS[seat]}: {' / '.join(rows)}\n")
        made.append("".join([*lines, "\n"]))
    return made


class Known(NamedTuple):
    """The complete result of a session, and the number of deals on the vectorized path."""

    head: str
    body: str
    tail: str
    session: list[Any]
    standings: list[Any]
    problems: tuple[Any, ...]
    left_out: int
    columns: int


class Counting(Scoring):
    """A scoring that counts the deals on the vectorized path."""

    columns = 0

    def take_sum(self, scored: stretches.ScoredStretch) -> None:
        super().take_sum(scored)
        self.columns += scored.deals


def sources_of(texts: Sequence[bytes], form: Form) -> list[Source]:
    return [Source(f"{number}", partial(io.BytesIO, data), form) for number, data in enumerate(texts)]


def known(
    items_for: Callable[[Scoring], Iterable[Header | Deal]], reading: Problems, *, lines: bool
) -> Known:
    """Score items; return the session as sums or with one line per deal."""
    with Spool() as spool:
        scoring = Counting(make_report("table"), spool, None if lines else Selection())
        head, tail, outcome = report_session(items_for(scoring), scoring, reading, keep_going=True)
        body = "".join(spool.chunks())
    session = outcome.session
    # Running totals are for charts, which use the reference path.
    standings = [[value for name, value in vars(s).items() if name != "running"] for s in session.standings]
    whole = [
        (name, list(value.items()) if hasattr(value, "items") else value)
        for name, value in session._asdict().items()
        if name != "standings"
    ]
    # As they are told: the reader of YAML looks farther ahead in a long piece than in a short one.
    problems = tuple(sort_problems(outcome.problems))
    return Known(head, body, tail, whole, standings, problems, reading.left_out, scoring.columns)


def by_columns(
    texts: Sequence[bytes], *, overrides: Overrides = NO_OVERRIDES, lines: bool = False, form: Form = "text"
) -> Known:
    """Score a session on the vectorized path."""
    reading, sources = Problems(), sources_of(texts, form)
    return known(lambda scoring: long_session(sources, reading, overrides, scoring), reading, lines=lines)


def check(*texts: str | bytes, overrides: Overrides = NO_OVERRIDES, form: Form = "text") -> int:
    """Compare the paths, with sums and with lines; return the number of vectorized deals.

    Without numpy the same deals are scored as stretches, more of them under rules that arrays do not support.
    """
    data = [text.encode() if isinstance(text, str) else text for text in texts]
    reading = Problems()
    items = list(read_stream(sources_of(data, form), reading, overrides))
    columns = []
    for lines in (True, False):
        plain = known(lambda _: items, reading, lines=lines)
        for scorer in (stretches, regular_deals):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(blocks, "quickest", lambda scorer=scorer: scorer)
                quick = by_columns(data, overrides=overrides, lines=lines, form=form)
            assert quick._replace(columns=0) == plain
            columns.append(quick.columns)
    without, with_numpy = columns[-2:]
    assert without == with_numpy or overrides.sets
    return columns[-1]


# -- deals on the vectorized path ----------------------------------------------------------------------


@each(("players", "word"), [(2, "deal"), (3, "hand"), (4, "Deal")])
def test_canonical_deals_go_as_columns(players: int, word: str) -> None:
    log = "".join(canonical(90, players, players)).replace("deal", word)
    assert check(log) > 50


@pytest.mark.parametrize("ends", ["", "\n", "\n\n\n"])
def test_blank_lines_stand_where_they_like(ends: str) -> None:
    deals = [deal.rstrip("\n") + "\n" + ends for deal in canonical(90, 7)]
    assert check("".join(deals)) > 40
    assert check("".join(deal.replace("\nGus", "\n\nGus") for deal in deals)) > 40


@pytest.mark.long
@each("name", some(9, of=[*PRESETS, *(f"ofc + {name}" for name in OTHERS)]))
def test_rule_sets(name: str) -> None:
    players = 2
    log = f"rules: {name}\nplayers: Hero, Gus\nchips: Hero 10000, Gus 10000\n\n" + "".join(
        canonical(60, 3, players)
    )
    check(log)
    check("stake: 0.50 EUR\n" + log)


SETS = (
    ("points.row=0", "points.row=2", "points.row=1"),
    ("points.scoop=none", "points.scoop=3", "points.scoop={factor: 2}"),
    ("points.scoop_all=none", "points.scoop_all=3", "points.scoop_all={factor: 3}"),
    ("points.overall=0", "points.overall=1", "points.overall=4"),
    ("points.overall_by=rows", "points.overall_by=points"),
    ("foul.pays=lost-rows", "foul.pays=nothing", "foul.pays=6"),
    ("foul.royalties=paid", "foul.royalties=unpaid"),
    ("royalties.count=both", "royalties.count=winner-adds", "royalties.count=winner-replaces"),
)


@pytest.mark.long
@each("seed", some(8, of=range(40)))
def test_what_pairs_exchange_is_taken_from_the_lines(seed: int) -> None:
    """The rules include scoops, factors, the overall point, fouls and winners' royalties."""
    dice = random.Random(seed)
    overrides = Overrides(rules=dice.choice(("ofc", "chinese", "ofc-27")), sets=tuple(map(dice.choice, SETS)))
    for players in (2, 3, 4):
        log = "".join(canonical(60, seed, players))
        check(log, overrides=overrides)


@pytest.mark.long
@each(
    "header",
    [
        "",
        "stake: 0.25 EUR\n",
        "stake: 2\nstake Hero/Gus: 5\n",
        "players: Carol, Hero, Gus\nstake: 1 EUR\ndealer: Gus\nrounds: 40\n",
        "players: Carol = C, Hero = H, Gus\n",
        "rules: ofc-pineapple\nstake: 1\nadjust: Hero +5, Gus -5\n",
        "rake: 0.10 EUR\nstake: 1 EUR\n",
        "bankroll: 100\n",
        "expect: Hero +5, Gus -5\n",
        "cards: double 5h\n",
        "paid: Hero to Gus 5\nnote: a long night\n",
        "players: Hero = Gus, Carol\n",
        "stake: 1 EUR\nplayers: Ann = Hero = Gus, Carol\n",
    ],
)
def test_headers(header: str) -> None:
    deals = canonical(60, 11)
    check(header + "\n" + "".join(deals))
    check("".join(deals[:30]), header + "\n" + "".join(deals[30:]))
    check(header + "\n" + "".join(deals[:30]), "".join(canonical(60, 12)))


@pytest.mark.parametrize(
    "overrides", [Overrides(stake="1 EUR"), Overrides(rules="chinese"), Overrides(currency="USD")]
)
def test_options(overrides: Overrides) -> None:
    assert check("stake: 2\n" + "".join(canonical(60, 5)), overrides=overrides)


NAMES = ("Søren", "Phil H.", "J. R.", "H", "top", "10", "a-b", "山田", "x" * 70, "Hero:", '"Q"', "#1")


@pytest.mark.long
@pytest.mark.parametrize("name", some(4, of=NAMES))
def test_short_names_and_names_of_any_script(name: str) -> None:
    log = "".join(canonical(60, 13))
    check(log.replace("Gus", name))
    check(f"players: Hero, Carol, Gustav = {name}\n" + log.replace("Gus", name))


def test_names_that_are_nearly_the_same() -> None:
    """Similar names are reported at the end unless both play in one deal, vectorized or not."""
    first = "".join(canonical(80, 14, 2)).replace("Hero", "Ann")
    later = "".join(canonical(80, 15, 2, first=81)).replace("Hero", "Anna")
    both = "".join(canonical(40, 16, first=161)).replace("Hero", "Anna").replace("Carol", "Ann")
    for texts in ((first + later,), (first + later + both,), (first, later), (first, later, both)):
        assert check(*texts) > 60


def test_deals_that_stand_in_two_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeated deals are found in whole logs and in renumbered parts."""
    monkeypatch.setattr(deal_names, "OF_A_LOG", 30)
    monkeypatch.setattr(deal_names, "IN_ALL", 70)
    deals = canonical(60, 18)
    again = [deal.replace("deal ", "deal 9") for deal in deals]
    for texts in ((deals, deals), (deals, again[20:]), (deals, deals[20:] + again), (again, deals, again)):
        assert check(*map("".join, texts)) > 60


@pytest.mark.parametrize("seed", some(1, of=range(4)))
@each("name", ["ofc", "ofc-pineapple", "ofc-progressive", "ofc-ultimate", "ofc-27-progressive"], few=3)
def test_fantasyland_runs_on(name: str, seed: int) -> None:
    """Many players enter and stay in fantasyland in these random deals."""
    assert check(f"rules: {name}\n" + "".join(canonical(80, seed, 2 + seed % 2))) > 10


# -- deals on the reference path, and text between deals -----------------------------------------------

LINES = (
    "note: a word\n",
    *("void\n", "void: deal 12\n", "deal 9 void (misdeal)\n"),
    "adjust: Hero +3, Gus -3\n",
    "expect: Hero +3\n",
    "paid: Hero to Gus 3\n",
    "stake: 3\n",
    "stake Hero/Gus: 3 EUR\n",
    "rules: chinese\n",
    "rules: ofc-pineapple + no-fantasyland\n",
    "dealer: Gus\n",
    "Hero: foul\n",
    "Gus: absent\n",
    "Eve: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
    "Hero: (fantasyland) Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
    "deal 3\n",
    "deal 1000\n",
    "deal 20 2026-11-22\n",
    "deal x\n",
    "# a remark\n",
    "what is this\n",
    "Deal 7:\n",
    "Hand #12\n",
    "Hero (FL): Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
    "*Hero*: Qh Qd 5c | Ah Ad 7s 6c 2d | 9h Ts Jd Qs Kc\n",
    "1. Hero QhQd5c AhAd7s6c2d 9hTsJdQsKc\n",
    "Hero - Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
    "“Gus”: bust\n",
    "Gus: sat out\n",
    "Rule: ofc-pineapple\n",
    "\u00a0\n",
    "players: Hero, Gus\n",
    "rake: 1 EUR\n",
    "deal\n",
    "deal with it: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
    " \n",
    "x" * 5000 + "\n",
)
PIECES = (
    *(b"", b"\n", b" ", b"\r", b"\t", b"\0", b"\xff", b"\xc3\xa9", b"h", b"s", b"2", b"A", b"/", b":", b"#"),
    *(b"(", b"1"),
)


def changed(log: bytes, dice: random.Random) -> bytes:
    """Return a log with one random change."""
    at = dice.randrange(len(log))
    kind = dice.randrange(10)
    if kind < 3:
        return log[:at] + dice.choice(PIECES) + log[at + dice.randrange(2) :]
    if kind == 3:
        return log[:at] + bytes([dice.randrange(256)]) + log[at + 1 :]
    if kind == 8:
        return log.replace(b"\n", b"\r\n")
    if kind == 9:
        return log[:at]
    lines = log.splitlines(keepends=True)
    line = dice.randrange(len(lines))
    if kind == 4:
        lines.insert(line, dice.choice(LINES).encode())
    elif kind == 5:
        lines.insert(dice.randrange(len(lines)), lines[line])
    elif kind == 6:
        del lines[line : line + dice.randrange(1, 6)]
    else:
        other = dice.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    return b"".join(lines)


def changed_logs(seed: int) -> tuple[bytes, ...]:
    """Return the logs of one session with a few random changes."""
    dice = random.Random(seed)
    texts = []
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        deals = canonical(
            dice.randrange(10, 60),
            dice.randrange(10**6),
            dice.choice((2, 3, 3, 4)),
            dice.choice((1, 1, 7, 95)),
        )
        header = dice.choice(
            ("", "", "stake: 1 EUR\n", "rules: ofc-pineapple\n", f"rules: {dice.choice(PRESETS)}\n")
        )
        log = (header + "".join(deals)).encode()
        for _ in range(dice.randrange(4)):
            log = changed(log, dice)
        texts.append(log)
    return tuple(texts)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_changed_logs(seed: int) -> None:
    for step in range(100):
        check(*changed_logs(1_000_000 + seed * 1000 + step))


@pytest.mark.long
@each("line", some(6, of=LINES))
def test_lines_in_between(line: str) -> None:
    deals = canonical(14, 17)
    for at in (1, 7, 13):
        lines = deals[at].splitlines(keepends=True)
        for place in (1, 2, len(lines) - 1, len(lines)):
            changed_deal = "".join([*lines[:place], line, *lines[place:]])
            check("".join([*deals[:at], changed_deal, *deals[at + 1 :]]))


def test_marks_of_fantasyland() -> None:
    deals = canonical(80, 19, 2)
    for at in (0, 1, 79):
        marked = deals[at].replace("Hero: ", "Hero: (fantasyland) ", 1)
        check("".join([*deals[:at], marked, *deals[at + 1 :]]))


def test_deals_that_are_there_twice() -> None:
    deals = canonical(40, 23)
    again = deals[20].split("\n", 1)[1]
    check("".join([*deals[:21], f"deal x\n{again}", *deals[21:]]))
    check("".join([*deals[:21], f"deal 22\n{again}", *deals[22:]]))
    check("".join([*deals[:21], *deals[20:]]))
    check("".join([*deals, *deals]))
    dated = deals[0].replace("deal 1\n", "deal 30 2026-11-20\n")
    check("".join([dated, *deals[1:]]))
    check("".join(["date: 2026-11-20\n\n", dated, *deals[1:]]))


# -- JSON Lines ----------------------------------------------------------------------------------------

OBJECTS = (
    '{"rules": "chinese"}\n',
    '{"deal": 3, "boards": {"Hero": {"top": "Qh Qd 5c", "mid": "Ah Ad 7s 6c 2d", "bot": "9h"}}}\n',
    '{"deal": 70, "note": "a word", "boards": {}}\n',
    '{"boards": {"Hero": "foul", "Gus": "absent"}}\n',
    "{}\n",
    "[]\n",
    "what is this\n",
    "Deal 7:\n",
    "Hand #12\n",
    "Hero (FL): Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
    "*Hero*: Qh Qd 5c | Ah Ad 7s 6c 2d | 9h Ts Jd Qs Kc\n",
    "1. Hero QhQd5c AhAd7s6c2d 9hTsJdQsKc\n",
    "Hero - Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
    "“Gus”: bust\n",
    "Gus: sat out\n",
    "Rule: ofc-pineapple\n",
    "\u00a0\n",
    " \n",
)


def in_json(log: str) -> str:
    """Return a canonical log in JSON Lines, as `convert` writes it."""
    reading = Problems()
    return "".join(WRITERS["jsonl"](read_syntax(text_source(log), reading), reading))


@pytest.mark.parametrize("players", some(1, of=[3, 2, 4]))
def test_json_lines_go_as_columns(players: int) -> None:
    log = in_json("stake: 1 EUR\n" + "".join(canonical(50, 37, players)))
    assert check(log, form="jsonl") > 20
    assert check(log.split("\n", 1)[1], form="jsonl") > 20
    assert check(re.sub('"deal": "([0-9]+)"', r'"deal": \1', log), form="jsonl") > 20
    check(log.replace("Gus", "Søren").replace("Hero", "Phil H."), form="jsonl")
    check(log.replace("Gus", "S\\u00f8ren"), form="jsonl")


@pytest.mark.long
@pytest.mark.parametrize("seed", some(2, of=range(12)))
def test_changed_json_lines(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        log = in_json(dice.choice(("", "stake: 1 EUR\n")) + "".join(canonical(40, dice.randrange(10**6), 2)))
        data = log.encode()
        for _ in range(dice.randrange(1, 4)):
            data = changed(data, dice)
        if dice.randrange(3) == 0:
            lines = data.splitlines(keepends=True)
            lines.insert(dice.randrange(len(lines)), dice.choice(OBJECTS).encode())
            data = b"".join(lines)
        check(data, form="jsonl")


# -- YAML ----------------------------------------------------------------------------------------------

ITEMS = (
    "- deal: 70\n  note: a word\n  boards: {}\n",
    *("- deal: 71\n  note: |\n    - deal: 72\n      boards: x\n", "- deal: 73\n  note: 'not closed\n"),
    *("- boards:\n    Hero: foul\n    Gus: absent\n", "  note: a word\n", "rules: chinese\n", "---\n"),
    *("...\n", "- &a deal: 3\n", "# a remark\n", "{\n"),
)


def in_yaml(log: str) -> str:
    """Return a canonical log in YAML, as `convert` writes it."""
    reading = Problems()
    return "".join(WRITERS["yaml"](read_syntax(text_source(log), reading), reading))


@pytest.mark.long
@pytest.mark.parametrize("players", some(1, of=[3, 2, 4]))
def test_yaml_goes_as_columns(players: int) -> None:
    log = in_yaml("stake: 1 EUR\n" + "".join(canonical(150, 41, players)))
    assert check(log, form="yaml") > 50
    deals = log[log.index("- deal") :]
    assert check(deals, form="yaml") > 50
    assert check(deals.replace("\n\n", "\n").replace("- deal", "- hand"), form="yaml") > 50
    for name in ("Søren", "Phil H.", "'Gus'", "yes", "1", "x: y", "&a Gus", "top"):
        check(log.replace("Gus", name), form="yaml")


@pytest.mark.long
@pytest.mark.parametrize("seed", some(2, of=range(16)))
def test_changed_yaml(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(8):
        log = in_yaml(dice.choice(("", "stake: 1 EUR\n")) + "".join(canonical(40, dice.randrange(10**6), 2)))
        data = log.encode()
        for _ in range(dice.randrange(3)):
            data = changed(data, dice)
        if dice.randrange(2):
            lines = data.splitlines(keepends=True)
            lines.insert(dice.randrange(len(lines)), dice.choice(ITEMS).encode())
            data = b"".join(lines)
        check(data, form="yaml")


# -- a log that changes while it is read ---------------------------------------------------------------


def _shrink(path: Path) -> None:
    os.truncate(path, 2000)


def _grow(path: Path) -> None:
    with path.open("a") as file:
        file.write("".join(canonical(3, 8, first=61)))


def _touch(path: Path) -> None:
    os.utime(path, ns=(1, 1))


@pytest.mark.long
@each("form", ["text", "jsonl", "yaml", "csv"])
@each("quick", [False, True])
@each(
    ("change", "words"),
    [
        (_shrink, "this file shrank from "),
        (_grow, "this file grew from "),
        (_touch, "this file was changed while "),
    ],
)
def test_a_file_that_is_written_to_meanwhile_is_told(
    change: Callable[[Path], None], words: str, quick: bool, form: Form, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    reading = Problems()
    syntax = read_syntax(text_source("".join(canonical(60, 29))), reading)
    path.write_text("".join(WRITERS[form](syntax, reading)))
    with Spool() as spool:
        scoring = Scoring(make_report("table"), spool, Selection())
        sources = [file_source(path, form)]
        if quick:
            items = long_session(sources, reading, NO_OVERRIDES, scoring)
        else:
            items = read_stream(sources, reading)
        next(items)
        change(path)
        for _ in items:
            pass
    found = [problem for problem in reading.kept if problem.code == "file-changed"]
    assert [(p.status, p.place.file, p.warning) for p in found] == [(3, str(path), False)]
    assert found[0].message.startswith(words)
    assert found[0].message.endswith(" while it was read")


def test_a_pipe_may_grow() -> None:
    reading = Problems()
    reads, writes = os.pipe()
    os.write(writes, "".join(canonical(3, 8)).encode())

    def grow() -> None:
        os.write(writes, "".join(canonical(3, 8, first=4)).encode())
        os.close(writes)

    later = Timer(0.05, grow)
    later.start()
    source = Source("pipe", lambda: os.fdopen(reads, "rb"), "text", reopens=False)
    assert len(list(read_stream([source], reading))) == 7
    later.join()
    assert not reading.kept


# -- the command line ----------------------------------------------------------------------------------


def both(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run a command with numpy, without, and by the reference path, and check that the output is the same."""
    quick = run(*arguments, stdin=stdin)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "quickest", lambda: stretches)
        assert run(*arguments, stdin=stdin) == quick
        patch.setattr(bulk, "LONG", 1 << 30)
        assert run(*arguments, stdin=stdin) == quick
    return quick


@pytest.mark.long
@each("format_", ["table", "markdown", "csv", "json", "chat", "html", "svg"])
def test_reports(format_: str, tmp_path: Path) -> None:
    path = tmp_path / "log.ofc"
    path.write_text("stake: 1 EUR\n" + "".join(canonical(60, 29)))
    for more in ((), ("--deals", "none"), ("--deals", "17"), ("--running",), ("--chart",)):
        option = "".join(more[:1]).removeprefix("--")
        refused = option in REPORTS and format_ not in REPORTS[option]
        assert both("score", str(path), "--format", format_, *more).status == (2 if refused else 0)


@pytest.mark.long
@pytest.mark.parametrize("deals", ["all", "none", "last-3"])
def test_pages_of_several_long_logs(deals: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"2026-{month}.ofc" for month in ("09", "10")]
    for seed, path in enumerate(paths):
        path.write_text(f"stake: 1 EUR\ndate: {path.stem}-20\n" + "".join(canonical(400, 31 + seed)))
    assert both("score", *map(str, paths), "--format", "html", "--deals", deals).status == 0


@pytest.mark.parametrize("seed", some(2, of=range(20)))
def test_commands(seed: int, tmp_path: Path) -> None:
    texts = changed_logs(50_000 + seed)
    paths = [tmp_path / f"{number}.ofc" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text)
    both("score", "--deals", "none", *map(str, paths))
    both("score", "--deals", "none", "--keep-going", *map(str, paths))
    both("score", "--deals", "none", "-", stdin=texts[0])
    both("score", "--deals", "none", "--from", "text", "-", stdin=texts[0])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("remark", ["", "  # !late"])
def test_yaml_that_comes_by_a_pipe_is_read_once(remark: str, tmp_path: Path) -> None:
    log = in_yaml("".join(canonical(60, 47))).replace("deal: 30\n", f"deal: 30{remark}\n")
    file, pipe = tmp_path / "log.yaml", tmp_path / "pipe.yaml"
    file.write_text(log)
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(pipe.write_text, log)
        piped = run("score", "--deals", "none", pipe)
        written.result()
    whole = run("score", "--deals", "none", file)
    assert whole.status == piped.status == 0
    assert whole.out == piped.out


INTERRUPTED = """
import os, signal, sys
from ofcscore import bulk
from ofcscore.bulk import blocks
from ofcscore.bulk.blocks import LongLog
bulk.LONG, blocks.BLOCK = 700, 1500
real = LongLog._take
def take(self, stretch, taken=[]):
    taken.append(stretch)
    if len(taken) == 2:
        os.kill(os.getpid(), signal.SIGINT)
    return real(self, stretch)
LongLog._take = take
from ofcscore.__main__ import start
sys.exit(start())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_ctrl_c_ends_a_long_log_without_a_word_and_with_nothing_written(tmp_path: Path) -> None:
    log = tmp_path / "log.ofc"
    log.write_text("".join(canonical(400, 53)))
    command = ("score", log, "--deals", "none", "-o", tmp_path / "out.txt")
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *map(str, command)], capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
    assert [*tmp_path.iterdir()] == [log]


def test_who_waits_long_is_told_what_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.ofc"
    path.write_text("".join(canonical(60, 43)))
    monkeypatch.setattr("ofcscore.cli.score._LONG_WAIT", 0)
    assert "numpy" not in run("score", path).err
    monkeypatch.setattr(reporting, "find_spec", lambda name: None)
    assert "pip install 'ofcscore[bulk]'" in run("score", path).err
    assert "numpy" not in run("score", path, "--format", "json").err


# -- the proof -----------------------------------------------------------------------------------------


def test_a_deal_that_comes_out_otherwise_by_its_lines_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    real = tables.tables_of

    def wrong(rules: Any) -> tables.Tables:
        made = real(rules)
        return made._replace(pays=made.pays._replace(points=made.pays.points + 1))

    monkeypatch.setattr(regular_deals, "tables_of", wrong)
    with pytest.raises(UnbalancedError):
        by_columns(["".join(canonical(60, 31)).encode()])
