"""The table that phones share, without a network: actions, the phones' data, and the log on disk."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ofcscore.files.disk import LogFile
from ofcscore.host.table import Table
from ofcscore.live.open_log import DraftFile, OpenLog
from ofcscore.report.wording import Style
from ofcscore.rules.files import most_played, shipped_names
from tests.live.test_live import DEAL_1, GUS, HEADER, HERO, TODAY, Night
from tests.loops import each

FOUL = "663 / KK943 / AT852"
LATE = "7 7 2 / 8 8 2 5 3 / T T T 9 9"
LATE_FOUL = "8 8 2 / 7 7 3 5 2 / T T T 9 9"


class Phones:
    """Phones at a table with a real file; `restart` opens it again without a clean end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.start()

    def start(self) -> None:
        self.log = OpenLog(str(self.path), lambda: TODAY, "host")
        self.log.begin(Style())
        self.table = Table(self.log)

    def restart(self) -> None:
        self.log.close()
        self.start()

    def board(self, player: str, board: str, deal: str = "", **more: str) -> dict[str, Any]:
        """Send a board of a deal, by default of the deal in progress."""
        fields = {"player": player, "board": board, "deal": deal or self.data["deal"]["name"], **more}
        return self.table.act({"do": "board", "as": player, **fields})

    def do(self, action: str, **fields: str) -> dict[str, Any]:
        """Press a button on a phone that shows the current table."""
        return self.table.act({"do": action, "as": "Gus", "seen": self.table.version, **fields})

    @property
    def data(self) -> dict[str, Any]:
        return self.table.data()

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[Phones]:
    path = tmp_path / "night.ofc"
    path.write_text(HEADER, encoding="utf-8")
    phones = Phones(path)
    yield phones
    phones.log.close()


def full(phones: Phones) -> Phones:
    """Return the table after one deal."""
    for player, board in (("Hero", HERO), ("Gus", GUS), ("P", "foul")):
        assert phones.board(player, board)["saved"]
    return phones


def test_boards_in_any_order_make_the_deal_that_live_writes(phones: Phones) -> None:
    phones.board("P", "foul")
    phones.board("Gus", GUS)
    assert phones.text == HEADER
    assert phones.board("Hero", HERO) == {"done": True, "saved": True, "asks": (), "said": []}
    assert phones.text == HEADER + DEAL_1
    night = Night()
    night.type(HERO, GUS, "foul")
    assert phones.text == night.text
    assert phones.data["standings"][0] == {"name": "Hero", "points": "+18", "money": "+9.00"}
    assert phones.data["payments"] == ["P pays Hero 9.00 EUR.", "P pays Gus 5.00 EUR."]
    assert phones.data["due"] == ["Fantasyland in the next deal: Hero with 13 cards."]


def test_boards_are_hidden_until_all_are_in(phones: Phones) -> None:
    phones.board("Hero", HERO)
    told = json.dumps(phones.data)
    assert "AA762" not in told
    assert "A A 7 6 2" not in told
    assert [seat["in"] for seat in phones.data["seats"]] == [True, False, False]
    assert phones.table.data("Hero")["mine"] == "Q Q 5 / A A 7 6 2 / 9 T J Q K"
    assert phones.table.data("Gus")["mine"] is None
    assert phones.data["undo"] == "Hero's board"


def test_what_a_board_is_comes_before_it_is_sent(phones: Phones) -> None:
    fields = {"player": "Hero", "deal": "1"}
    found = phones.table.look({**fields, "board": HERO})
    assert [row["words"] for row in found["board"]["rows"]] == [
        "pair of queens",
        "pair of aces",
        "straight to the king",
    ]
    assert found["done"]
    assert phones.table.look({**fields, "board": FOUL})["asks"] == ("flush", "foul")
    assert phones.table.look({**fields, "board": "QQ5 / AA76"})["said"]
    assert not phones.log.state.work.boards
    assert not phones.log.state.rows


def test_a_card_that_somebody_has_is_refused_with_who(phones: Phones) -> None:
    phones.board("Hero", "QhQd5c / AhAd7c6s2c / 9sThJcQsKh")
    refused = phones.board("Gus", "6h6d3c / KsKd9h4s3h / JsJdJhQh4d")
    assert not refused["done"]
    assert refused["said"][0] == "Qh is already in Hero's top row"
    refused = phones.board("Gus", "QQQ / 22334 / 55667")
    assert any("Hero has Q Q Q" in one for one in refused["said"])
    assert phones.data["seats"][1]["in"] is False


@pytest.mark.parametrize(
    ("answer", "written"), [("foul", "6 6 3 / K K 9 4 3 / A T 8 5 2 (foul)"), ("flush", "A T 8 5 2 flush")]
)
def test_a_foul_is_asked_about(answer: str, written: str, phones: Phones) -> None:
    asked = phones.board("Gus", FOUL)
    assert (asked["done"], asked["asks"]) == (False, ("flush", "foul"))
    assert asked["said"] == ["This board is a foul. Was a row a flush?"]
    assert phones.data["seats"][1]["in"] is False
    assert phones.board("Gus", FOUL, answer=answer)["saved"]
    assert written in phones.table.data("Gus")["mine"]


def test_a_board_of_another_deal_than_the_phone_saw_changes_that_deal_or_nothing(phones: Phones) -> None:
    full(phones)
    late = phones.board("P", LATE, deal="9")
    assert late["said"] == ["There is no longer a deal 9."]
    assert phones.board("P", LATE, deal="1")["saved"]
    assert f"P: {LATE}\n" in phones.text
    assert phones.data["deal"]["name"] == "2"
    assert phones.data["notices"][-1] == {"who": "P", "what": "changed P's board in deal 1"}
    assert phones.board("P", "2 2 3 / 4 4 5", deal="1")["done"] is False
    assert phones.board("Nobody", "foul", deal="1")["said"] == ["Nobody has no board in deal 1."]
    assert phones.board("Nobody", "foul")["said"] == ["There is no player Nobody."]
    assert phones.log.state.work.index is None


def test_a_foul_in_an_edit_is_asked_about(phones: Phones) -> None:
    full(phones)
    assert phones.board("P", LATE_FOUL, deal="1")["asks"] == ("foul",)
    assert phones.log.state.work.index is None
    assert phones.board("P", LATE_FOUL, deal="1", answer="foul")["saved"]
    assert f"P: {LATE_FOUL}\n" in phones.text


def test_a_board_is_sent_twice_where_the_answer_was_lost(phones: Phones) -> None:
    first = phones.board("Hero", HERO)
    assert phones.board("Hero", HERO) == first
    assert len(phones.log.state.work.boards) == 1
    assert phones.board("Hero", "QQ5 / AAAAA / 9TJQK")["done"] is False
    assert phones.data["undo"] == "Hero's board"
    phones.board("Hero", GUS)
    assert phones.data["undo"] == "Hero's board"
    assert phones.do("undo")["saved"]
    assert phones.table.data("Hero")["mine"] == "Q Q 5 / A A 7 6 2 / 9 T J Q K"
    assert phones.do("undo")["saved"]
    assert phones.data["undo"] is None


@pytest.mark.parametrize(("board", "answer"), [("absent", ""), (FOUL, "foul"), (FOUL, "flush")])
def test_the_last_board_of_a_deal_is_sent_twice(board: str, answer: str, phones: Phones) -> None:
    phones.board("Hero", HERO)
    phones.board("P", "foul")
    assert phones.board("Gus", board, deal="1", answer=answer)["saved"]
    text, notices = phones.text, len(phones.data["notices"])
    assert phones.board("Gus", board, deal="1", answer=answer) == {
        "done": True,
        "saved": True,
        "asks": (),
        "said": [],
    }
    assert (phones.text, len(phones.data["notices"])) == (text, notices)


def test_a_foul_that_is_there_is_not_asked_about_again(phones: Phones) -> None:
    foul = "6s 6d 3s / Ks Kd 9h 4s 3d / As Td 8s 5s 2d"
    assert phones.board("Gus", foul, answer="foul")["saved"]
    assert phones.board("Gus", foul)["saved"]
    phones.board("Hero", "absent")
    phones.board("P", "foul")
    assert phones.board("Gus", foul, deal="1")["saved"]


def test_undo_and_redo_are_told_to_all(phones: Phones) -> None:
    phones.board("Hero", HERO)
    phones.board("Gus", GUS)
    assert phones.data["notices"][-1] == {"who": "Gus", "what": "entered the board"}
    assert phones.do("undo")["saved"]
    assert phones.data["notices"][-1] == {"who": "Gus", "what": "undid Gus's board"}
    assert phones.do("redo")["saved"]
    phones.board("P", "foul")
    assert phones.data["undo"] == "deal 1"
    assert phones.do("undo")["saved"]
    assert phones.text == HEADER
    assert phones.do("redo")["saved"]
    assert phones.text == HEADER + DEAL_1
    assert phones.do("redo")["done"] is False


def test_who_presses_what_somebody_else_has_changed_meanwhile_is_asked_to_look(phones: Phones) -> None:
    seen = phones.table.version
    phones.board("Hero", HERO)
    assert phones.table.act({"do": "undo", "seen": seen})["said"] == [
        "Another phone changed the table first. Look at it, then try again if you still want to."
    ]
    assert phones.data["seats"][0]["in"]


def test_players_come_go_and_sit_out(phones: Phones) -> None:
    assert phones.do("leave", player="P")["saved"]
    assert [seat["dealt"] for seat in phones.data["seats"]] == [True, True, False]
    assert phones.do("join", player="P")["saved"]
    assert phones.do("join", player="Phil H.")["saved"]
    assert 'players: Hero, Gus, P, "Phil H."' in phones.text
    assert phones.do("join", player="")["done"] is False
    assert phones.do("leave", player="Nobody")["done"] is False
    phones.board("Hero", HERO)
    phones.board("Gus", GUS)
    assert phones.do("done")["saved"]
    assert "P:" not in phones.text.partition("deal 1")[2]


def test_notes_side_bets_and_payments(phones: Phones) -> None:
    full(phones)
    assert phones.do("key", key="note", text="he said, she said")["saved"]
    assert phones.do("key", key="adjust", **{"from": "Gus", "to": "Hero", "amount": "5"})["saved"]
    assert phones.do("key", key="paid", **{"from": "P", "to": "Hero", "amount": "2,50"})["saved"]
    assert phones.text.endswith(
        "P: foul\nnote: he said, she said\nadjust: Hero +5, Gus -5\npaid: P -> Hero 2.50\n\n"
    )
    for wrong in ({"amount": "five"}, {"amount": "1,000"}, {"amount": "1.000"}, {"to": "Gus"}, {"to": ""}):
        fields = {"from": "Gus", "to": "Hero", "amount": "5", **wrong}
        assert phones.do("key", key="adjust", **fields)["done"] is False
    assert phones.do("key", key="players", text="X, Y")["done"] is False
    assert phones.do("key", key="dealer", text="Gus")["saved"]
    assert phones.data["deal"]["keys"] == ["dealer: Gus"]


def test_a_deal_of_the_log_is_voided_while_another_is_entered(phones: Phones) -> None:
    full(phones)
    phones.board("Hero", HERO)
    assert phones.do("void", deal="1")["saved"]
    assert phones.text == f"{HEADER}{DEAL_1.rstrip()}\nvoid\n\n"
    assert [seat["in"] for seat in phones.data["seats"]] == [True, False, False]
    assert phones.data["payments"] == []
    assert phones.data["notices"][-1]["what"] == "voided deal 1"
    assert phones.do("void", deal="9")["done"] is False
    assert phones.do("undo")["saved"]
    assert phones.text == HEADER + DEAL_1


def test_the_deal_in_the_making_is_voided(phones: Phones) -> None:
    assert phones.do("void", deal="1")["said"] == ["This deal is not in the log."]
    phones.board("Hero", HERO)
    assert phones.do("void", deal="1")["saved"]
    assert "deal 1 2026-11-20\nvoid\nHero:" in phones.text
    assert phones.data["deal"]["name"] == "2"


def test_quotes_in_a_name_are_as_they_were_typed(phones: Phones) -> None:
    name = 'Bob "the" B'
    assert phones.do("join", player=name)["saved"]
    assert phones.data["seats"][-1]["name"] == name
    assert 'players: Hero, Gus, P, "Bob ""the"" B"\n' in phones.text
    assert phones.do("leave", player=name)["saved"]
    assert phones.data["seats"][-1]["dealt"] is False


@each("header", [HEADER, HEADER.replace("players: Hero, Gus, P\n", "")])
@each(
    ("typed", "said"),
    [
        ("x" * 65, "this name has 65 characters, but at most 64 are allowed"),
        ("\u202eabc", "U+202E RIGHT-TO-LEFT OVERRIDE cannot be part of a name"),
        ("\u2800", "this name has only invisible characters: \u2800 (U+2800 BRAILLE PATTERN BLANK)"),
        ("Gus\u200b", "Gus is dealt in."),
        ("house", "no player can be called house, because the house itself takes part"),
    ],
)
def test_a_name_that_no_log_has_is_refused_at_once(
    typed: str, said: str, header: str, tmp_path: Path
) -> None:
    path = tmp_path / "open.ofc"
    path.write_text(f"rake: 1\n{header}{DEAL_1}", encoding="utf-8")
    phones = Phones(path)
    answer = phones.do("join", player=typed)
    assert (answer["done"], answer["said"][0]) == (False, said)
    assert [seat["name"] for seat in phones.data["seats"]] == ["Hero", "Gus", "P"]
    phones.log.close()


def test_a_phone_reads_no_file_of_the_host(phones: Phones, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("password: hunter2\npoints: {row: hunter3}\n", encoding="utf-8")
    for rules in (
        "./other.yaml",
        str(tmp_path / "other.yaml"),
        "ofc + ./other.yaml",
        "other.yaml",
        ".\\other",
    ):
        told = json.dumps(phones.do("key", key="rules", text=rules))
        assert '"done": false' in told
        assert "hunter" not in told
        assert "password" not in told
    assert phones.do("key", key="rules", text="ofc + bank")["done"]


def test_a_deal_of_points_alone_is_entered_on_a_phone(tmp_path: Path) -> None:
    phones = Phones(tmp_path / "new.ofc")
    assert phones.do("start", players="Ann, Ben, Phil H.", rules="ofc", stake="1 EUR")["saved"]
    wrong = phones.do("points", **{"points:Ann": "5", "points:Ben": "-2", "points:Phil H.": "-2"})
    assert not wrong["done"]
    assert not phones.do("points", **{"points:Ann": "five"})["done"]
    before = phones.text
    assert phones.do("points", **{"points:Ann": "5", "points:Ben": "−2", "points:Phil H.": ""})["saved"]
    assert phones.text == before + f'deal 1 {TODAY}\nexpect: Ann +5, Ben -2, "Phil H." -3\n\n'
    assert phones.do("points", **{"points:Ann": "1,5", "points:Ben": "-1.5"})["saved"]
    assert phones.text.endswith("expect: Ann +1.5, Ben -1.5\n\n")
    phones.board("Ann", LATE)
    assert not phones.do("points", **{"points:Ann": "5", "points:Ben": "-5"})["done"]
    phones.log.close()


def test_a_phone_makes_house_rules_by_questions(tmp_path: Path) -> None:
    phones = Phones(tmp_path / "new.ofc")
    start = phones.data["start"]
    assert start["answers"]["ofc-pineapple"]["fantasyland.enter.top.pair"] == "QQ"
    assert "fantasyland.cards" not in start["answers"]["chinese"]
    told = phones.do("start", players="Ann, Ben", rules="ofc", stake="", **{"house:points.scoop": "four"})
    assert not told["done"]
    assert "points.scoop must be none or a whole number" in str(told)
    assert [*tmp_path.iterdir()] == []
    answers = {"house:points.scoop": "4", "house:foul.pays": "three rows", "house:surrender": ""}
    assert phones.do("start", players="Ann, Ben", rules="ofc-pineapple + jokers", stake="", **answers)[
        "saved"
    ]
    assert phones.text.startswith("rules: ./new-rules.yaml\n")
    text = (tmp_path / "new-rules.yaml").read_text("utf-8")
    assert text.splitlines()[-2:] == ["extends: ofc-pineapple + jokers", "points: {scoop: 4}"]
    phones.board("Ann", LATE)
    phones.board("Ben", "foul")
    assert phones.data["rules"] == "House rules"
    phones.log.close()


def test_answers_as_the_rule_set_has_them_make_no_file(tmp_path: Path) -> None:
    phones = Phones(tmp_path / "new.ofc")
    assert phones.do("start", players="Ann, Ben", rules="ofc", stake="", **{"house:points.scoop": ""})[
        "saved"
    ]
    assert phones.text.startswith("rules: ofc\n")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".yaml"] == []
    phones.log.close()


def test_a_new_log_is_begun_by_a_phone(tmp_path: Path) -> None:
    phones = Phones(tmp_path / "new.ofc")
    start = phones.data["start"]
    names = [one["name"] for family in start["families"] for one in family["rules"]]
    assert sorted(names) == [*shipped_names()[0]]
    assert names[:5] == [rules.name for rules in most_played()]
    assert start["usual"] in names
    assert [one["name"] for one in start["options"]] == [*shipped_names()[1]]
    wrong = phones.do("start", players="Ann, Ben", rules="nonsense", stake="")
    assert not wrong["done"]
    assert not phones.path.exists()
    assert not phones.do("start", players="Ann", rules="", stake="")["done"]
    assert "cannot choose a rule file" in str(
        phones.do("start", players="Ann, Ben", rules="./house.yaml", stake="")
    )
    assert phones.do("start", players="Ann, Phil H.", rules="", stake="0,50 EUR")["saved"]
    assert phones.text == 'rules: ofc\nstake: 0.50 EUR\nplayers: Ann, "Phil H."\n\n'
    assert not phones.do("start", players="Ann, Ben", rules="", stake="")["done"]
    phones.log.close()


def test_a_full_disk_is_told_to_all_and_loses_nothing(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    phones.board("Hero", HERO)
    with monkeypatch.context() as patched:
        patched.setattr(DraftFile, "write", full_disk)
        patched.setattr(LogFile, "save", full_disk)
        answer = phones.board("Gus", GUS)
        assert (answer["done"], answer["saved"]) == (True, False)
        assert phones.data["trouble"] == [
            "Cannot write night.ofc.draft: No space left on device. The last board is not saved yet."
        ]
        assert phones.board("P", "foul")["saved"] is False
        assert "No space left on device" in phones.data["trouble"][0]
        told = phones.data["trouble"]
        assert phones.board("P", "foul")["said"] == ["No board can be entered now."]
        assert phones.data["trouble"] == told
        answer = phones.do("retry")
        assert (answer["saved"], answer["said"]) == (False, told)
    assert phones.do("retry")["saved"]
    assert phones.text == HEADER + DEAL_1
    assert phones.data["trouble"] == []


def test_a_deal_that_went_back_for_want_of_room_is_written_by_retry(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(LogFile, "save", full_disk)
        for player, board in (("Hero", HERO), ("Gus", GUS), ("P", "foul")):
            phones.board(player, board)
        assert phones.do("undo")["done"]
        assert phones.data["trouble"]
    assert phones.do("retry")["saved"]
    assert phones.text == HEADER + DEAL_1
    assert phones.data["trouble"] == []


def test_a_draft_is_written_when_there_is_room_again(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(DraftFile, "write", full_disk)
        assert phones.board("Hero", HERO)["saved"] is False
    assert phones.do("retry")["saved"]
    phones.restart()
    assert phones.data["seats"][0]["in"]


def test_a_log_that_was_edited_by_hand_is_read_again(phones: Phones) -> None:
    full(phones)
    phones.path.write_text(phones.text.replace("P: foul", "P: absent"), encoding="utf-8")
    phones.board("Hero", HERO)
    phones.board("Gus", GUS)
    assert phones.board("P", "foul")["saved"]
    assert "P: absent" in phones.text
    assert "deal 2" in phones.text
    assert "Another program changed" in json.dumps(phones.data["notices"])


def test_a_command_before_which_the_log_was_edited_is_to_be_given_again(phones: Phones) -> None:
    full(phones)
    phones.path.write_text(phones.text.replace("0.50", "1.00"), encoding="utf-8")
    answer = phones.do("key", key="note", text="late")
    assert answer["done"] is False
    assert "Type it again" in " ".join(answer["said"])
    assert "note" not in phones.text
    assert phones.data["stake"] == "1.00 EUR a point"


def test_a_deal_that_cannot_be_scored_is_told_to_all(phones: Phones) -> None:
    phones.do("key", key="dealer", text="Gus")
    phones.do("key", key="adjust", **{"from": "Gus", "to": "Hero", "amount": "5"})
    phones.path.write_text(phones.text.replace("rules: ofc\n", "rules: ofc + bank\n"), encoding="utf-8")
    for player, board in (("Hero", HERO), ("Gus", GUS), ("P", "foul")):
        phones.board(player, board)
    assert phones.data["trouble"]


def test_a_board_of_one_kill_is_there_after_it(phones: Phones) -> None:
    phones.board("Hero", HERO)
    phones.restart()
    assert [seat["in"] for seat in phones.data["seats"]] == [True, False, False]
    phones.board("Gus", GUS)
    phones.board("P", "foul")
    phones.restart()
    assert phones.text == HEADER + DEAL_1
    assert phones.data["undo"] == "deal 1"
    assert phones.do("undo")["saved"]


def test_deals_are_shown_in_full(phones: Phones) -> None:
    full(phones)
    deal = phones.table.deal("1")
    assert deal is not None
    assert deal["title"] == f"Deal 1, {TODAY}"
    assert deal["pairs"][0]["name"] == "Hero vs Gus"
    assert sum(int(line["points"]) for line in deal["pairs"][0]["lines"]) == 3
    assert deal["written"][2] == {"name": "P", "text": "foul"}
    assert phones.table.deal("7") is None
    assert phones.do("key", key="void", text="")["saved"]
    voided = phones.table.deal("1")
    assert voided is not None
    assert voided["title"] == "Deal 1 is void and does not count."


def test_what_there_is_not_is_said(phones: Phones) -> None:
    assert phones.do("nonsense")["said"] == ["There is no such command."]
    assert phones.board("Hero", "")["said"] == ["There is no board."]
    assert phones.board("Hero", "QQ5")["said"] == [
        "This board is not complete. It needs three rows: top, middle, bottom."
    ]
