"""Hints, pasted as they stand: the log scores or has another problem, and nothing else changes.

`offers` is the one place that knows how a hint offers lines. All tests here go through it, those of logs with
random slips, of the pages of the tests, and of hints that once changed the money.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from ofcscore.game.cards import RANKS, SUITS
from ofcscore.game.spelling import read_cards
from ofcscore.log.check.stream import read_session
from ofcscore.log.keys import KEYS
from ofcscore.log.read.sources import BY_SUFFIX, FORMS, Form, file_source, text_source
from ofcscore.log.syntax import BOARD_FORM
from ofcscore.problems.problem import Problem
from ofcscore.session.session import score_session
from tests.command import run
from tests.transcripts import PAGES, Case, parse

_WRITTEN: Final = re.compile(
    r"(?P<joint>(?:[Ww]rite|, and|, or(?: else)?|or|if not,|if [^`;:]+,|if they are two, write) )"
    r"`(?P<line>[^`]+)`"
    r"(?! (?:above|there|in (?:it|the deal|the header|place)|behind|before|for|and its|and below|once) ?)"
    r"(?! below the )"
)
_MEANT: Final = re.compile("did you mean `([^`]+)`")
_DAY: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
STATED: Final = {"foul", "absent", "flush", "deal", "1"}
"""What a hint may add of its own: the user is asked whether it is so."""


class Offer(NamedTuple):
    """Lines to paste in place of the line of a problem; a choice if the hint asks whether they are meant."""

    lines: tuple[str, ...]
    choice: bool


def offers(problem: Problem) -> list[Offer]:
    """Return what the hint of a problem offers in place of its line."""
    hint, whole = problem.hint or "", problem.place.text or ""
    found: list[list[str]] = []
    start = re.search("[Ww]rite `", hint)
    for match in _WRITTEN.finditer(hint, start.start()) if start is not None else ():
        if match["joint"] == ", and " and found:
            found[-1].append(match["line"])
        elif match["joint"] != ", and ":
            found.append([match["line"]])
    apart = re.search("[Ww]rite `([^`]+)` on a line of its own", hint)
    if apart is not None:
        alone = re.search("alone: `([^`]+)`", hint)
        kept = alone[1] if alone is not None else whole.replace(apart[1], "").strip(" \t;,/|")
        return [Offer((kept, apart[1]), False)]
    if found:
        asks = len(found) > 1 or re.search(r"\bif\b|\?", hint) is not None
        return [Offer(tuple(lines), asks) for lines in found]
    meant = _MEANT.search(hint)
    if meant is None:
        return []
    word, start_at = meant[1], problem.place.column - 1
    end = start_at + problem.place.width
    if word.split(":")[0] in KEYS and ": " in word:
        return [Offer((word,), True)]
    behind = whole[end + 1 :] if word.endswith(":") and whole[end : end + 1] == ":" else whole[end:]
    return [Offer((whole[:start_at] + word + behind,), True)]


def pasted(text: str, problem: Problem, offer: Offer) -> str:
    lines = text.split("\n")
    lines[problem.place.line - 1 : problem.place.line] = offer.lines
    return "\n".join(lines)


def problems_of(name: str, text: str, form: Form | None) -> list[Problem]:
    if name != "-":
        Path(name).write_text(text, encoding="utf-8", newline="")
    items, problems = read_session([text_source(text, form) if name == "-" else file_source(name, form)])
    return [*problems, *score_session(items)[2]]


def same_words(before: str, after: str) -> bool:
    """Return True if lines differ in signs alone, or in a word with a slip that is no cards."""
    if _DAY.search(after):
        # Of a date only the order of its figures may change.
        return sorted(re.sub(r"\D", "", before)) == sorted(re.sub(r"\D", "", after))
    # A fourth decimal says that three digits are decimals.
    after = re.sub(r"(\.[0-9]{3})0\b", r"\1", after)
    plain = [re.sub(r"[\W_]", "", text).lower() for text in (before, after)]
    if plain[0] == plain[1]:
        return True
    lost, gained = (set(re.findall(r"[^\s/:,()\"]+", text.lower())) for text in (before, after))
    lost, gained = lost - gained, gained - lost
    near = [get_close_matches(word, gained, 1, 0.5) for word in lost]
    kept = all(
        meant and (meant[0] in KEYS or read_cards(word).faults)
        for word, meant in zip(lost, near, strict=True)
    )
    return kept and all(word in STATED or get_close_matches(word, lost, 1, 0.5) for word in gained)


# -- random slips


class Scored(NamedTuple):
    """What a log comes to: the deals with the rows of each player, and the totals."""

    deals: tuple[tuple[str, tuple[tuple[str, object], ...]], ...]
    totals: tuple[tuple[str, object], ...]


def scored(text: str) -> tuple[Scored | None, list[Problem]]:
    items, told = read_session([text_source(text, "text")])
    results, session, more = score_session(items)
    errors = [problem for problem in (*told, *more) if not problem.warning]
    if errors:
        return None, errors
    deals = tuple(
        (result.deal.name, tuple((board.player, board.rows or board.stated) for board in result.deal.boards))
        for result in results
    )
    return Scored(deals, tuple(sorted(session.totals.items()))), []


NAMES: Final = ("Ana", "Ben", "Cid", "Dora")


def random_log(rng: random.Random) -> list[str]:
    """Return the lines of a log as this program writes it: keys, two deals, two to four players."""
    names = rng.sample(NAMES, rng.choice((2, 3, 4)))
    lines = ["rules: ofc", "stake: 0.50 EUR", f"players: {', '.join(names)}", ""]
    blank = rng.choice(("", " "))
    for deal in ("1", "2"):
        deck = [rank + suit for rank in RANKS for suit in SUITS]
        rng.shuffle(deck)
        lines.append(f"deal {deal}")
        for seat, name in enumerate(names):
            cards = deck[13 * seat : 13 * seat + 13]
            rows = (blank.join(cards[a:b]) for a, b in ((0, 3), (3, 8), (8, 13)))
            lines.append(f"{name}: {' / '.join(rows)}" if rng.random() < 0.9 else f"{name}: foul")
        lines += [f"paid: {names[0]} -> {names[1]} 5 EUR", ""]
    return lines


SIGNS: Final = "/|;-.,_~: "


def _at(rng: random.Random, line: str, signs: str) -> int:
    """Return the place of a sign in a line, -1 for none."""
    places = [at for at, sign in enumerate(line) if sign in signs]
    return rng.choice(places) if places else -1


def other_sign(rng: random.Random, line: str) -> str:
    at = _at(rng, line, SIGNS)
    return line[:at] + rng.choice(SIGNS) + line[at + 1 :] if at >= 0 else line


def sign_left_out(rng: random.Random, line: str) -> str:
    at = _at(rng, line, SIGNS)
    return line[:at] + line[at + 1 :] if at >= 0 else line


def sign_put_in(rng: random.Random, line: str) -> str:
    at = rng.randrange(len(line) + 1)
    return line[:at] + rng.choice(SIGNS) + line[at:]


def letters_changed(rng: random.Random, line: str) -> str:
    at = rng.randrange(max(len(line) - 1, 1))
    return rng.choice(
        (line[:at] + line[at + 1 :], line[:at] + line[at : at + 1] + line[at:],
         line[:at] + line[at + 1 : at + 2] + line[at : at + 1] + line[at + 2 :])
    )  # fmt: skip


def other_grouping(rng: random.Random, line: str) -> str:
    """Return a board with other signs between its rows, and perhaps with the rows in another order."""
    name, _, board = line.partition(": ")
    rows = board.split(" / ")
    if len(rows) != 3:
        return line
    rng.shuffle(rows)
    signs = ("-", ".", "_", "~", ", ", " | ") if " " in rows[0] else (" ", "-", ".", "_", "~", ", ", " | ")
    return f"{name}{rng.choice((': ', ' '))}{rng.choice(signs).join(rows)}"


def words_behind(rng: random.Random, line: str) -> str:
    words = (" :(", " fouled", " 🃏", " High Card", " (late)", " # lost", " +6", " fouled :(")
    return f"{line}{rng.choice(words)}"


SLIPS: Final[tuple[Callable[[random.Random, str], str], ...]] = (
    other_sign,
    sign_left_out,
    sign_put_in,
    letters_changed,
    other_grouping,
    words_behind,
)


def letters(text: str) -> Counter[str]:
    return Counter(re.sub(r"[\W_]", "", text).lower())


def rows_of(value: Scored) -> set[object]:
    return {
        tuple(sorted(row.split()))
        for _, boards in value.deals
        for _, rows in boards
        if isinstance(rows, tuple)
        for row in rows
    }


def try_slip(seed: int) -> None:
    """Paste each offer for a log with one slip; rows, players and deals stay as they were typed."""
    rng = random.Random(seed)
    lines = random_log(rng)
    sound, none = scored("\n".join(lines))
    assert sound is not None, none
    at = rng.choice([at for at, line in enumerate(lines) if line])
    slip = rng.choice(SLIPS)
    lines[at] = slip(rng, lines[at])
    text = "\n".join(lines)
    value, problems = scored(text)
    if value is not None and slip in (other_sign, sign_left_out, sign_put_in):
        same = [
            value.totals == sound.totals,
            *(a[1] == b[1] for a, b in zip(value.deals, sound.deals, strict=True)),
        ]
        assert all(same), (seed, slip.__name__, lines[at])
    for problem in problems:
        for offer in offers(problem):
            case = (seed, slip.__name__, problem, offer)
            then, left = scored(pasted(text, problem, offer))
            told = Counter((p.code, p.message, p.hint) for p in problems)
            again = Counter((p.code, p.message, p.hint) for p in left)
            assert (
                again[problem.code, problem.message, problem.hint]
                < told[problem.code, problem.message, problem.hint]
            ), case
            typed = problem.place.text or ""
            if not offer.choice:
                assert not letters(typed) - letters(" ".join(offer.lines)), case
            if then is None or slip is letters_changed:
                continue
            if not offer.choice and not offer.lines[0].startswith('deal "'):
                assert then == sound, case
            players = {name for _, boards in sound.deals for name, _ in boards}
            assert {name for _, boards in then.deals for name, _ in boards} <= players, case
            assert rows_of(then) <= rows_of(sound), case
            assert {name for name, _ in then.deals} <= {"1", "2", typed.removeprefix("deal ")}, case


@pytest.mark.parametrize("tenth", range(10))
def test_no_hint_leads_to_other_rows_people_or_deals(tenth: int) -> None:
    for seed in range(20 * tenth, 20 * tenth + 20):
        try_slip(seed)


@pytest.mark.long
def test_no_hint_of_many_slips_leads_to_other_rows_people_or_deals() -> None:
    for seed in range(1_000, 3_000):
        try_slip(seed)


# -- the pages of the tests, which have an example of each code


def logs_of(case: Case) -> Iterator[tuple[str, str]]:
    """The logs of a case, by the name of their file, `-` for standard input."""
    for name, content in {**case.files, "-": case.stdin}.items():
        if name == "-" or os.path.splitext(name)[1].lower() in BY_SUFFIX:
            with contextlib.suppress(UnicodeDecodeError):
                yield name, content.decode()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_hints_of_a_page(page: Path, tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        for case in parse(page.read_text(encoding="utf-8")):
            for name, content in case.files.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_bytes(content)
            said = re.search("--from ([a-z]+)", case.line)
            form = next((form for form in FORMS if said and form == said[1]), None)
            for name, text in logs_of(case):
                check_hints(name, text, form)


def check_hints(name: str, text: str, form: Form | None) -> None:
    problems = problems_of(name, text, form)
    told = Counter(problem.code for problem in problems)
    for problem in problems:
        if problem.place.text is None or "(fantasyland 15)" in problem.place.text:
            continue
        if not 0 < problem.place.line <= text.count("\n") + 1:
            continue
        for offer in offers(problem):
            left = Counter(p.code for p in problems_of(name, pasted(text, problem, offer), form))
            assert left[problem.code] < told[problem.code], (problem, offer)
            assert same_words(problem.place.text, " ".join(offer.lines)), (problem, offer)


# -- hints that once changed the money

ANA = "Ana: JJ5 / AA762 / 9TJQK"
BEN = "Ben: 663 / KK943 / 88844"


def told(*lines: str) -> list[tuple[str, str]]:
    """The codes of what is wrong with a log, or in doubt, each with its hint."""
    err = " ".join(run("check", "-", "--from", "text", stdin="\n".join((*lines, ""))).err.split())
    found = re.findall(r"(?:error|warning)\[([a-z-]+)\](.*?)(?=<stdin>:|$)", err)
    return [(code, rest.partition("help: ")[2].removesuffix(" 2 problems").strip()) for code, rest in found]


@pytest.mark.parametrize(
    ("lines", "code", "hint"),
    [
        # Tim was offered in Tom's place, and paid.
        (
            ("Tim: JJ5 / AA762 / 9TJQK", "Tom: 663 / KK943 // 88844", "Eva: foul", "paid: Tom -> Eva 5"),
            "row-empty",
            "write `Tom: 663 / KK943 / 88844`",
        ),
        # A foul was offered for a surrender.
        (("rules: ofc + surrender", ANA, "Ben: surreender"), "board-empty", "did you mean `Ben: surrender`?"),
        # A stake of 1 was offered beside the one that could not be read.
        (
            ("stake: 0.5O EUR", "", "deal 1", ANA, BEN, "paid: Ben -> Ana 2 EUR"),
            "number-unreadable",
            "write digits, at most 9, and at most 4 decimals, such as 12 or 0.50",
        ),
        # Rows were to be flushes by the rules that are usual, where others are named.
        (
            ("rules ofc-27", "Ana: JJ5 / 75432 / 9TJQK", BEN),
            "colon-missing",
            "write `rules: ofc-27`",
        ),
        # One of three names that are equally near was named.
        (
            ("players: Al, Bo, Mo, Jo", "Al: JJ5 / AA762 / 9TJQK", "Bo: foul", "paid: o -> Al 2"),
            "name-unknown",
            "did you mean Bo, Jo or Mo?",
        ),
        (
            ("players: A, B", "A: JJ5 / AA762 / 9TJQK", "B: foul", "paid: D -> A 2"),
            "name-unknown",
            "the line of the players is `players: A, B, D` if D is one more player",
        ),
        # The stake was left out.
        (
            ("rules: ofc + surrender stake: 2", ANA, BEN),
            "rules-unknown",
            "this line says the rules alone: `rules: ofc + surrender`; write `stake: 2` on a line of its own",
        ),
        # Another game was named.
        (
            ("rules: ofc-progressive (FL)", ANA, BEN),
            "rules-unknown",
            "did you mean `rules: ofc-progressive` (Progressive pineapple, fantasyland with 14 to 17 cards)?",
        ),
        # Somebody called + Ana played.
        (
            ("+ Ana: JJ5 / AA762 / 9TJQK", BEN),
            "name-quotes",
            'if it is Ana, write `Ana: JJ5 / AA762 / 9TJQK`; if not, `"+ Ana": JJ5 / AA762 / 9TJQK`',
        ),
        # The hint led to the next mistake.
        (
            ("rules: chinese-pagat", "Ana: claim dragon, A K Q J T 9 8 7 6 5 4 3 2", BEN),
            "claim-unreadable",
            "write `Ana: claim dragon: A K Q J T 9 8 7 6 5 4 3 2`",
        ),
        (("deal 1, stake: 3", ANA, BEN), "deal-line", "write `deal 1`, and `stake: 3` below it"),
        ((ANA, BEN, "adjust: Ben +5. Ana -5"), "key-unreadable", "write `adjust: Ben +5, Ana -5`"),
        # The number was lost.
        (
            (ANA, BEN, "expect Ana/Ben: 2, bottom-5"),
            "expect-unreadable",
            "a sign follows a blank: `bottom -5`",
        ),
        ((ANA, BEN, "expect Ana/Ben: 2, botom-5"), "expect-unreadable", "did you mean `bottom`?"),
        ((ANA, BEN, "expect: Ana+2, Ben-2"), "number-missing", "write `expect: Ana +2, Ben -2`"),
        # Chips of 100 each were offered beside those that could not be read.
        (("chips: Ana = 40, Ben = 30", ANA, BEN), "key-unreadable", "write `chips: Ana 40, Ben 30`"),
        (
            ("chips: Ana 40 EUR; Ben 30 EUR", ANA, BEN),
            "key-unreadable",
            "write `chips: Ana 40 EUR, Ben 30 EUR`",
        ),
        # A player called Max K (fantasyland), who was in none; and players Max and K.
        ((f"Max K (FL){ANA[3:]}", BEN), "name-quotes", f'write `"Max K" (FL){ANA[3:]}`'),
        (
            ("players: Max K, Ben", f'"Max K"{ANA[3:]}', BEN),
            "key-unreadable",
            'write `players: "Max K", Ben`, or if all of these are players, `players: Max, K, Ben`',
        ),
        # It was a row of one card, or points, and every board below it was one too many.
        (
            ("deal 1", ANA, BEN, "2", ANA, BEN),
            "deal-line",
            "if a deal begins here, write `deal 2`; a remark begins with `#`",
        ),
        (("(1)", ANA, BEN), "deal-line", "if a deal begins here, write `deal 1`; a remark begins with `#`"),
        (("Nr. 1", ANA, BEN), "deal-line", "if a deal begins here, write `deal 1`; a remark begins with `#`"),
        (
            ("1:", ANA, BEN),
            "board-empty",
            "if a deal begins here, write `deal 1`; if not, write its rows, or `foul`, `surrender` or"
            " `absent`",
        ),
        # What a table plays with was a player, or a board of nobody.
        (
            ("Surrender", ANA, BEN),
            "name-missing",
            "whose is it? Write the name and a colon before it; if the rules have it, add it to them, as in"
            " `rules: ofc + surrender`",
        ),
        (
            ("Surrender allowed", ANA, BEN),
            "line-unreadable",
            "if the rules have it, add it to them, as in `rules: ofc + surrender`",
        ),
        (
            ("Table stakes", ANA, BEN),
            "line-unreadable",
            "if the rules have it, add it to them, as in `rules: ofc + table-stakes`; a remark begins with"
            " `#`",
        ),
        (
            ("Moon", ANA, BEN),
            "line-unreadable",
            "if the rules have it, add it to them, as in `rules: ofc + moon`; if it is a player whose rows"
            " follow, write `Moon:`; a remark begins with `#`",
        ),
        # A player called Seat 1, or Ana*; rows, for another board on the line; players called Top and Middle.
        (
            ("Seat 1: Ana", ANA, BEN),
            "name-quotes",
            'if it is a remark, write `# Seat 1: Ana`; if it is a player, `"Seat 1": Ana`',
        ),
        ((f"@{ANA.replace(':', '')}", BEN), "name-quotes", f'write `"@Ana"{ANA[4:]}`'),
        ((f"Max K{ANA[3:]}", BEN), "name-quotes", f'write `"Max K"{ANA[3:]}`'),
        (("Max K: foul", ANA, BEN), "name-quotes", 'write `"Max K": foul`'),
        ((f"Ana*{ANA[3:]}", BEN), "name-quotes", f'if it is Ana, write `{ANA}`; if not, `"Ana*"{ANA[3:]}`'),
        ((f"{ANA}; {BEN}", "Cid: foul"), "label-unknown", f"write `{BEN}` on a line of its own"),
        (
            ("Player  Top  Middle  Bottom", ANA, BEN),
            "line-unreadable",
            "leave these heads of columns out, where rows stand from top to bottom",
        ),
        (
            (ANA, BEN, "Ana +2"),
            "line-unreadable",
            "what a deal came to is checked by a line `expect: Ana +2`; a remark begins with `#`",
        ),
        # The comma stood in the hint too, and was refused again.
        *(
            (
                (ANA, BEN, points),
                "line-unreadable",
                "what a deal came to is checked by a line `expect: Ana +2`; a remark begins with `#`",
            )
            for points in ("Ana,+2", "Ana=+2", "Ana+2", "Ana; +2")
        ),
        ((ANA, BEN, "Ana,+2,-4"), "line-unreadable", f"{BOARD_FORM}; a remark begins with `#`"),
        (
            ("2026-11-20", ANA, BEN),
            "line-unreadable",
            "if it was played on that day, write `date: 2026-11-20`; a remark begins with `#`",
        ),
        # A deal was to be a rule set, two players of a payment one with a card, and a player more players.
        (("game: 1", ANA, BEN), "deal-line", "write `deal 1`"),
        (
            (ANA, BEN, "Ben->Ana 5"),
            "line-unreadable",
            "if that is a payment already made, write `paid: Ben -> Ana 5`; a remark begins with `#`",
        ),
        (
            (f"Player 1:{ANA[4:].replace(' /', '')}", BEN),
            "name-quotes",
            f'write `"Player 1":{ANA[4:].replace(" /", "")}`',
        ),
        (
            (ANA, BEN, "Cid fouled :("),
            "name-quotes",
            "if it is a remark, write `# Cid fouled :(`; if it is a player, `Cid: foul`",
        ),
        (("rules: surrender", ANA, BEN), "rules-missing", "write `rules: ofc + surrender`"),
        # The hint led to itself.
        (('"stake: 0.25 EUR', ANA, BEN), "quote-unclosed", "write `stake: 0.25 EUR`"),
        (('stake: 0.25 EUR"', ANA, BEN), "quote-unclosed", "write `stake: 0.25 EUR`"),
        (('"stake": 2', ANA, BEN), "key-unknown", "did you mean `stake:`? Write `stake: 2`"),
    ],
)
def test_a_hint_leads_to_what_was_meant(lines: tuple[str, ...], code: str, hint: str) -> None:
    assert told(*lines) == [(code, hint)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (f"{ANA} / (foul)", f"{ANA} (foul)"),
        (f"{ANA}\n{BEN}\npaid: Ben –> Ana 2", f"{ANA}\n{BEN}\npaid: Ben -> Ana 2"),
        (f'"stake: 2 EUR"\n"{ANA}",\n“{BEN}”', f"stake: 2 EUR\n{ANA}\n{BEN}"),
        (f'stake: "2 EUR"\n{ANA}\n{BEN}', f"stake: 2 EUR\n{ANA}\n{BEN}"),
        (f"deal 1 🃏\n{ANA}\n{BEN}", f"deal 1\n{ANA}\n{BEN}"),
    ],
)
def test_what_its_hint_asked_for_as_it_stood_is_read(typed: str, meant: str) -> None:
    said, plain = (
        run("score", "-", "--from", "text", stdin=f"{text}\nCid: foul\n") for text in (typed, meant)
    )
    assert (said.status, said.out) == (0, plain.out)


@pytest.mark.parametrize(
    ("line", "meant"), [("epect Ben: no foul", "expect Ben"), ("stke Ana/Ben: 2", "stake Ana/Ben")]
)
def test_a_slip_of_a_key_in_yaml_is_no_player(line: str, meant: str) -> None:
    """`epect Ben: foul` was a player, who fouled and paid for it."""
    log = f"- deal: 1\n  {ANA}\n  {BEN}\n  {line}\n"
    ran = run("check", "-", "--from", "yaml", stdin=log)
    assert f"did you mean `{meant}`?" in ran.err
    assert run("check", "-", "--from", "yaml", stdin=log.replace(line.partition(":")[0], meant)).err == ""


BOARDS = {"Ana": "JJ5 / AA762 / 9TJQK", "Ben": "663 / KK943 / 88844"}
UNREAD_STAKES = {
    "text": f"stake: %s\ndeal 1\n{ANA}\n{BEN}\npaid: Ben -> Ana 2 EUR\n",
    "yaml": f"stake: '%s'\ndeals:\n- boards: {json.dumps(BOARDS)}\n  paid: Ben -> Ana 2 EUR\n",
    "json": json.dumps({"stake": "%s", "deals": [{"boards": BOARDS, "paid": "Ben -> Ana 2 EUR"}]}),
    "jsonl": f'{{"stake": "%s"}}\n{json.dumps({"boards": BOARDS, "paid": "Ben -> Ana 2 EUR"})}\n',
    "csv": "deal,player,top,mid,bot,key,value\n,,,,,stake,%s\n1,Ana,JJ5,AA762,9TJQK,,\n"
    "1,Ben,663,KK943,88844,,\n1,,,,,paid,Ben -> Ana 2 EUR\n",
}


@pytest.mark.parametrize("form", UNREAD_STAKES)
@pytest.mark.parametrize("stake", ["0.5O EUR", "fifty cents", "-1 EUR"])
def test_a_stake_that_cannot_be_read_is_not_missing_in_any_form(stake: str, form: str) -> None:
    """Another stake, of 1, was offered beside it in a spreadsheet and in JSON."""
    err = run("check", "-", "--from", form, stdin=UNREAD_STAKES[form] % stake).err
    assert err.count("error[") == 1
    assert "stake-missing" not in err


@pytest.mark.parametrize(
    ("arguments", "hint", "followed"),
    [
        (
            ("--set", "scoop=4"),
            "write `--set points.scoop=4` or `--set factors.scoop=4`",
            ("--set", "points.scoop=4"),
        ),
        (("--rules", "surrender"), 'write `"ofc + surrender"`', ("--rules", "ofc + surrender")),
        (("--rules", "ofc surrender"), 'write `"ofc + surrender"`', ("--rules", "ofc + surrender")),
    ],
)
def test_hints_of_options_fit_a_command_line(
    arguments: tuple[str, ...], hint: str, followed: tuple[str, ...]
) -> None:
    log = f"{ANA}\n{BEN}\n"
    assert f"  help: {hint}\n" in run("score", "-", "--from", "text", *arguments, stdin=log).err
    assert run("score", "-", "--from", "text", *followed, stdin=log).status == 0
