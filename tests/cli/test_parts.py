"""A log that several processes score gives the same bytes as by one, wherever it is cut."""

from __future__ import annotations

import contextlib
import pickle
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ofcscore.cli import parts
from ofcscore.cli.parts import LogInParts
from ofcscore.cli.score_run import Selection, report_session
from ofcscore.files.written import Spool
from ofcscore.log.check.checker import NO_OVERRIDES
from ofcscore.log.check.stream import read_stream
from ofcscore.log.read.sources import file_source
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem, format_problems
from ofcscore.report import make_report
from ofcscore.session.money import Outcome
from ofcscore.session.proof import Proof
from ofcscore.session.result import Standing
from tests.benchmarks.logs import as_text, deals, write_log
from tests.command import run

SMALLEST, WARM_UP = 1_500, 600
HOUSE = "extends: ofc\nroyalties: {top: {pair: {Q: 7, K: 1}}}\n"
"""A rule set of which something is doubtful, and so told."""
Made = tuple[str, tuple[Problem, ...], int]


def score(
    path: Path, jobs: int, format_: str, selection: Selection | None = None, warm_up: int = WARM_UP
) -> Made:
    """The whole report, all problems, and how many parts were cut."""
    reading = Problems()
    source = file_source(path)
    cut = LogInParts.cut(source, NO_OVERRIDES, reading, jobs, SMALLEST, warm_up)
    items = read_stream([source], reading) if cut is None else ()
    report = make_report(format_, in_full=selection is not None)
    with Spool() as spool:
        head, tail, outcome = report_session(
            items, report, spool, reading, deals=selection, keep_going=True, parts=cut
        )
        text = "".join([head, *spool.chunks(), tail])
    return text, outcome.problems, 0 if cut is None else len(cut.parts)


def log(
    seed: int, *, header: str = "", slips: int = 0, marks: bool = False, count: int = 80, first: int = 1
) -> str:
    """A log of deals, some of them with keys, other orders of players, marks and slips."""
    dice = random.Random(seed)
    pieces = [header]
    for piece in as_text(deals(count, players=dice.choice((2, 3)), seed=seed), first=first):
        line, *boards = piece.rstrip("\n").split("\n")
        if dice.random() < 0.3:
            dice.shuffle(boards)
        if dice.random() < 0.1:
            boards.append(
                dice.choice(("note: a fine deal", "adjust: Hero +2, Villain -2", "expect: Hero +1"))
            )
        if marks and dice.random() < 0.2:
            boards[0] += " (fantasyland)"
        if dice.random() < slips / 100:
            boards[0] = dice.choice((boards[0][:-3], boards[0] + " / 2c", "???", boards[1]))
        if dice.random() < slips / 200:
            line = dice.choice(("deal 3", "deal x 2026-11-20", "deal ???", f"{line} 2026-02-30"))
        pieces.append("\n".join([line, *boards, "", ""]))
    return "".join(pieces)


LOGS = {
    "plain": log(1),
    "stakes": log(
        2, header="rules: ofc-pineapple\nstake: 0.25 EUR\nstake Hero/Villain: 1 EUR\nrake: 0.30 EUR\n"
    ),
    "players": log(3, header="players: Carol = C, Villain = V, Hero\nrounds: 70\nexpect: Hero +3\n"),
    "slips": log(4, slips=10),
    "many slips": log(5, slips=60),
    "marks": log(6, marks=True),
    "dealer": log(7, header="players: Hero, Villain, Carol\ndealer: Villain\n"),
    "table stakes": log(8, header="rules: ofc + table-stakes\nplayers: Hero, Villain, Carol\nchips: 500\n"),
    "bankroll": log(9, header="players: Hero, Villain, Carol\nbankroll: 60\n"),
    "adjusted before": log(45, header="adjust: Hero -2, Zoe +2\nadjust: Zoe +1 EUR, house -1 EUR\n"),
    "bankroll and adjustments": log(
        46, header="players: Hero, Villain, Carol, Zoe\nbankroll: 90\nadjust: Zoe -80, Hero +80\n"
    ).replace("\n\ndeal 60", "\nadjust: Zoe -10, Hero +10\n\ndeal 60")
    + log(47, first=81, count=5).replace("Villain", "Zoe"),
    "CRLF": log(10).replace("\n", "\r\n"),
    "other names": log(11).replace("deal ", "hand a"),
    "somebody new": log(12) + log(13, count=30).replace("Villain", "Zoe").replace("deal ", "deal 1000"),
    "one deal often": "".join(log(14, count=1) for _ in range(80)),
    "a doubt of the rules": log(22).replace("deal 9\n", "deal 9\nrules: ./house.yaml\n"),
    "void": log(15).replace("note: a fine deal", "void"),
    "mentioned before": log(16).replace("deal 9\n", "deal 9\npaid: Zoe -> Hero 5\n")
    + log(17, count=5, first=81).replace("Villain", "Zoe"),
    "look-alike": log(18) + log(19, count=30, first=81).replace("Villain", "villain"),
    "names again": log(20).replace("deal 70", "deal 7"),
    "words again": log(21).replace("deal ", "deal x").replace("deal x70", "deal x7"),
    "counted down": "".join(log(30 + n, count=1, first=200 - n) for n in range(110)),
    "long fantasylands": "".join(
        f"deal {n}\nHero: Ah Ad Ac / Kh Kd Kc 2h 2d / Qh Qd Qc Qs 3h\n"
        "Gus: 2s 3s 5h / 4s 6s 8h 9h Js / 4h 6h 8s 9s Jh\n\n"
        for n in range(80)
    ),
    "table stakes late": log(40, header="players: Hero, Villain, Carol\nchips: 9\ndealer: Villain\n")
    + log(41, count=30, first=81).replace("\nHero", "\nrules: ofc + table-stakes\nHero"),
    "out for good": "adjust: Zoe -200, Hero +200\n"
    + log(42, first=1, count=1)
    .replace("deal 1\n", "deal 1\nrules: ofc + bankroll-100\n")
    .replace("Villain", "Zoe")
    + log(43, first=2)
    + log(44, first=82, count=4).replace("Villain", "Zoe"),
    "a mark at the end": "".join(
        f"deal {n}\nHero: {'Qh Qd' if n % 30 == 10 else 'Qh Jd'} 5c / Ad Ac 7s 6s 2d / Jc Td Js 4h 4c"
        f"{' (fantasyland)' if n == 79 else ''}\n"
        "Gus: 6h 6d 3c / Kh Kd 9s 4d 3s / 9c Tc Jh Qs Kc\n\n"
        for n in range(80)
    ),
    "somebody misses it": "".join(
        f"deal {n}\nHero: Qh Qd 5c / Ad Ac 7s 6s 2d / Jc Jd Js 4h 4c{' (fantasyland)' * (n > 60)}\n"
        "Gus: 6h 6d 3c / Kh Kd 9s 4d 3s / 9c Tc Jh Qs Kc\n\n"
        if n in (2, 70)
        else f"deal {n}\nGus: 6h 6d 3c / Kh Kd 9s 4d 3s / 9c Tc Jh Qs Kc\n"
        "Ann: 2h 2d 4c / Ah Kc Ts 8s 2c / 4s 5d 6c 7h 8d\n\n"
        for n in range(90)
    ),
    "fantasylands between other rules": "rules: chinese\n"
    + "".join(
        f"deal {n}\n{'rules: ofc' if n % 7 == 0 else 'note: x' if n % 5 == 0 else ''}\n"
        "Hero: Qh Qd 5c / Ad Ac 7s 6s 2d / Jc Jd Js 4h 4c\n"
        "Gus: 6h 6d 3c / Kh Kd 9s 4d 3s / 9c Tc Jh Qs Kc\n\n"
        for n in range(1, 90)
    ),
}


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("name", LOGS)
def test_parts_come_to_the_same(name: str, jobs: int, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(HOUSE)
    path = tmp_path / "night.ofc"
    path.write_bytes(LOGS[name].encode())
    for format_ in ("table", "jsonl", "chat"):
        made = score(path, jobs, format_)
        assert made[2] == jobs - 1, "it was cut"
        assert made[:2] == score(path, 1, format_)[:2]


class Here:
    """What a process hands over, made in this one: nothing of it is shared, as between processes."""

    def __init__(self, *sent: object) -> None:
        self.sent = [pickle.dumps(piece) for piece in sent]

    def recv(self) -> object:
        return pickle.loads(self.sent.pop(0))


def begin_here(cut: LogInParts, stack: ExitStack, fresh: bytes, part: parts.Part, before: object) -> Here:
    """Scores a part in this process."""
    report, shown = pickle.loads(fresh)
    source = file_source(cut.source.name, cut.source.form)
    with Spool() as spool:
        scored = parts._score(source, cut.overrides, part, report, shown, spool)
        return Here(scored, *spool.chunks(), "")


@pytest.mark.parametrize("name", LOGS)
def test_parts_scored_one_after_the_other_come_to_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without other processes: what is seen here of a part is all that there is to see."""
    monkeypatch.setattr(LogInParts, "_begin", begin_here)
    (tmp_path / "house.yaml").write_text(HOUSE)
    path = tmp_path / "night.ofc"
    path.write_bytes(LOGS[name].encode())
    assert score(path, 4, "jsonl")[:2] == score(path, 1, "jsonl")[:2]


def everything(
    path: Path, jobs: int, warm_up: int, patch: pytest.MonkeyPatch
) -> tuple[dict[str, object], int]:
    """All that a session adds up, deal by deal and of itself; and how many stretches were scored here."""
    fed, proved, found = [], [], Problems()
    feed, prove = LogInParts._feed, Proof.outcome

    def counted(self: LogInParts, *arguments: object) -> None:
        fed.append(arguments)
        feed(self, *arguments)  # type: ignore[arg-type]

    def proving(self: Proof, outcome: Outcome) -> None:
        proved.append(self.exchanged)
        prove(self, outcome)

    patch.setattr(LogInParts, "_feed", counted)
    patch.setattr(Proof, "outcome", proving)
    source = file_source(path)
    cut = LogInParts.cut(source, NO_OVERRIDES, found, jobs, SMALLEST, warm_up)
    assert (cut is None) is (jobs == 1)
    items = read_stream([source], found) if cut is None else ()
    with Spool() as spool:
        _, _, outcome = report_session(items, make_report("json"), spool, found, keep_going=True, parts=cut)
    patch.undo()
    session = outcome.session
    added = {
        **session._asdict(),
        "standings": [
            {name: getattr(standing, name) for name in Standing.__slots__ if name != "running"}
            | {"running": standing.running.points(), "step": standing.running.step}
            for standing in session.standings
        ],
        "rules": [(use.rules.name, use.deals) for use in session.rules],
        "proved": proved,
        "problems": outcome.problems,
        "told": (found.errors, found.warnings, found.left_out, found.status, found.kept),
        "left out": outcome.left_out,
    }
    return added, len(fed)


ADDED_UP = (
    log(
        40,
        header="rules: ofc\nstake: 0.25 EUR\nrake: 0.30 EUR\nplayers: Carol, Villain, Hero\n"
        "adjust: Hero +2, Carol -2\n",
        count=300,
    )
    .replace("deal 5\n", "deal 5\npaid: Carol -> Hero 5\n")
    .replace("deal 12\n", "deal 12\nrules: chinese-pagat\n")
    .replace("deal 140\n", "deal 140\npaid: Hero -> Carol 2\n")
    .replace("deal 142\n", "deal 142\nrules: chinese-pagat\n")
    .replace("deal 270\n", "deal 270\nrules: chinese-pagat\n")
    .replace("deal 277\n", "deal 277\npaid: Villain -> Carol 3\n")
)


@pytest.mark.parametrize("jobs", [2, 4])
@pytest.mark.parametrize("log_", [ADDED_UP, *(LOGS[name] for name in LOGS)], ids=["added up", *LOGS])
def test_fault_09_parts_add_up_to_what_the_whole_does(
    log_: str, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every sum, also those that no report prints, with what came before and what comes behind."""
    (tmp_path / "house.yaml").write_text(HOUSE)
    path = tmp_path / "night.ofc"
    path.write_bytes(log_.encode())
    long = log_ == ADDED_UP
    warm_up = 4_000 if long else WARM_UP
    whole, _ = everything(path, 1, warm_up, monkeypatch)
    monkeypatch.setattr(LogInParts, "_begin", begin_here)
    in_parts, fed = everything(path, jobs, warm_up, monkeypatch)
    assert in_parts == whole
    if long:
        assert fed == 1, "the parts behind the first are taken in, and not scored again"


@pytest.mark.parametrize("seed", range(12))
def test_parts_come_to_the_same_wherever_they_are_cut(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "night.ofc"
    text = log(seed, slips=seed % 3, marks=seed % 4 == 3)
    at = [match.start() for match in re.finditer("(?m)^deal", text)]
    path.write_text(text[: at[-1 - seed]] + "# the end\n")
    assert score(path, 2, "json")[:2] == score(path, 1, "json")[:2]


def test_parts_are_taken_in_and_not_scored_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "night.ofc"
    path.write_text(log(1, count=300))
    fed = []
    feed = LogInParts._feed

    def counted(self: LogInParts, *arguments: object) -> None:
        fed.append(arguments)
        feed(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(LogInParts, "_feed", counted)
    for format_ in ("table", "jsonl"):
        score(path, 3, format_, warm_up=4_000)
        assert len(fed) == 1, "the first part alone"
        fed.clear()


def test_a_process_that_dies_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "night.ofc"
    path.write_text(log(1))
    alone = score(path, 1, "table")
    monkeypatch.setattr(parts, "_score", lambda *_: 1 / 0)
    assert score(path, 3, "table")[:2] == alone[:2]


def test_the_command_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "night.ofc"
    path.write_text(log(4, slips=10))
    alone = run("score", path, "--keep-going")
    monkeypatch.setattr(LogInParts.cut.__func__, "__defaults__", (SMALLEST, WARM_UP))  # type: ignore[attr-defined]
    assert run("score", path, "--keep-going", "--jobs", "3") == alone
    assert run("score", path, "--jobs", "0").status == 2
    assert format_problems(score(path, 1, "table")[1]).rstrip("\n") == alone.err.rstrip("\n")


@pytest.mark.parametrize("first", ["note: [late] we began at nine\n", "note: > x\n", "- deal: 1\n"])
def test_fault_08_the_form_of_a_log_is_judged_alike_with_jobs(first: str, tmp_path: Path) -> None:
    """Text that looks like YAML in a note is text; what is YAML is told, however many processes there are."""
    path = tmp_path / "night.ofc"
    path.write_text(first + log(1))
    alone, parted = score(path, 1, "json"), score(path, 3, "json")
    assert parted[:2] == alone[:2]
    codes = [problem.code for problem in alone[1]]
    assert ("form-mismatch" in codes) == first.startswith("-")
    assert (parted[2] == 0) == first.startswith("-")


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="children are found in /proc")
def test_processes_end_when_the_run_is_killed(tmp_path: Path) -> None:
    """Nobody reads what they found out, and so they find nobody to hand it to."""
    log_ = write_log(tmp_path / "long.ofc", 60_000)
    program = "import sys; from ofcscore.cli.main import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", program, "score", str(log_), "--jobs", "2"]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    children: list[int] = []
    while not children and run.poll() is None:
        time.sleep(0.01)
        children = [process for process, parent in _processes() if parent == run.pid]
    run.kill()
    run.wait()
    assert children
    while any(process in children for process, _ in _processes()):
        time.sleep(0.1)


def _processes() -> Iterator[tuple[int, int]]:
    """Every process that runs, and its parent."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                yield int(path.parent.name), int(parent)
