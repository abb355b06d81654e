"""A night as people would type it, each line in one of the ways there are: it scores as it was played."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.command import run

NIGHT = """\
rules: ofc-pineapple
stake: 0.50 EUR
players: Ana, Ben, "Cleo B."

deal 1
Ana: QQ5 / AA762 / 9TJQK
Ben: 663 / KK943 / 88844
"Cleo B.": foul

deal 2
Ana: JJ5 / AA762 / 9TJQK (fantasyland)
Ben: absent
"Cleo B.": 772 / KK943 / 55588
"""
"""The night in canonical notation, but for its cards."""

Way = Callable[[str], str]
Rows = Callable[[Sequence[str]], str]

WIDE = str.maketrans({chr(code): chr(code + 0xFEE0) for code in (*range(48, 58), *range(65, 91))})
ROWS: dict[str, Rows] = {
    "slashes": " / ".join,
    "strokes": " | ".join,
    "hyphens": " - ".join,
    "dashes": " – ".join,
    "semicolons": "; ".join,
    "wide slashes": "／".join,
    "three words": " ".join,
    "small letters": lambda rows: " / ".join(rows).lower(),
    "wide letters": lambda rows: " / ".join(rows).translate(WIDE),
    "no-break blanks": lambda rows: "\u00a0/\u00a0".join(rows),
    "thin blanks": lambda rows: "\u2009/ ".join(rows),
    "signs that are not seen": lambda rows: "\u200b / \ufeff".join(rows),
}
HEADS: dict[str, Way] = {
    "a colon": "{}: ".format,
    "a hyphen": "{} - ".format,
    "a blank": "{} ".format,
    "a wide colon": "{}：".format,
    "a bullet": "- {}: ".format,
    "a star": "* {}: ".format,
    "a point": "• {}: ".format,
    "a number": "1. {}: ".format,
    "bold": "*{}*: ".format,
    "bold in Markdown": "**{}**: ".format,
    "italics": "_{}_: ".format,
    "angle quotes": "<{}>: ".format,
    "a stamp": "22:13 {}: ".format,
    "a stamp with a date": "20.11.26, 22:13 - {}: ".format,
    "a stamp in brackets": "[20/11/2026, 22:13:05] {}: ".format,
    "a stamp of the afternoon": "[11/20/26, 10:13:05\u202fPM] {}: ".format,
    "a mark of its order": "\ufeff{}: ".format,
}
NAMES: dict[str, Way] = {
    "as it is": str,
    "small letters": str.lower,
    "capitals": str.upper,
    "straight quotes": lambda name: f'"{name.strip(QUOTE)}"',
    "curly quotes": lambda name: f"“{name.strip(QUOTE)}”",
    "guillemets": lambda name: f"«{name.strip(QUOTE)}»",
}
QUOTE = '"'
ROUND_NAMES = ("bold", "bold in Markdown", "italics", "angle quotes")
PLAIN = {way: NAMES[way] for way in ("as it is", "small letters", "capitals")}
"""How a name is typed that has other signs round it."""
MARKS = ("(fantasyland)", "(FL)", "(fl)", "(fantasy)", "(in fantasyland)", "[FL]", "FL")
FOULS = ("foul", "fouled", "Foul.", "FOUL!", "bust", "busted", "fouled :(")
ABSENT = ("absent", "out", "sat out", "sitting out", "Out.", "sat this one out")
DEALS = ("deal {}", "Deal {}:", "Hand #{}", "Round {}", "Game {}", "deal #{}", "HAND {}", "Deal {} -")
KEYS: dict[str, Sequence[str]] = {
    "rules": ("rules: ", "RULES: ", "Rule: ", "rules : ", "Rules："),
    "stake": ("stake: ", "Stakes: ", "STAKE: "),
    "players": ("players: ", "Player: ", "PLAYERS: "),
}
Pick = Callable[[Sequence[str]], str]
"""Which of several spellings is taken."""

BOARDS = {
    "Ana": (("QQ5", "AA762", "9TJQK"), ("JJ5", "AA762", "9TJQK")),
    "Ben": (("663", "KK943", "88844"), None),
    '"Cleo B."': (None, ("772", "KK943", "55588")),
}
"""The rows of each player in both deals; None for a foul in the first, for nobody there in the second."""


def typed_name(name: str, pick: Pick) -> str:
    return NAMES[pick([*NAMES])](name)


def typed_rows(rows: Sequence[str], pick: Pick) -> str:
    return ROWS[pick([*ROWS])](rows)


def typed_line(name: str, deal: int, pick: Pick) -> str:
    """The line of a board."""
    rows = BOARDS[name][deal]
    way = pick([way for way in HEADS if rows or way != "a blank"])
    head = HEADS[way]
    spelled = PLAIN[pick([*PLAIN])](name.strip(QUOTE)) if way in ROUND_NAMES else typed_name(name, pick)
    if rows is None:
        return head(spelled) + pick(ABSENT if deal else FOULS)
    board = typed_rows(rows, pick)
    if (name, deal) != ("Ana", 1):
        return head(spelled) + board
    mark = pick(MARKS)
    where = pick(("behind", "before", "at the name")) if mark != "FL" else pick(("behind", "before"))
    if where == "at the name":
        return f"{spelled} {mark}: {board}"
    return head(spelled) + (f"{board} {mark}" if where == "behind" else f"{mark} {board}")


def typed_text(pick: Pick) -> str:
    """The night as a text log."""
    names = ", ".join(("Ana", "Ben", pick(('"Cleo B."', "“Cleo B.”", "«Cleo B.»"))))
    header = [
        pick(KEYS["rules"]) + "ofc-pineapple",
        pick(KEYS["stake"]) + "0.50 EUR",
        pick(KEYS["players"]) + names,
    ]
    for deal in (0, 1):
        header += ["", pick(DEALS).format(deal + 1)]
        header += [typed_line(name, deal, pick) for name in BOARDS]
    return "\n".join(header) + "\n"


def typed_boards(deal: int, pick: Pick) -> dict[str, str]:
    """The boards of a deal as a form has them that keeps names and boards apart."""
    boards = {}
    for name, both in BOARDS.items():
        rows = both[deal]
        board = typed_rows(rows, pick) if rows else pick(ABSENT if deal else FOULS)
        key = PLAIN[pick([*PLAIN])](name.strip(QUOTE))
        if (name, deal) == ("Ana", 1):
            mark = pick(MARKS)
            key, board = (key, f"{board} {mark}") if mark == "FL" else (f"{key} {mark}", board)
        boards[key] = board
    return boards


def typed_yaml(pick: Pick) -> str:
    """The night as YAML, its boards under `boards:` or right under the deal."""
    lines = [f"{pick(('rules', 'Rule', 'RULES'))}: ofc-pineapple", f"{pick(('stake', 'Stakes'))}: 0.50 EUR"]
    lines += ["players: [Ana, Ben, Cleo B.]", "deals:"]
    for deal in (0, 1):
        lines.append(f"- {pick(('deal', 'Deal', 'hand'))}: {deal + 1}")
        indent = pick(("  ", "    "))
        lines += ["  boards:"] if indent == "    " else []
        lines += [
            f"{indent}{json.dumps(name)}: {json.dumps(b)}" for name, b in typed_boards(deal, pick).items()
        ]
    return "\n".join(lines) + "\n"


def typed_csv(pick: Pick) -> str:
    """The night as cells pasted from a spreadsheet, or with commas."""
    between = pick(("\t", ",", ";"))
    rows = [["deal", "player", "top", "mid", "bot", "status", "key", "value"]]
    header = {"rules": "ofc-pineapple", "stake": "0.50 EUR", "players": "Ana; Ben; Cleo B."}
    for key, value in header.items():
        shown = 'Ana, Ben, "Cleo B."' if key == "players" else value
        rows.append(["", "", "", "", "", "", pick((key, key.upper())), shown])
    for deal in (0, 1):
        for name, both in BOARDS.items():
            spelled = PLAIN[pick([*PLAIN])](name.strip(QUOTE))
            cards = both[deal]
            wide = pick(("as it is", "wide"))
            cells = [row.translate(WIDE) if wide == "wide" else row.lower() for row in cards or ("", "", "")]
            status = pick(ABSENT if deal else FOULS) if cards is None else ""
            status = pick(MARKS) if (name, deal) == ("Ana", 1) else status
            rows.append([str(deal + 1), spelled, *cells, status, "", ""])
    return "\n".join(between.join(_cell(cell, between) for cell in row) for row in rows) + "\n"


def _cell(text: str, between: str) -> str:
    return '"' + text.replace('"', '""') + '"' if between in text or '"' in text else text


TABLES: tuple[Sequence[str], ...] = ([*ROWS], [*HEADS], [*NAMES], MARKS, FOULS, ABSENT, DEALS)
FORMS: dict[str, Callable[[Pick], str]] = {"text": typed_text, "yaml": typed_yaml, "csv": typed_csv}


def check(form: str, pick: Pick) -> None:
    """A night scores as it was played, with one doubt told, and is written in canonical text."""
    typed = FORMS[form](pick)
    ran = run("score", "-", "--from", form, "--format", "json", stdin=typed)
    assert (re.findall(r"\[([a-z-]+)\]:", ran.err), ran.status) == (["fantasyland-missed"], 0), typed
    assert json.loads(ran.out)["totals"] == TOTALS
    text = run("convert", "-", "--from", form, "--to", "text", stdin=typed).out
    assert run("fmt", "-", stdin=text).out == CANONICAL
    if form == "text" and ":13" not in typed:
        # A chat is written with its talk as remarks.
        assert run("fmt", "-", stdin=typed).out == CANONICAL, typed


CANONICAL = run("fmt", "-", stdin=NIGHT).out
TOTALS = json.loads(run("score", "-", "--format", "json", stdin=NIGHT).out)["totals"]


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from([*FORMS]))
def test_any_spelling(data: st.DataObject, form: str) -> None:
    check(form, lambda options: data.draw(st.sampled_from(list(options))))


@pytest.mark.parametrize("head", HEADS)
def test_beside_a_stamp(head: str) -> None:
    """One line with a stamp makes a chat of a log; the others are read there as they are elsewhere."""
    heads = itertools.cycle(("a stamp", head))

    def pick(options: Sequence[str]) -> str:
        head = next(heads) if "a stamp" in options else options[0]
        return head if head in options else options[0]

    check("text", pick)


@pytest.mark.parametrize("number", range(max(map(len, TABLES))))
@pytest.mark.parametrize("form", FORMS)
def test_every_spelling(form: str, number: int) -> None:
    check(form, lambda options: options[number % len(options)])
