"""The draft: boards of an unfinished deal are kept in a file and restored at the next start."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import Exit
from ofcscore.files.disk import LogFile
from ofcscore.live.open_log import DraftFile, Entered, OpenLog, digest
from ofcscore.live.prompt import prompt
from ofcscore.live.state import read_log
from ofcscore.live.terminal import wrapped_lines
from ofcscore.report.wording import Style
from tests.daily import some
from tests.live.test_live import DEAL_1, GUS, HEADER, HERO, TODAY, unbroken


class Sitting:
    """A table with a real file; `kill` ends it without cleanup."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.draft = path.with_name(f"{path.name}.draft")
        self.start()

    def start(self) -> None:
        self.log = OpenLog(str(self.path), lambda: TODAY)
        self.said = unbroken("\n".join(wrapped_lines(self.log.begin(Style()), 80)))

    def type(self, *lines: str) -> str:
        """Type lines and return the output."""
        said = [one for line in lines for one in self.log.type(line, 80)]
        return unbroken("\n".join(wrapped_lines(said, 80)))

    def kill(self) -> Sitting:
        """Kill the program and start it again."""
        self.log.close()
        self.start()
        return self

    @property
    def asked(self) -> str:
        return prompt(self.log.state)[0]

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    path = tmp_path / "night.ofc"
    path.write_text(HEADER, encoding="utf-8")
    table = Sitting(path)
    yield table
    table.log.close()


def names(table: Sitting) -> list[str]:
    """Return the names of the files in the folder."""
    return sorted(path.name for path in table.path.parent.iterdir())


def test_boards_come_back_and_the_deal_is_written_once(table: Sitting) -> None:
    table.type("dealer Gus", HERO, f"{GUS} # slow")
    again = table.kill()
    assert "Deal 1 is not finished; continue here. It has the boards of Hero and Gus." in again.said
    assert "It has `dealer: Gus`." in again.said
    assert again.asked == "deal 1  P> "
    again.type("foul")
    marked = DEAL_1.replace("Hero:", "dealer: Gus\nHero:").replace("J 4 4", "J 4 4 # slow")
    assert again.text == HEADER + marked
    assert names(again) == ["night.ofc"]
    assert "is not finished; continue" not in again.kill().said


def test_rows_of_a_board_and_who_is_away_come_back(table: Sitting) -> None:
    table.type("players - P", HERO, "663", "KK943")
    again = table.kill()
    assert again.asked == "deal 1  Gus bottom> "
    again.type("JJJ44")
    assert again.text == HEADER + DEAL_1.replace("P: foul\n", "")


def test_rows_that_were_cleared_do_not_come_back(table: Sitting) -> None:
    table.type("QQ5")
    table.log.clear()
    assert not table.draft.exists()
    assert table.kill().asked == "deal 1  Hero> "


def test_killed_before_the_deal_is_in_the_log_its_boards_are_in_the_draft(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(file: LogFile, text: str) -> None:
        raise SystemExit

    table.type(HERO, GUS)
    with monkeypatch.context() as patched:
        patched.setattr(LogFile, "save", killed)
        with pytest.raises(SystemExit):
            table.type("foul")
    again = table.kill()
    assert [player for player, _ in again.log.state.work.boards] == ["Hero", "Gus", "P"]
    again.type("done")
    assert again.text == HEADER + DEAL_1


def test_boards_come_back_beside_a_log_whose_deal_has_no_name(table: Sitting) -> None:
    table.path.write_text(f"Hero: {HERO}\nGus: {GUS}\n", encoding="utf-8")
    again = table.kill()
    again.type(HERO)
    assert again.kill().asked == "deal 2  Gus> "
    again.type("foul")
    assert again.text.startswith(f"deal 1\nHero: {HERO}\nGus: {GUS}\n\ndeal 2 ")


def test_boards_that_came_back_are_taken_back_one_by_one(table: Sitting) -> None:
    table.path.write_text(HEADER + DEAL_1, encoding="utf-8")
    table = table.kill()
    table.type("P: foul", f"Gus: {GUS.replace('K', '8')}")
    again = table.kill()
    assert again.type("undo").startswith("Undid Gus's board: 6 6 3 /")
    assert again.asked == "deal 2  Gus> "
    assert "Undid P's board: foul" in again.type("undo")
    assert not again.draft.exists()
    assert again.text == HEADER + DEAL_1
    assert "Undid deal 1:" in again.type("undo")


def test_a_deal_that_was_written_before_its_draft_went_does_not_come_twice(table: Sitting) -> None:
    table.type(HERO, f"{GUS} # slow")
    held = table.draft.read_bytes()
    table.type("foul")
    table.draft.write_bytes(held)
    again = table.kill()
    assert "draft" not in again.said
    assert "is not finished; continue" not in again.said
    assert names(again) == ["night.ofc"]
    again.type(HERO)
    again.draft.write_bytes(held)
    assert again.kill().asked == "deal 2  Hero> "


@pytest.mark.parametrize("typed", ["players + Zoe", "edit 1 P", "note late"])
def test_the_draft_goes_with_the_log_before_and_after_a_change(table: Sitting, typed: str) -> None:
    """After a kill between two writes, the draft fits the log before or after the change."""
    table.path.write_text(HEADER + DEAL_1, encoding="utf-8")
    table = table.kill()
    table.type(f"Gus: {GUS.replace('K', '8')}")
    before = table.text
    table.type(typed, *(["absent"] if "edit" in typed else []))
    assert (table.text == before) is (typed == "note late")
    assert "Gus" in dict(table.kill().log.state.work.boards)
    table.path.write_text(before, encoding="utf-8")
    assert "continue here" in table.kill().said


def test_a_board_waits_while_another_deal_is_edited(table: Sitting) -> None:
    table.path.write_text(HEADER + DEAL_1, encoding="utf-8")
    table = table.kill()
    table.type("P: foul", "edit 1 Gus", "663")
    again = table.kill()
    assert (again.asked, again.log.state.work.boards) == ("deal 2  Hero> ", (("P", "foul"),))
    assert again.text == HEADER + DEAL_1


@pytest.mark.parametrize(
    "text",
    [
        HEADER.replace("0.50", "1"),
        HEADER + DEAL_1.replace("Q Q 5", "Q Q 6"),
        HEADER + DEAL_1.replace("deal 1", "deal 2"),
        "",
        "players: Ann, Bob\n\n",
    ],
)
def test_a_draft_of_another_log_is_told_and_set_aside(table: Sitting, text: str) -> None:
    table.type(HERO, "note so")
    held = table.draft.read_bytes()
    table.path.write_text(text, encoding="utf-8")
    again = table.kill()
    assert "night.ofc.draft has deal 1 of another log, or of this log before a change." in again.said
    assert "is now" in again.said
    assert "It has these lines: note: so Hero: Q Q 5 / A A 7 6 2 / 9 T J Q K" in again.said
    assert again.log.state.work.boards == ()
    assert names(again) == ["night.ofc", "night.ofc.draft.old1"]
    assert again.path.with_name("night.ofc.draft.old1").read_bytes() == held
    assert again.text == text


@pytest.mark.parametrize("change", ["cut", "byte", "empty", "other", "version"])
def test_a_damaged_draft_is_told_and_set_aside(table: Sitting, change: str) -> None:
    table.type(HERO)
    held = table.draft.read_text(encoding="utf-8")
    body = held.rpartition("\n{")[0] or held[: held.rstrip("\n").rindex("\n")]
    newer = json.dumps({**json.loads(body), "ofcscore draft": 3})
    changed = {
        "cut": held[: len(held) // 2],
        "byte": held.replace("Q Q 5", "Q Q 6"),
        "empty": "",
        "other": "# what I have to buy\n",
        "version": f"{newer}\n{digest(newer)}\n",
    }[change]
    table.draft.write_text(changed, encoding="utf-8")
    again = table.kill()
    assert "is damaged or was written by another version. It was not used" in again.said
    assert names(again) == ["night.ofc", "night.ofc.draft.old1"]
    again.type(HERO, GUS, "foul")
    assert again.text == HEADER + DEAL_1
    (again.draft).write_text("again", encoding="utf-8")
    again.kill()
    assert names(again) == ["night.ofc", "night.ofc.draft.old1", "night.ofc.draft.old2"]


def test_a_log_that_is_broken_leaves_the_draft_alone(table: Sitting) -> None:
    table.type(HERO)
    table.path.write_text(HEADER + "deal 1\nHero: x\n\n", encoding="utf-8")
    again = table.kill()
    assert again.log.leave is Exit.INPUT
    assert names(again) == ["night.ofc", "night.ofc.draft"]
    again.path.write_text(HEADER, encoding="utf-8")
    assert "continue here" in again.kill().said


def test_what_cannot_be_a_draft_is_told_and_left_alone(table: Sitting) -> None:
    os.mkfifo(table.draft)
    again = table.kill()
    assert "night.ofc.draft: it is not a regular file." in again.said


def test_a_draft_that_cannot_be_written_is_told_once(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: DraftFile, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(DraftFile, "write", full)
    assert "night.ofc.draft: No space left on device." in table.type(HERO)
    said = table.type(GUS, "quit")
    assert "No space" not in said
    assert "Hero's board and Gus's board are not saved." in said
    assert table.asked == "quit anyway? [y/N] "


def test_quit_asks_and_the_second_one_keeps_the_boards(table: Sitting) -> None:
    said = table.type(HERO, "quit")
    assert said.endswith("Hero's board is kept in night.ofc.draft for the next start.")
    assert table.asked == "quit? [y/N/drop] "
    table.type("n")
    assert (table.log.leave, table.asked) == (None, "deal 1  Gus> ")
    table.type("quit", "quit")
    assert table.log.leave is Exit.OK
    assert table.kill().asked == "deal 1  Gus> "


def test_boards_are_thrown_away_where_that_is_answered(table: Sitting) -> None:
    table.type("players - P", HERO, "quit", "drop")
    assert table.log.leave is Exit.OK
    assert names(table) == ["night.ofc"]
    assert "continue here" not in table.kill().said


def test_the_draft_of_a_link_lies_beside_the_log(table: Sitting, tmp_path: Path) -> None:
    table.log.close()
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.ofc"
    link.symlink_to(table.path)
    at_link = Sitting(link)
    at_link.type(HERO)
    at_link.log.close()
    assert [path.name for path in folder.iterdir()] == ["link.ofc"]
    table = Sitting(table.path)
    assert table.asked == "deal 1  Gus> "
    table.log.close()


@pytest.mark.long
@pytest.mark.parametrize("times", some(1, of=[80, 400]))
def test_killed_anywhere_the_table_is_as_it_was(tmp_path: Path, times: int) -> None:
    """After a kill no board is lost or repeated, and deals are not mixed."""
    chance = random.Random(8)
    path = tmp_path / "night.ofc"
    path.write_text(HEADER, encoding="utf-8")
    table = Sitting(path)
    typed = [HERO, GUS, "foul", "P: foul", "undo", "note so", "dealer Gus", "QQ5", "edit", "players - P"]
    typed += ["players + P", "994 / AA762 / KKKT3", "n", "y", "absent", "done", ""]
    for _ in range(times):
        table.type(chance.choice(typed))
        had, text = Entered.of(table.log.state), table.text
        table = table.kill()
        assert table.log.leave is None
        assert table.text == text
        assert Entered.of(table.log.state) == had
        assert table.draft.exists() is (had is not None)
    assert len(read_log("x", table.text).results) > times // 40
    assert names(table) == ["night.ofc", *(["night.ofc.draft"] if table.draft.exists() else [])]
    table.log.close()


def test_who_is_dealt_in_is_known_at_the_next_start(table: Sitting) -> None:
    """This was once forgotten if the next deal had no boards yet."""
    table.type(HERO, GUS, "foul", "players - Gus", "players + Zoe")
    dealt = "Dealt in: Hero, P and Zoe. Not dealt in: Gus."
    assert table.type("players") == dealt
    table.kill()
    assert "Not dealt in: Gus. To add a player again, type for example `players + Gus`." in table.said
    assert "is not finished; continue" not in table.said
    assert table.type("players") == dealt
    table.type(HERO)
    assert "Not dealt in: Gus." in table.kill().said
    table.type("foul", "foul")
    assert not table.draft.exists()
    assert table.kill().type("players") == dealt


def test_who_is_dealt_in_is_of_no_use_to_another_log(table: Sitting) -> None:
    table.type(HERO, GUS, "foul", "players - Gus")
    assert table.draft.exists()
    table.path.write_text(HEADER + DEAL_1 + DEAL_1.replace("deal 1", "deal 2"), encoding="utf-8")
    table.kill()
    assert "draft" not in table.said
    assert not table.draft.exists()
