"""Applied fixes: the log then reads without the error and as intended."""

from __future__ import annotations

import json

import pytest

from ofcscore.diagnostics.problem import Fix, Problem, Problems, codes
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import text_source
from ofcscore.log.write.formats import WRITERS
from tests.command import run
from tests.loops import each

ANA = "Ana: JJ5 / AA762 / 9TJQK"
BEN = "Ben: 663 / KK943 / 88844"
CANONICAL = "Ana: J J 5 / A A 7 6 2 / 9 T J Q K"


def problems_of(text: str) -> list[Problem]:
    return [problem for problem in read_session([text_source(text, "text")])[1] if not problem.warning]


def applied(text: str, fix: Fix) -> str:
    lines = text.split("\n")
    for edit in sorted(fix.edits, key=lambda edit: (edit.line, edit.start), reverse=True):
        lines[edit.line - 1] = edit.applied(lines[edit.line - 1])
    return "\n".join(lines)


def canonical(text: str) -> list[str]:
    return "".join(WRITERS["text"](read_syntax(text_source(text, "text"), Problems()), Problems())).split(
        "\n"
    )


def check(text: str, code: str, meant: str, at: int = 0) -> None:
    (problem,) = problems_of(text)
    assert problem.code == code
    fixed = applied(text, problem.fixes[at])
    assert problems_of(fixed) == []
    assert [" ".join(line.split()) for line in canonical(fixed)].count(meant) == 1


@each(
    ("line", "code", "meant"),
    [
        ("ntoe: late", "key-unknown", "note: late"),
        ("rulez: ofc", "key-unknown", "rules: ofc"),
        ("stkae: 1 EUR", "key-unknown", "stake: 1 EUR"),
        ("playrs: Ana, Ben", "key-unknown", "players: Ana, Ben"),
        ("currancy: EUR", "key-unknown", "currency: EUR"),
        ("dealr: Ana", "key-unknown", "dealer: Ana"),
        ("bnak: Ana", "key-unknown", "bank: Ana"),
        ("chpis: Ana 100, Ben 80", "key-unknown", "chips: Ana 100, Ben 80"),
        ("bankrol: 100", "key-unknown", "bankroll: 100"),
        ("rak: 1 EUR", "key-unknown", "rake: 1 EUR"),
        ("ruonds: 12", "key-unknown", "rounds: 12"),
        ("dte: 2026-11-20", "key-unknown", "date: 2026-11-20"),
        ("tittle: Friday", "key-unknown", "title: Friday"),
        ("note late", "colon-missing", "note: late"),
        ('stake: "1 EUR', "quote-unclosed", "stake: 1 EUR"),
        ('"stake: 1 EUR', "quote-unclosed", "stake: 1 EUR"),
        ('stake: 1 EUR"', "quote-unclosed", "stake: 1 EUR"),
        ("players: Ana Ben,", "key-unreadable", "players: Ana, Ben"),
    ],
    few=6,
)
def test_the_fix_of_a_key(line: str, code: str, meant: str) -> None:
    check(f"{line}\ndeal 1\n{ANA}\n{BEN}\n", code, meant, at=1 if line == "players: Ana Ben," else 0)


@each(
    ("line", "code", "meant"),
    [
        ("adjsut: Ana +5, Ben -5", "key-unknown", "adjust: Ana +5, Ben -5"),
        ("pad: Ana -> Ben 5", "key-unknown", "paid: Ana -> Ben 5"),
        ("Ana -> Ben 5", "line-unreadable", "paid: Ana -> Ben 5"),
        ("expct: Ana +3, Ben -3", "key-unknown", "expect: Ana +3, Ben -3"),
        ("runing: Ana +3", "key-unknown", "running: Ana +3"),
        ("viod", "key-unknown", "void"),
        ("paid: Ana -> Ben 5 EUR,", "key-unreadable", "paid: Ana -> Ben 5 EUR"),
    ],
)
def test_the_fix_of_a_key_below_boards(line: str, code: str, meant: str) -> None:
    check(f"deal 1\n{ANA}\n{BEN}\n{line}\n", code, meant)


@pytest.mark.parametrize("word", ["dael", "hnad"])
def test_the_fix_of_a_deal(word: str) -> None:
    check(f"{word} 2\n{ANA}\n{BEN}\n", "key-unknown", "deal 2")


@each(
    ("line", "code", "meant"),
    [
        ("Ana: AA762/9TJQK/JJ5", "row-size", CANONICAL),
        ("Ana: JJ5 / AA7629TJQK", "row-missing", CANONICAL),
        ("Ana: JJ5 AA762 / 9TJQK", "row-missing", CANONICAL),
        ("Ana: JJ5 // AA762 / 9TJQK", "row-empty", CANONICAL),
        ("Ana: JJ5AA7629TJQK", "card-unreadable", CANONICAL),
        ("Ana: JJ 5 AA762 9TJQK", "card-unreadable", CANONICAL),
        (f"{ANA} (foul", "mark-unknown", f"{CANONICAL} (foul)"),
        (f"{ANA})", "mark-unknown", CANONICAL),
        (f"{ANA} (fantsylnad)", "mark-unknown", f"{CANONICAL} (fantasyland)"),
        (f'"{ANA}', "quote-unclosed", CANONICAL),
        ('Ana" : JJ5 / AA762 / 9TJQK', "quote-unclosed", CANONICAL),
        ("Ana 2.0: JJ5 / AA762 / 9TJQK", "name-quotes", CANONICAL.replace("Ana", '"Ana 2.0"')),
    ],
)
def test_the_fix_of_a_board(line: str, code: str, meant: str) -> None:
    check(f"deal 1\n{line}\n{BEN}\n", code, meant)


def test_each_fix_of_an_example_removes_its_problem() -> None:
    made = 0
    for name, code in codes().items():
        for problem in problems_of(f"{code.example}\n"):
            for fix in problem.fixes:
                made += 1
                left = problems_of(applied(f"{code.example}\n", fix))
                lines = {edit.line for edit in fix.edits}
                assert problem.code not in {p.code for p in left if p.place.line in lines}, (name, fix)
    assert made > 10


BOARDS = {"Ana": "JJ5 / AA762 / 9TJQK", "Ben": "663 / KK943 / 88844"}
UNREAD_STAKES = {
    "text": f"stake: %s\ndeal 1\n{ANA}\n{BEN}\npaid: Ben -> Ana 2 EUR\n",
    "json": json.dumps({"stake": "%s", "deals": [{"boards": BOARDS, "paid": "Ben -> Ana 2 EUR"}]}),
    "csv": "deal,player,top,mid,bot,key,value\n,,,,,stake,%s\n1,Ana,JJ5,AA762,9TJQK,,\n"
    "1,Ben,663,KK943,88844,,\n1,,,,,paid,Ben -> Ana 2 EUR\n",
}


@each("form", UNREAD_STAKES)
@each("stake", ["0.5O EUR", "some cents", "-1 EUR"])
def test_a_stake_that_cannot_be_read_is_not_missing_in_any_form(stake: str, form: str) -> None:
    err = run("check", "-", "--from", form, stdin=UNREAD_STAKES[form] % stake).err
    assert err.count("error[") == 1
    assert "stake-missing" not in err
