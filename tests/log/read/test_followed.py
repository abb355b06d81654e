"""Hints that, followed to the letter, changed the money: each case is the log, and what is told of it now."""

from __future__ import annotations

import json
import re

import pytest

from ofcscore.log.syntax import BOARD_FORM
from tests.command import run

ANA = "Ana: JJ5 / AA762 / 9TJQK"
BEN = "Ben: 663 / KK943 / 88844"


def told(*lines: str) -> list[tuple[str, str]]:
    """The codes of what is wrong with a log, or in doubt, each with its hint."""
    err = " ".join(run("check", "-", "--from", "text", stdin="\n".join((*lines, ""))).err.split())
    found = re.findall(r"(?:error|warning)\[([a-z-]+)\](.*?)(?=<stdin>:|$)", err)
    return [(code, rest.partition("hint: ")[2].removesuffix(" 2 problems").strip()) for code, rest in found]


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
            "add the name to `players:`",
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
