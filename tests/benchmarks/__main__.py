"""`python -m tests.benchmarks`: every figure of the program's speed as a ratio to its anchor, in one run.

Start-up is measured in an environment of its own with the same packages but `interegular`, which makes
lark check its terminals for a third of a second, and with Python's cache of compiled modules.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import resource
import statistics
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from ofcscore.api import load_rules
from ofcscore.scoring.deal import Deal
from ofcscore.session.settlement import settlement
from tests.benchmarks import work
from tests.benchmarks.logs import write_log

ROOT: Final = Path(__file__).resolve().parents[2]


ANCHORS: Final = {
    "A0": "`python -c pass`",
    "A1": "one pattern and three splits a line in memory",
    "A2": "the events of PyYAML's parser",
    "A3": "treys, its six rows of five cards",
    "": "",
}
"""What the units are, in the table of docs/speed.md."""


class Row(NamedTuple):
    """One line of the table: what is measured, its unit, the two limits, and our figure.

    With `least` a figure is good from its limit on, else up to it.
    """

    what: str
    unit: str
    excellent: float
    must: float
    figure: float
    least: bool = False

    def line(self) -> str:
        sign = -1 if self.least else 1
        good, enough = (sign * self.figure <= sign * limit for limit in (self.excellent, self.must))
        verdict = "ok" if good else "must" if enough else "MISSED"
        return (
            f"{self.what:<58} {self.figure:8.2f} {self.excellent:8g} {self.must:8g} {self.unit:<3} {verdict}"
        )

    def markdown(self) -> str:
        """The line of the table in docs/speed.md."""
        figure = f"{self.figure:.2g}" if self.figure < 10 else f"{self.figure:.0f}"
        amount = figure if self.unit in ANCHORS else f"{figure} {self.unit}"
        return f"| {self.what} | {ANCHORS.get(self.unit, '')} | {amount} |"


def medians(tasks: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of processor time of each task: the median of rounds in which all take their turn."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for task in tasks.values():
        task()
    for _ in range(rounds):
        for name, task in tasks.items():
            gc.collect()
            # As the program itself runs.
            gc.disable()
            start = time.process_time()
            task()
            taken[name].append(time.process_time() - start)
            gc.enable()
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


# -- start-up ------------------------------------------------------------------------------------------


def clean_python(folder: Path) -> Path:
    """A Python with the packages of this one but interegular."""
    if folder.exists():
        return folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if not package.name.startswith(("interegular", "_ofcscore", "__editable__", "ofcscore")):
            (site / package.name).symlink_to(package)
    (site / "ofcscore.pth").write_text(f"{ROOT}\n")
    return folder / "bin" / "python"


def clean_environment() -> dict[str, str]:
    """The environment of somebody whose Python keeps what it compiled."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}


def spent(command: Sequence[str | Path]) -> float:
    """Seconds of processor time of a process, whatever else the machine does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env=clean_environment(), capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


BEGIN: Final = "import sys; from ofcscore.__main__ import start; sys.exit(start())"


def whole_process(folder: Path, count: int, rounds: int) -> Row:
    """Processor time of a run from its start to its end, and of one that imports numpy alone."""
    python, log = clean_python(folder / "clean"), write_log(folder / "process.ofc", count)
    commands = ([BEGIN, "score", "--deals", "none", str(log)], ["import numpy"])
    taken: list[list[float]] = [[], []]
    for _ in range(rounds):
        for command, times in zip(commands, taken, strict=True):
            times.append(spent([python, "-c", *command]))
    whole, alone = map(statistics.median, taken)
    return Row(f"{count:,} deals as a process, to `import numpy` alone", "", 1.6, 2.2, whole / alone)


def start_up(folder: Path, rounds: int) -> list[Row]:
    python = clean_python(folder / "clean")
    canonical = write_log(folder / "one.ofc", 1)
    irregular = write_log(folder / "one-irregular.ofc", 1, form="grammar")
    yaml = write_log(folder / "one.yaml", 1, form="yaml")
    commands: dict[str, list[str | Path]] = {
        "A0": ["-c", "pass"],
        "plain": ["-c", BEGIN, "score", "--format", "markdown", canonical],
        "table": ["-c", BEGIN, "score", canonical],
        "grammar": ["-c", BEGIN, "score", irregular],
        "yaml": ["-c", BEGIN, "score", yaml],
        "help": ["-c", BEGIN, "--help"],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for index in range(rounds + 2):
        for name, command in commands.items():
            seconds = spent([python, *command])
            if index > 1:
                taken[name].append(seconds)
    bare = statistics.median(taken["A0"])
    figure = {name: statistics.median(seconds) / bare for name, seconds in taken.items()}
    print(f"A0, `python -c pass`: {bare * 1e3:.1f} ms")
    return [
        Row("one canonical deal, printed without tabulate", "A0", 6, 7, figure["plain"]),
        Row("one canonical deal, printed with tabulate", "A0", 7.3, 9, figure["table"]),
        Row("one deal that needs the grammar, with tabulate", "A0", 8, 10, figure["grammar"]),
        Row("one YAML deal, with tabulate", "A0", 7.5, 9, figure["yaml"]),
        Row("--help", "A0", 5.3, 6, figure["help"]),
    ]


# -- logs ----------------------------------------------------------------------------------------------


def columns(folder: Path, count: int, rounds: int) -> list[Row]:
    """Long logs, nearly all of whose deals are scored as columns."""
    text = write_log(folder / "long.ofc", count)
    lines = text.read_text(encoding="utf-8").splitlines()
    few = count // 2
    yaml, jsonl = (write_log(folder / f"long.{form}", few, form=form) for form in ("yaml", "jsonl"))
    seconds = medians(
        {
            "A1": lambda: work.match_lines(lines),
            "summary": lambda: work.report(text, deals="none", quick=True),
            "lines": lambda: work.report(text, quick=True),
            "A2": lambda: work.yaml_events(yaml),
            "yaml": lambda: work.report(yaml, deals="none", quick=True),
            "jsonl": lambda: work.report(jsonl, deals="none", quick=True),
        },
        rounds,
    )
    a1 = seconds["A1"]
    json_lines = seconds["jsonl"] / few * count / a1
    print(f"A1 over {count:,} deals: {a1 / count * 1e6:.2f} us a deal")
    return [
        Row(f"text, {count:,} deals summed up, one thread", "A1", 0.7, 1.2, seconds["summary"] / a1),
        Row(f"text, {count:,} deals, a line a deal", "A1", 2, 3, seconds["lines"] / a1),
        Row(f"YAML, {few:,} deals summed up", "A2", 0.25, 0.5, seconds["yaml"] / seconds["A2"]),
        Row(f"JSON Lines, {few:,} deals summed up", "A1", 1, 2, json_lines),
    ]


def elapsed(task: Callable[[], object], rounds: int) -> float:
    """Seconds on the clock of a task: the least of some rounds."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        task()
        taken.append(time.perf_counter() - start)
    return min(taken)


def streams(folder: Path, count: int, rounds: int) -> list[Row]:
    """Text logs by the plain way, and deals that are read already."""
    text = write_log(folder / "text.ofc", count)
    few = count // 5
    hand = write_log(folder / "hand.ofc", few, form="hand")
    lines = text.read_text(encoding="utf-8").splitlines()
    items = work.parsed(text)
    deals = [item for item in items if isinstance(item, Deal)]
    rows = work.treys_cards(items)
    texts = work.five_card_rows(items)
    ranked = work.treys_deals(items)
    gc.freeze()
    seconds = medians(
        {
            "A1": lambda: work.match_lines(lines),
            "A3": lambda: work.treys_rows(rows),
            "lines": lambda: work.report(text),
            "summary": lambda: work.report(text, deals="none"),
            "hand": lambda: work.report(hand, deals="none"),
            "totals": lambda: work.totals(deals),
            "breakdown": lambda: work.breakdown(deals),
            "session": lambda: work.session(items),
            "phevaluator": lambda: work.phevaluator_rows(texts),
            "treys": lambda: work.treys_totals(ranked),
        },
        rounds,
    )
    deal = {name: seconds[name] / (few if name == "hand" else count) * 1e6 for name in seconds}
    print(", ".join(f"{name} {deal[name]:.2f} us a deal" for name in ("A1", "A3")))
    peers = {name: deal[name] / deal["A3"] for name in ("session", "phevaluator", "treys")}
    print(
        f"peers: phevaluator, rows from text {peers['phevaluator']:.2f} A3; treys, rows alone compared "
        f"{peers['treys']:.2f} A3; ours, a session with its standings from parsed boards "
        f"{peers['session']:.2f} A3"
    )
    a1, a3 = deal["A1"], deal["A3"]
    return [
        Row("without numpy: text, summed up", "A1", 12, 16, deal["summary"] / a1),
        Row("without numpy: text, a line a deal", "A1", 16, 20, deal["lines"] / a1),
        Row("without numpy: hand notation, summed up", "A1", 14, 20, deal["hand"] / a1),
        Row("API, parsed boards, totals", "A3", 3, 4.5, deal["totals"] / a3),
        Row("API, every line", "A3", 3.5, 5, deal["breakdown"] / a3),
    ]


_MEASURED: Final = """
import sys, time
start = time.perf_counter()
sys.path.insert(0, {root!r})
sys.stdout = open("/dev/null", "w")
if {numpy!r}:
    import numpy
else:
    sys.modules["numpy"] = None
    import importlib.util as util
    real = util.find_spec
    util.find_spec = lambda name, package=None: None if name == "numpy" else real(name, package)
if {arguments!r}:
    from ofcscore.cli.main import main
    assert main({arguments!r}) == 0
# Not what getrusage says, which begins with the peak of the process that began this one.
with open("/proc/self/status") as status:
    used = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(time.perf_counter() - start, used / 1024, file=sys.__stdout__)
"""


def measured(*arguments: str, numpy: bool = True) -> tuple[float, float]:
    """Seconds and peak MB of a command in a process of its own; of a bare one without arguments."""
    script = _MEASURED.format(root=str(ROOT), arguments=list(arguments), numpy=numpy)
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    seconds, megabytes = ran.stdout.split()
    return float(seconds), float(megabytes)


def growth(folder: Path, sizes: Sequence[int]) -> list[Row]:
    """Whole processes: time and memory from log to log."""
    few, more, most = sizes
    rows = []
    bare = measured()[1]
    for size in sizes:
        path = str(write_log(folder / f"{size}.ofc", size))
        seconds, peak = measured("score", "--deals", "none", path)
        print(f"text, {size:,} deals: {seconds / size * 1e6:.1f} us a deal, {peak - bare:.1f} MB over numpy")
    rows.append(Row(f"{most:,} deals of text: peak above numpy", "MB", 40, 80, peak - bare))
    rows.append(whole_process(folder, few, 15))
    for form in ("jsonl", "json", "csv"):
        peaks = [
            measured("score", "--format", "chat", str(path), numpy=False)[1]
            for path in (write_log(folder / f"{n}.{form}", n, form=form) for n in (few, more))
        ]
        what = f"{form} without numpy: memory from {few:,} to {more:,} deals"
        rows.append(Row(what, "MB", 2, 5, peaks[1] - peaks[0]))
    return rows


def settlements(rounds: int) -> list[Row]:
    rows = []
    for people, excellent, must in ((12, 1, 10), (20, 100, 5000)):
        dice = random.Random(people)
        taken = []
        for _ in range(rounds):
            totals = {str(n): dice.randint(-500, 500) for n in range(people - 1)}
            totals["last"] = -sum(totals.values())
            start = time.process_time()
            settlement(totals)
            taken.append((time.process_time() - start) * 1e3)
        rows.append(Row(f"settlement, {people} players", "ms", excellent, must, statistics.median(taken)))
    return rows


def parquet(folder: Path, count: int, rounds: int) -> list[Row]:
    """Rows of Parquet files; more of them by `python -m tests.benchmarks.bulk`."""
    from tests.benchmarks import bulk

    codes = bulk.log_codes(10_000)
    rows = bulk.in_memory(codes, load_rules("ofc"), rounds)
    made = bulk.write_files(folder, codes, count)
    rows += bulk.files(folder, made, count, max(1, rounds // 3), clusters=False)
    return [Row(f"Parquet, {r.what}", "", r.excellent, r.must, r.figure, not r.most) for r in rows]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller logs, fewer rounds")
    parser.add_argument("--markdown", action="store_true", help="the rows as docs/speed.md has them")
    given = parser.parse_args()
    quick = given.quick
    with TemporaryDirectory() as name:
        folder = Path(name)
        rows = start_up(folder, 7 if quick else 25)
        rows += columns(folder, 20_000 if quick else 100_000, 3 if quick else 7)
        rows += streams(folder, 2_000 if quick else 10_000, 3 if quick else 7)
        rows += growth(folder, (10_000, 30_000, 100_000) if quick else (10_000, 100_000, 1_000_000))
        rows += settlements(5 if quick else 25)
        rows += parquet(folder, 1 << 17 if quick else 1 << 20, 3 if quick else 9)
    if not given.markdown:
        print(f"\n{'':<58} {'ours':>8} {'good':>8} {'must':>8}")
    for row in rows:
        print(row.markdown() if given.markdown else row.line())


if __name__ == "__main__":
    main()
