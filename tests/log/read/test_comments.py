"""Comments about void deals or money change nothing, but each gives a warning."""

from __future__ import annotations

import pytest

from tests.loops import each
from tests.trials import Trial

FIRST = "Ana: QhQd5c / AhAd7s6c2d / 9hTsJdQsKc\nBen: 6h6d2c / KhKd9s4c3c / As8s5s3s2s\n"
"""Ana wins 5."""
SECOND = "Ana: 8h8c4c / AcAsTh7d3s / KdKc9d9c2d\nBen: Jd7h5c / QhQc8s4h3h / JsJcTsTd3c\n"
"""Ana wins 9."""
STAMPED = "".join(
    f"13/11/2026, 20:3{i} - {line}\n"
    for i, line in enumerate(("Ana: Hand 1", *FIRST.splitlines(), "Ana: Hand 2", *SECOND.splitlines()))
)
WARNED = "warning[note-unread]: comments change nothing"


@each(
    "comment",
    [
        *("#1 void", "# 2 void", "## 2 void", "#1: void", "# 1 was a misdeal", "# 1 doesn't count, misdeal"),
        *("# this deal is void", "# Runde 2 ungültig", "# Ben owes Ana 5 EUR from last week"),
        *("# Ben pays Ana 5 EUR", "# total Ana +20, Ben -20"),
    ],
)
def test_a_comment_below_boards(trial: Trial, comment: str) -> None:
    assert WARNED in trial.accepted(f"deal 1\n{FIRST}deal 2\n{SECOND}{comment}\n").err


@each("comment", ["# void", "# deal 1 void", "# misdeal, doesn't count", "# gets 5 EUR from Ben"])
@each("line", ["board", "heading"])
def test_a_comment_behind_a_line(trial: Trial, comment: str, line: str) -> None:
    log = f"deal 1\n{FIRST}deal 2\n{SECOND}"
    log = f"{log[:-1]} {comment}\n" if line == "board" else log.replace("deal 2\n", f"deal 2 {comment}\n")
    assert WARNED in trial.accepted(log).err


@each("message", ["#1 void", "#2 misdeal, void", "#2 doesn't count", "# Ana paid Ben 5"])
def test_a_comment_in_a_chat(trial: Trial, message: str) -> None:
    assert WARNED in trial.accepted(f"{STAMPED}13/11/2026, 20:40 - Ben: {message}\n").err


@each(
    ("heading", "said"),
    [
        ("## Deal 1 (double stakes)", "Ben pays Ana 19.00 EUR."),
        ("# Deal 1 (x2)", "Ben pays Ana 19.00 EUR."),
        ("#1 double", "Ben pays Ana 19.00 EUR."),
        ("#1 void", "Ben pays Ana 9.00 EUR."),
        ("# Deal 1 - stake 2 EUR", "Ben pays Ana 19.00 EUR."),
        ("## Deal 1, 2 EUR a point", "Ben pays Ana 19.00 EUR."),
        ("# Deal 1, Friday", "Ben pays Ana 14.00 EUR."),
        ("## Deal 1 (final table)", "Ben pays Ana 14.00 EUR."),
    ],
)
def test_the_words_of_a_first_heading_count(trial: Trial, heading: str, said: str) -> None:
    log = f"stake: 1 EUR\n{heading}\n{FIRST}## Deal 2\n{SECOND}"
    assert said in trial.accepted(log).out


@each(
    "heading",
    [
        *("# Deal 1 scrapped", "#1 no count", "# Deal 1 dead", "#1 X", "#1 ❌", "#1 Ben fouled"),
        *("# deal 1: Ben fouled", "deal 1 ❌", "deal 1 🚫", "deal 1 ✗"),
    ],
)
def test_a_first_heading_with_words_that_are_not_understood_asks(trial: Trial, heading: str) -> None:
    trial.refused(f"{heading}\n{FIRST}## Deal 2\n{SECOND}")


@each(
    "comment",
    [
        "# 2 players only tonight",
        "# played at Bob's",
        "# a fine evening",
        "# stake: 2 EUR",
        f"# deal 3\n# {FIRST.replace(chr(10), chr(10) + '# ')}void",
    ],
)
def test_other_comments_stay_comments(trial: Trial, comment: str) -> None:
    assert "note-unread" not in trial.accepted(f"deal 1\n{FIRST}deal 2\n{SECOND}{comment}\n").err
    above = trial.accepted(f"{comment}\ndeal 1\n{FIRST}deal 2\n{SECOND}")
    assert "note-unread" not in above.err


@each("comment", ["# counts double", "# no royalties", "# x2", "# Ana 5 points"])
def test_a_short_comment_that_may_move_points_is_warned_of(trial: Trial, comment: str) -> None:
    assert WARNED in trial.accepted(f"deal 1\n{comment}\n{FIRST}").err


@each("title", ["# Pineapple bij Kim, 30-10-2025", "## 10c a point", "# Chinese poker at Bob's"])
def test_a_title_behind_a_hash_is_warned_of_unless_a_line_states_the_same_key(
    trial: Trial, title: str
) -> None:
    assert WARNED in trial.accepted(f"{title}\ndeal 1\n{FIRST}").err
    stated = "rules: ofc\nstake: 1 EUR"
    for header in (f"{title}\n{stated}", f"{stated}\n{title}"):
        assert WARNED not in trial.accepted(f"{header}\ndeal 1\n{FIRST}").err


@each(
    "text",
    [
        f"deal 1 # void - Ben had 14 cards\n{FIRST}",
        f"deal 1 # Ana fouled\n{FIRST}",
        f"# Ben still owes Ana 20 from last week\ndeal 1\n{FIRST}",
        f"# void the first deal\ndeal 1\n{FIRST}",
        f"deal 1\n{FIRST}## Second half: double stakes\ndeal 2\n{SECOND}",
        f"deal 1\n{FIRST}deal 2\n{SECOND}# deal 2 was at 2 EUR a point\n",
    ],
)
def test_comments_about_voids_debts_and_stakes_are_warned_of_everywhere(trial: Trial, text: str) -> None:
    assert WARNED in trial.accepted(text).err


@each(
    ("command", "sheet"),
    [
        (
            "score",
            "deal,player,top,mid,bot\n1,A,QQ5,AA762,9TJQK\n1,B,663,KK943,88844\n# 2,A,QQ4,AA762,9TJQK\n",
        ),
        ("settle", "round,Ann,Bob\n1,5,-5\n# 2,10,-10\n3,1,-1\n"),
        ("settle", "player,net\nAnn,5\nBob,-5\n# Cem,10\n// Dan,-10\n"),
    ],
)
def test_rows_that_are_commented_out_of_a_table_ask(trial: Trial, command: str, sheet: str) -> None:
    assert "is this row commented out?" in trial.refused(sheet, name="night.csv", command=(command,)).err


def test_a_comment_with_a_count_does_not_split_a_deal(trial: Trial) -> None:
    boards = FIRST.replace("\n", "\n# 5 minutes break\n", 1)
    assert boards != FIRST
    assert trial.accepted(f"deal 1\n{boards}").out == trial.accepted(f"deal 1\n{FIRST}").out


def test_dividers_between_all_boards_do_not_ask(trial: Trial) -> None:
    trial.accepted("deal 1\n-----\n" + FIRST.replace("\n", "\n-----\n"))


@each("line", ["deals 1 and 2 void", "hands 1, 2 void", "void deals 1 & 2", "deal 1 and deal 2 are void"])
def test_one_line_makes_several_deals_void(trial: Trial, line: str) -> None:
    ran = trial.accepted(f"deal 1\n{FIRST}deal 2\n{SECOND}deal 3\n{SECOND}{line}\n", "--format", "chat")
    assert "Void: deals 1, 2" in ran.out
    assert "Ben pays Ana 9 points." in ran.out


def test_a_void_in_a_deal(trial: Trial) -> None:
    ran = trial.accepted(f"deal 1\n{FIRST}deal 2\n{SECOND}misdeal in deal 1\n", "--format", "chat")
    assert "Void: deal 1" in ran.out


def test_a_payment_that_stands_twice_is_warned_of(trial: Trial) -> None:
    for line in ("paid: Ben -> Ana 2", "adjust: Ana +2, Ben -2"):
        assert "warning[money-repeated]" in trial.accepted(f"deal 1\n{FIRST}{line}\n{line}\n").err


@each(
    "message",
    [
        *("damn I'm dead", "Cid is dead, no board", "annul it", "no game", "we take it back"),
        *("no, it counts", "we agreed not to score it", "0.50 a point from now"),
    ],
    few=3,
)
def test_talk_that_may_matter_is_listed(trial: Trial, message: str) -> None:
    err = trial.accepted(f"{STAMPED}13/11/2026, 20:40 - Dee: {message}\n").err
    assert f"`{message}`" in err


@pytest.mark.parametrize(
    ("line", "meant"), [("deal 1 void?", "deal 1\nvoid"), ("hand 1 dead", "deal 1\nvoid: dead")]
)
def test_what_is_offered_for_a_doubtful_deal_can_be_pasted(trial: Trial, line: str, meant: str) -> None:
    log = f"deal 1\n{FIRST}deal 2\n{SECOND}"
    first, second = meant.split("\n")
    assert f"write `{first}`, then `{second}`" in trial.refused(f"{log}{line}\n").err
    assert "Void: deal 1" in trial.accepted(f"{log}{meant}\n", "--format", "chat").out


@each(
    "note", ["not for money", "nobody pays", "for fun only", "practice deal", "Ben surrendered", "Ben folded"]
)
def test_a_note_that_may_matter_is_warned_of(trial: Trial, note: str) -> None:
    ran = trial.accepted(f"rules: ofc + surrender\ndeal 1\n{FIRST}note: {note}\n")
    assert "warning[note-unread]: this note is ignored" in ran.err


@each("comment", ["counts double", "half stakes", "Ben fouled", "nobody pays", "not for money"])
def test_a_comment_behind_a_heading(trial: Trial, comment: str) -> None:
    assert WARNED in trial.accepted(f"deal 1\n{FIRST}deal 2 # {comment}\n{SECOND}").err


def test_seats_in_another_order_than_the_lines_are_warned_of(trial: Trial) -> None:
    ana, ben = FIRST.splitlines()
    assert "these seat numbers are ignored" in trial.accepted(f"deal 1\nSeat 2: {ana}\nSeat 1: {ben}\n").err
    assert "in the order of the lines" not in trial.accepted(f"deal 1\nSeat 1: {ana}\nSeat 2: {ben}\n").err
    listed = trial.accepted(f"seating: Ben, Ana\n{FIRST}", command=("fmt",))
    assert listed.out.startswith("players: Ben, Ana\n")


def test_a_foul_in_the_first_person_is_the_senders(trial: Trial) -> None:
    (one, two) = FIRST.splitlines()
    chat = "".join(
        f"14/11/2026 21:3{i} - {line}\n"
        for i, line in enumerate(("Ana: mão 1", one, two, "Duda: queimei 😭"))
    )
    ran = trial.accepted(chat, "--format", "json", name="x.txt")
    assert '"Duda"' in ran.out


@pytest.mark.parametrize("heading", ["#1 dead", "## Deal 1 scrapped"])
def test_a_heading_above_boards_with_words_behind_them_asks_too(trial: Trial, heading: str) -> None:
    ana, ben = FIRST.splitlines()
    trial.refused(f"{heading}\n{ana} gg\n{ben} lol\n")


def test_no_fix_makes_a_note_of_the_line_of_a_player_whose_name_is_nearly_one(trial: Trial) -> None:
    nate = FIRST.replace("Ben", "Nate")
    said = trial.refused(f"deal 1\n{nate}deal 2\nAna: QQ5 / AA762 / 9TJQK\nNate: so and so\n").err
    assert "write `note" not in said
    assert "write `note" not in trial.refused("deal 1\nNaet: top QQ5, mid / AA762?\n").err


def test_talk_of_a_player_without_a_board_is_listed(trial: Trial) -> None:
    """Unknown words may mean that the player fouled."""
    lines = [
        "Ana: Hand 1",
        *FIRST.splitlines(),
        "Cid: foul",
        "Ana: Hand 2",
        "Cid: schnurps",
        *SECOND.splitlines(),
    ]
    chat = "".join(f"13/11/2026, 20:{i:02} - {line}\n" for i, line in enumerate([*lines, "Ben: nice one"]))
    err = trial.accepted(chat, name="x.txt").err
    assert "`schnurps`" in err
    assert "nice one" not in err
