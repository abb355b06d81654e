"""Odd seasons scored both ways: columns say what the plain way says, to the byte.

    python -m tests.fuzz columns --minutes 10 --seed 1

makes seasons of canonical deals, changes each in ways of up to three `KINDS`, and runs `score` on it with
columns and without. A season follows from the seed and its number alone. Each finding is a folder (its path
is printed) with the logs, the command and both answers: `python -m tests.fuzz columns --again FOLDER`.
"""

from __future__ import annotations

import difflib
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from ofcscore import bulk
from ofcscore.bulk import blocks, stretches
from ofcscore.bulk.blocks import LongLog
from ofcscore.bulk.stretches import Stretch
from ofcscore.diagnostics.problem import Problems
from ofcscore.game.cards import RANKS
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import Form, text_source
from ofcscore.log.write.forms import WRITERS
from ofcscore.rules.files import shipped_names
from tests.benchmarks.logs import DECK
from tests.command import Ran, run

PRESETS, OPTIONS = shipped_names()
NAMES: Final = ("Hero", "Gus", "Ana", "Zoë", "Bob", "Carl.Q", "X-1", "Phil H.")
SUFFIXES: Final = {"text": "ofc", "jsonl": "jsonl", "yaml": "yaml"}
SIZES: Final = ((900, 1500), (1200, 3000), (4096, 4096), (2048, 1000), (1500, 1 << 15))
"""From how many bytes on a log is long, and how many are read at once."""
SHOWN: Final = (
    *[""] * 12,
    *("--format markdown", "--format html", "--format csv", "--format chat"),
    *("--format json", "--format svg", "--running", "--chart", "--settle pairs", "--deals last"),
)


@dataclass
class Deal:
    """One deal as it is written: lines above it, its name, its keys, boards, and what stands below them."""

    name: str
    boards: list[str]
    above: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)

    def text(self, word: str, blank: str) -> str:
        lines = [*self.above, f"{word} {self.name}", *self.keys, *self.boards, *self.below]
        return "\n".join(lines) + "\n" + blank


class Season(NamedTuple):
    """Some logs by their names, and the command that scores them with one of them as standard input."""

    logs: dict[str, bytes]
    command: list[str]
    stdin: str | None
    deals: int
    sizes: tuple[int, int]


def rule_sums(dice: random.Random) -> str:
    return dice.choice([*PRESETS, *(f"{dice.choice(('ofc', 'chinese'))} + {name}" for name in OPTIONS)])


def rows_of(cards: list[str], dice: random.Random) -> tuple[list[str], list[str], list[str]]:
    """Thirteen cards as a board that is seldom a foul, and has a high pair on top now and then."""
    ranks = [card[0] for card in cards]
    cards = sorted(cards, key=lambda card: (ranks.count(card[0]), RANKS.index(card[0])))
    pair = next((rank for rank in "QKA" if ranks.count(rank) > 1), None)
    if pair is not None and dice.random() < 0.15:
        high = [card for card in cards if card[0] == pair][:2]
        cards = [card for card in cards if card not in high]
        return [*high, cards[0]], cards[1:6], cards[6:]
    return cards[:3], cards[3:8], cards[8:]


def deals(dice: random.Random, players: list[str], first: int, count: int) -> Iterator[Deal]:
    strong = dice.random() < 0.8
    for number in range(first, first + count):
        deck = dice.sample(DECK, 13 * len(players))
        boards = []
        for seat, player in enumerate(players):
            cards = deck[13 * seat : 13 * seat + 13]
            rows = rows_of(cards, dice) if strong else (cards[:3], cards[3:8], cards[8:])
            boards.append(f"{player}: {' / '.join(' '.join(row) for row in rows)}")
        yield Deal(str(number), boards)


# -- how deals are changed -----------------------------------------------------------------------------


def two(deal: Deal, dice: random.Random) -> list[str]:
    """Two who play in a deal, or one of them twice where there is one."""
    names = [board.partition(":")[0] for board in deal.boards] or ["Hero"]
    return dice.sample(names * 2, 2)


def header(deal: Deal, dice: random.Random) -> None:
    a, b = two(deal, dice)
    some = (
        "stake: 2 EUR",
        f"players: {b}, {a}",
        f"rules: {rule_sums(dice)}",
        "note: after supper",
        "cards: double 5h",
    )
    deal.above += ["", dice.choice((*some, f"dealer: {a}", "rake: 1 EUR", f"chips: {a} 100, {b} 100"))]


def stakes(deal: Deal, dice: random.Random) -> None:
    a, b = two(deal, dice)
    amount = dice.choice(("1 EUR", "3 EUR", "0.05 USD", "2", "1/3 EUR"))
    deal.keys.append(dice.choice((f"stake: {amount}", f"stake {a}/{b}: {amount}")))


def adjustments(deal: Deal, dice: random.Random) -> None:
    a, b = two(deal, dice)
    deal.below.append(
        dice.choice((f"adjust: {a} +2, {b} -2", f"paid: {a} -> {b} 2", f"paid: {a} to {b} 2 EUR"))
    )


def expectations(deal: Deal, dice: random.Random) -> None:
    a, b = two(deal, dice)
    deal.below.append(dice.choice((f"expect: {a} +4", f"expect: {a} +4, {b} -4", f"expect: {a} foul")))


def void(deal: Deal, dice: random.Random) -> None:
    deal.below.append(dice.choice(("void", "void: misdeal")))


def fantasyland(deal: Deal, dice: random.Random) -> None:
    at = dice.randrange(len(deal.boards))
    name, _, rows = deal.boards[at].partition(": ")
    deal.boards[at] = dice.choice((f"{name}: {rows} (fantasyland)", f"{name}: (fl) {rows}"))


def other_rules(deal: Deal, dice: random.Random) -> None:
    deal.keys.append(f"rules: {rule_sums(dice)}")


def names(deal: Deal, dice: random.Random) -> None:
    odd = (f"{deal.name} 2026-01-02", f"0{deal.name}", f"x{deal.name}", f'"{deal.name}"', "7", "1000000")
    deal.name = dice.choice(odd)


def boards(deal: Deal, dice: random.Random) -> None:
    at = dice.randrange(len(deal.boards))
    name, _, rows = deal.boards[at].partition(": ")
    ranks = " ".join(card if card == "/" else card[0] for card in rows.split())
    joined = rows.replace(" ", "").replace("/", " / ")
    odd = (
        rows.lower(),
        joined,
        ranks,
        f"{rows} (foul)",
        f"{rows}  # a remark",
        "absent",
        "foul",
        rows[:-1] + "x",
    )
    other = dice.choice((name, name, name.upper(), dice.choice(NAMES), "Eve"))
    deal.boards[at] = f"{other}: {dice.choice((*odd, rows))}"


def seats(deal: Deal, dice: random.Random) -> None:
    if dice.randrange(3) and len(deal.boards) > 2:
        del deal.boards[dice.randrange(len(deal.boards))]
    else:
        dice.shuffle(deal.boards)


KINDS: Final[dict[str, Callable[[Deal, random.Random], None]]] = {
    "headers": header,
    "stakes": stakes,
    "adjustments": adjustments,
    "expectations": expectations,
    "void": void,
    "fantasyland": fantasyland,
    "rules": other_rules,
    "names": names,
    "boards": boards,
    "seats": seats,
}
"""Besides, seasons have several logs, repeated deals, standard input, other line ends, and bytes that are
changed anywhere."""


def changed(log: bytes, dice: random.Random) -> bytes:
    """A log with other bytes in a few places, or more or fewer; or with other ends of lines, or cut off."""
    way = dice.random()
    if way < 0.15:
        return log.replace(b"\n", b"\r\n")
    if way < 0.3:
        return log[: dice.randrange(len(log))]
    for _ in range(dice.choice((1, 1, 3))):
        at = dice.randrange(len(log))
        byte = dice.choice((dice.choice(b'\n /:AhK92x#"\r\t\0\xff\xc3(,1{}[]&*-'), dice.randrange(256)))
        log = log[:at] + bytes([byte][: dice.randrange(2) + 1]) + log[at + dice.randrange(3) :]
    return log


def log_of(dice: random.Random, players: list[str], form: Form) -> tuple[bytes, int]:
    """A log and how many deals it has."""
    first, count = dice.choice((1, 1, 1, 7, 95, 998)), dice.choice((1, 5, 30, 60, 60, 120, 120, 200))
    made = list(deals(dice, players, first, count))
    share = dice.choice((0.002, 0.005, 0.01, 0.03, 0.1))
    for name in dice.sample(sorted(KINDS), dice.choice((0, 1, 1, 2, 3))):
        for deal in made:
            if dice.random() < share and deal.boards:
                KINDS[name](deal, dice)
    if dice.random() < 0.1:
        at = dice.randrange(len(made))
        made.insert(at, made[at])
    above = []
    if dice.random() < 0.7:
        above.append(f"rules: {dice.choice(('ofc', 'ofc-pineapple', 'chinese', rule_sums(dice)))}")
    if dice.random() < 0.5:
        above.append(f"stake: {dice.choice(('1 EUR', '0.50 EUR', '2', '0.05 USD'))}")
    if dice.random() < 0.4:
        above.append(f"players: {', '.join(players)}")
    word, blank = dice.choice(("deal", "deal", "hand", "Deal")), dice.choice(("\n", "\n", "", "\n\n"))
    text = "".join(f"{line}\n" for line in above) + "".join(deal.text(word, blank) for deal in made)
    if form != "text":
        reading = Problems()
        text = "".join(WRITERS[form](read_syntax(text_source(text), reading), reading))
    log = text.encode()
    return (changed(log, dice) if log and dice.random() < 0.3 else log), len(made)


def season(seed: int, number: int) -> Season:
    """The season of a seed and a number."""
    dice = random.Random(f"{seed} {number}")
    form: Form = dice.choice(("text", "text", "text", "jsonl", "yaml"))
    players = dice.sample(NAMES, dice.choice((2, 2, 3, 3, 4)))
    logs, count = {}, 0
    for at in range(dice.choice((1, 1, 1, 2, 3))):
        if dice.random() < 0.3:
            players = dice.sample(NAMES, dice.choice((2, 3, 4)))
        logs[f"{at}.{SUFFIXES[form]}"], more = log_of(dice, players, form)
        count += more
    files = list(logs)
    stdin = None
    if dice.random() < 0.1:
        stdin = files[0]
        files = ["-", "--from", form]
    options = dice.choice(SHOWN).split()
    if "--format" not in options or dice.random() < 0.5:
        options += dice.choice(([], ["--deals", "none"])) if "--deals" not in options else []
    for option, chance in (
        ("--keep-going", 0.3),
        ("--jobs 2", 0.15),
        (f"--rules {dice.choice(PRESETS)}", 0.1),
    ):
        options += option.split() if dice.random() < chance else []
    return Season(logs, ["score", *files, *options], stdin, count, dice.choice(SIZES))


def answer(made: Season, folder: Path, *, plain: bool) -> Ran:
    """What a season's command says by columns, or the plain way."""
    stdin = b"" if made.stdin is None else made.logs[made.stdin]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(bulk, "LONG", 1 << 40 if plain else made.sizes[0])
        patch.setattr(blocks, "BLOCK", made.sizes[1])
        patch.setattr(stretches, "FEWEST", 2)
        patch.setattr(stretches, "PROVED_ONE_IN", 7)
        return run(*made.command, stdin=stdin)


def compare(made: Season, folder: Path) -> str:
    """Both ways beside each other; where they differ, or one fails, the first lines that do."""
    for name, log in made.logs.items():
        (folder / name).write_bytes(log)
    try:
        quick, plain = (answer(made, folder, plain=plain) for plain in (False, True))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if quick == plain:
        return ""
    before, after = (f"exit {ran.status}\n{ran.err}\n{ran.out}".splitlines() for ran in (plain, quick))
    return "\n".join(list(difflib.unified_diff(before, after, "plain", "columns", lineterm="", n=0))[:20])


def fuzz(seconds: float, seed: int, findings: Path) -> tuple[str, list[str]]:
    """Tries seasons for so many seconds; what was tried, and what was found (a line each)."""
    found: list[str] = []
    taken = tried = count = 0
    real = LongLog._take

    def take(self: LongLog, stretch: Stretch) -> bool:
        nonlocal taken
        took = real(self, stretch)
        taken += stretch.deals * took
        return took

    scratch = findings / f"columns-{seed}"
    scratch.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LongLog, "_take", take)
        while time.monotonic() - begun < seconds:
            made = season(seed, tried)
            wrong = compare(made, scratch)
            tried += 1
            count += made.deals
            if wrong:
                kept = findings / f"columns-{seed}-{tried - 1}"
                keep(made, kept, wrong)
                found.append(f"FOUND {kept}: {' '.join(made.command)}\n{wrong}")
                print(found[-1], flush=True)
    return f"columns: {tried:,} seasons of {count:,} deals tried, {taken:,} of them as columns", found


def keep(made: Season, folder: Path, wrong: str) -> None:
    """A season that was found, so that it can be tried again."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, log in made.logs.items():
        (folder / name).write_bytes(log)
    said = made._replace(logs=dict.fromkeys(made.logs, b""))._asdict()
    said["logs"] = list(made.logs)
    (folder / "season.json").write_text(json.dumps(said, indent=2))
    (folder / "difference.txt").write_text(wrong)


def again(folder: Path) -> str:
    """Tries a season that was kept."""
    said = json.loads((folder / "season.json").read_text())
    said["logs"] = {name: (folder / name).read_bytes() for name in said["logs"]}
    return compare(Season(**said), folder)
