"""Names in several spellings are one player everywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.command import run
from tests.loops import each

ROWS = ("QQ5 / AA762 / 9TJQK", "663 / KK943 / 88844")
"""The first player wins 3 points."""
TOM = f"Tom: {ROWS[0]}\nBen: {ROWS[1]}\n"
LOWER = f"tom: {ROWS[0].replace('5', '4')}\nBEN: {ROWS[1]}\n"


def totals(tmp_path: Path, *logs: str, suffix: str = "ofc") -> tuple[dict[str, int], str]:
    files = [tmp_path / f"{number}.{suffix}" for number, _ in enumerate(logs)]
    for file, log in zip(files, logs, strict=True):
        file.write_text(log, encoding="utf-8")
    ran = run("score", *files, "--format", "json")
    return json.loads(ran.out)["totals"] if ran.out else {}, ran.err


@each(
    "log",
    [
        f"deal 1\n{TOM}deal 2\n{LOWER}",
        f"players: Tom, Ben\ndeal 1\n{LOWER}deal 2\n{TOM}",
        f"deal 1\n{TOM}deal 2\n{LOWER}adjust: TOM +3, ben -3\nexpect: tom +6, BEN -6\n",
        f"stake tom/BEN: 2\nstake: 1\ndealer: TOM\ndeal 1\n{TOM.replace('Tom', 'TOM')}deal 2\n{LOWER}",
        f"bank: tom\nrules: chinese-pagat\ndeal 1\n{TOM.replace('Tom', 'tOm')}",
        f'deal 1\n"Éva Ö": {ROWS[0]}\nBen: {ROWS[1]}\ndeal 2\n"E\u0301VA  ö": foul\nBen: {ROWS[1]}\n',
    ],
)
def test_case_and_blanks_make_no_other_player(tmp_path: Path, log: str) -> None:
    found, told = totals(tmp_path, log)
    assert len(found) == 2, told
    assert "error" not in told


def test_the_first_spelling_is_shown_in_every_file(tmp_path: Path) -> None:
    found, _ = totals(tmp_path, f"deal 1\n{TOM}", f"players: TOM, ben\ndeal 1\n{LOWER}")
    assert found == {"Tom": 6, "Ben": -6}


@each("form", ["yaml", "json", "jsonl", "csv"])
def test_one_player_in_other_forms(tmp_path: Path, form: str) -> None:
    boards = [dict(zip(names, ROWS, strict=True)) for names in (("Tom", "Ben"), ("tom", "BEN"))]
    data = [{"deal": str(n), "boards": deal} for n, deal in enumerate(boards, 1)]
    text = "\n".join(map(json.dumps, data)) if form == "jsonl" else json.dumps({"deals": data})
    if form == "csv":
        rows = [
            (n, name, *row.split(" / ")) for n, deal in enumerate(boards, 1) for name, row in deal.items()
        ]
        text = "\n".join(["deal,player,top,mid,bot", *(",".join(map(str, row)) for row in rows)])
    assert totals(tmp_path, text, suffix=form)[0] == {"Tom": 6, "Ben": -6}


def test_a_board_spells_the_name_before_a_key(tmp_path: Path) -> None:
    log = f"Tom: {ROWS[0]}\nBen: {ROWS[1]}\nadjust: TOM +5, BEN -5\n"
    assert totals(tmp_path, log)[0] == {"Tom": 8, "Ben": -8}


@pytest.mark.long
def test_long_logs_agree(tmp_path: Path) -> None:
    """A long log is scored in vectorized form even if names change."""
    deals = [
        f"deal {n}\n{'Tom' if n < 400 else 'tom'}: Q Q 5 / A A 7 6 2 / 9 T J Q K\n"
        "Ben: 6 6 3 / K K 9 4 3 / 8 8 8 4 4\n"
        for n in range(1, 801)
    ]
    log = "\n".join(deals)
    assert totals(tmp_path, log)[0] == {"Tom": 2400, "Ben": -2400}


def test_players_may_list_both(tmp_path: Path) -> None:
    two = f"players: Tom, tom\ndeal 1\nTom: {ROWS[0]}\ntom: {ROWS[1]}\n"
    found, told = totals(tmp_path, two)
    assert found == {"Tom": 3, "tom": -3}
    assert "name-" not in told
    _, told = totals(tmp_path, two, f"TOM: {ROWS[0]}\nTom: {ROWS[1]}\n")
    assert "error[name-unknown]: TOM" in told


def test_two_spellings_in_one_deal_ask(tmp_path: Path) -> None:
    log = f"Tom: {ROWS[0]}\ntom: {ROWS[1]}\n"
    for above, line in (("", "players: Tom, tom"), ("players: Ben, Tom\n", "players: Ben, Tom, tom")):
        _, told = totals(tmp_path, above + log)
        assert "error[name-case]: Tom and tom are one player" in told
        assert f"`{line}`" in told
        assert totals(tmp_path, f"{line}\n{log}")[0]["tom"] == -3


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["score", "--settle", "bank=TOM"], "Ben pays Tom"),
        (["stats", "--player", "TOM", "--format", "csv"], "Tom"),
        (["settle", "tom=3", "Ben=-3", "--settle", "bank=BEN"], "Ben pays tom 3"),
    ],
)
def test_names_on_the_command_line(tmp_path: Path, command: list[str], said: str) -> None:
    (tmp_path / "a.ofc").write_text(f"deal 1\n{TOM}deal 2\n{LOWER}")
    files = [] if command[0] == "settle" else [tmp_path / "a.ofc"]
    assert said in run(*command, *files).out
    assert run("settle", "tom=3", "Tom=-3").status == 2


# -- short names


@each(
    ("players", "name", "fixes"),
    [
        ("Mia, Tom", "M", []),  # the one player that it can be
        ('"Mary Ann", Tom', "MA", ['players: "Mary Ann" = MA, Tom', 'players: "Mary Ann", Tom, MA']),
        ("Mia, Max", "m", ["players: Mia = m, Max", "players: Mia, Max = m", "players: Mia, Max, m"]),
        ("Mia = Mi, Tom", "M", []),
        ("Mia, Tom", "Zoe", ["players: Mia, Tom, Zoe"]),
    ],
)
def test_a_short_name_is_offered_first(tmp_path: Path, players: str, name: str, fixes: list[str]) -> None:
    log = f"players: {players}\nTom: {ROWS[0]}\n{name}: {ROWS[1]}\n"
    log = log if "Tom" in players else log.replace("Tom:", "Max:")
    _, told = totals(tmp_path, log)
    hint = re.search(r"help: (.*)", told)
    lines = re.findall("`(players:[^`]*)`", hint[1] if hint else "")
    assert lines == fixes
    for line in lines:
        assert "name-unknown" not in totals(tmp_path, log.replace(f"players: {players}", line))[1]
