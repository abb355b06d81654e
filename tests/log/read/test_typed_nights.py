"""Nights typed by two people new to the program: accepted input and questions."""

from __future__ import annotations

import pytest

from tests.loops import each
from tests.trials import Trial

FIRST = "Ana: QhQd5c / AhAd7s6c2d / 9hTsJdQsKc\nBen: 6h6d2c / KhKd9s4c3c / As8s5s3s2s\n"
"""Ana wins 5."""
SECOND = "Ana: 8h8c4c / AcAsTh7d3s / KdKc9d9c2d\nBen: Jd7h5c / QhQc8s4h3h / JsJcTsTd3c\n"
"""Ana wins 9."""
CHAT = "".join(
    f"13/11/2026, 20:3{i} - {line}\n"
    for i, line in enumerate(("Ana: Hand 1", *FIRST.splitlines(), "Ana: Hand 2", *SECOND.splitlines()))
)


@each(
    ("text", "points"),
    [
        # A heading says that its deal is void, in words of many, with `#` before it and without.
        *(
            (f"{one}\n{FIRST}{two}\n{SECOND}", 5)
            for one, two in (
                ("Hand 1", "Hand 2 - not valid"),
                ("Mano 1", "Mano 2 - no vale"),
                ("Runde 1", "Runde 2 (gilt nicht)"),
                ("Hand 1", "2. Hand (void, exposed card)"),
                ("Hand 1", "Hand 2 (exposed card, void)"),
                ("Hand 1", "Hand 2: annulled (card shown)"),
                ("Mano 1", "Mano 2 cancelada"),
                ("### 1. Hand", "### 2. Hand (void, exposed)"),
                ("### 1. Runde", "### 2. Runde: zählt nicht"),
                ("#1", "#2 VOID - misdeal, 14 cards"),
            )
        ),
        (f"### 1. Runde\n{FIRST}\n### 2. Runde (ungültig)\n{SECOND}\n### 3. Runde\n{SECOND}", 14),
        # Headings with words for numbers, titles with a date, signs between rows.
        (f"First hand:\n{FIRST}\nSecond hand:\n{SECOND}", 14),
        (f"Poker at mine, Fri 6 Nov\nHand 1\n{FIRST}Hand 2\n{SECOND}", 14),
        (f"Pokerabend 6.11.2026\n\nHand 1\n{FIRST}Hand 2\n{SECOND}", 14),
        (f"Hand 1\n{FIRST.replace('/', '//')}Hand 2\n{SECOND.replace('/', '·')}", 14),
        (f"Hand 1\n{FIRST}Hand 2\n" + SECOND.replace("3c\n", "3c <- FOUL\n"), 14),
        (f"Hand 1\n{FIRST}Hand 2\n" + SECOND.replace("3c\n", "3c *foul*\n"), 14),
        # Totals below a heading, in brackets; points in a numbered list; a tab between cells.
        (f"Hand 1\n{FIRST}Hand 2\n{SECOND}\nTotal\nAna +14\nBen -14\n", 14),
        (f"Hand 1\n{FIRST}(Ana +5, Ben -5)\nHand 2\n{SECOND}", 14),
        ("1. Ana +5 Ben -5\n2. Ana +2 Ben -2\n3. void\n4. Ana +7 Ben -7\n", 14),
        ("Game\tPlayer\tTop\tMid\tBot\tResult\n1\tAna\tQh Qd 5c\tAh Ad 7s 6c 2d\t9h Ts Jd Qs Kc\n"
         "1\tBen\t6h 6d 2c\tKh Kd 9s 4c 3c\tAs 8s 5s 3s 2s\n2\tAna\t\t\t\tvoid\n2\tBen\t\t\t\tvoid\n", 5),
        (f"Hand 1\n{FIRST}Hand 2\n{SECOND}Hand 3\n{SECOND}deal 03 void\n", 14),
        # Payments and bets.
        (f"Hand 1\n{FIRST}Hand 2\n{SECOND}Side bet: Ana owes Ben 2 points\n", 12),
        # Words in Czech; names of suits and ranks before cards, after labels, and in brackets behind a row.
        (f"předek | střed | zadek\n1. hra\n{FIRST}2. hra\n{SECOND}celkem: Ana +14, Ben -14\n", 14),
        (f"Hand 1\n{FIRST.replace('As8s5s3s2s', 'color picas A8532')}Hand 2\n{SECOND}", 14),
        (f"Hand 1\n{FIRST.replace('As8s5s3s2s', 'A8532 flush of spades')}Hand 2\n{SECOND}", 14),
        ("Hand 1\nAna - front QQ5, middle pair AA762, back straight 9TJQK\n"
         "Ben - front 662, middle KK943 pair, back A8532 flush\n", 5),
        (f"Hand 1\n{FIRST.replace('c /', 'c (fantasy!) /', 1)}Hand 2\n{SECOND}", 14),
        # Boards side by side with initials; words about fantasyland in a heading, and below a deal.
        ("Hand 1\n    Ana         Ben\nF   QQ5         662\nM   AA762       KK943\n"
         "B   9TJQK       A8532 flush\n", 5),
        (f"Runde 1\n{FIRST}Ergebnis: 5:-5, beide ins Fantasyland!\nRunde 2 (beide Fantasy)\n{SECOND}", 14),
        # Results that say more: a draw, nothing, a foul, totals in brackets.
        (f"Hand 1\n{FIRST}Ana +5 (total Ana 5, Ben -5)\nHand 2\n{SECOND}scooped by Ana\n", 14),
        (f"Hand 1\n{FIRST}Hand 2\n{FIRST.replace('Ana', 'Cid').replace('Ben', 'Ana').replace('Cid', 'Ben')}"
         f"Hand 3\n{FIRST.replace('2s', '2s  -5')}", 5),
        ("Hand 1\nAna: 7h5d2c / 8h6d4c3s2h / 9hTsJdQsKc 0\nBen: 7s5c2d / 8s6c4d3c2s / 9sTcJhQhKd 0\n"
         f"Hand 2\n{FIRST}", 5),
    ], few=5,
)  # fmt: skip
def test_what_is_read(trial: Trial, text: str, points: int) -> None:
    assert f"Ben pays Ana {points} points." in trial.accepted(text).out


@pytest.mark.parametrize(
    "paid", ["Ben paid Ana 4 already", "Settled: Ben paid Ana €4 cash", "paid: Ben an Ana 4"]
)
def test_a_payment_in_other_words(trial: Trial, paid: str) -> None:
    ran = trial.accepted(f"stake: 1 EUR\nHand 1\n{FIRST}Hand 2\n{SECOND}{paid}\n")
    assert "Ben pays Ana 10.00 EUR." in ran.out.replace("€10.00", "10.00 EUR")


@pytest.mark.parametrize("comment", ["# deal 2 is cancelled", "# void"])
def test_a_comment_that_begins_as_a_void_deal_does_is_warned_of(trial: Trial, comment: str) -> None:
    text = f"Hand 1\n{FIRST}Hand 2\n{SECOND}{comment}\n"
    assert "warning[note-unread]: comments change nothing" in trial.accepted(text).err
    behind = f"Hand 1\n{FIRST}Hand 2 # void\n{SECOND}"
    assert "warning[note-unread]: comments change nothing" in trial.accepted(behind).err


@each(
    "said",
    [
        *("swap my 9s for 9d", "* 9d not 9s", "my hand is dead", "nvm that one", "I meant 6h on top"),
        *("got your tenner, thanks", "venmo'd", "messed up my middle", "^ that was Cid's board"),
    ],
)
def test_what_may_matter_in_a_chat_is_listed(trial: Trial, said: str) -> None:
    assert said in trial.accepted(f"{CHAT}13/11/2026, 20:35 - Ben: {said}\n").err


@each(
    ("long", "short"),
    [
        *(
            ("Katharina", "Kathi"),
            ("Uncle Bob", "U. Bob"),
            ("Anna", "An"),
            ("Michael", "Mike"),
            ("Robert", "Bob"),
        ),
        *(("Elizabeth", "Liz"), ("Ana R.", "Ana R")),
    ],
)
def test_forms_of_a_name_are_warned_of(trial: Trial, long: str, short: str) -> None:
    text = f"Hand 1\n{FIRST.replace('Ben', long)}Hand 2\n{SECOND.replace('Ben', short)}"
    assert f"name-near]: {short} is new" in trial.accepted(text).err


def test_a_note_beside_one_board_of_a_table_that_says_void_is_warned_of(trial: Trial) -> None:
    ana, ben = (
        "1\tAna\tQh Qd 5c\tAh Ad 7s 6c 2d\t9h Ts Jd Qs Kc",
        "1\tBen\t6h 6d 2c\tKh Kd 9s 4c 3c\tAs 8s 5s 3s 2s",
    )
    rows = f"{ana}\t{{0}}\n{ben}\t{{1}}\n"
    for word in ("zählt nicht", "no cuenta", "void"):
        text = f"Runde\tSpieler\tVorne\tMitte\tHinten\tBemerkung\n{rows.format(word, '')}"
        assert "note-unread" in trial.accepted(text, name="night.tsv").err
        text = f"Runde\tSpieler\tVorne\tMitte\tHinten\tBemerkung\n{rows.format(word, word)}"
        assert "Void: deal 1" in trial.accepted(text, name="night.tsv").out


def test_a_void_word_in_a_sheet_of_points_voids_the_round(trial: Trial) -> None:
    text = "Runde,Anna,Bert\n1,+4,-4\n2,ungültig,\n3,+1,-1\nSumme,5,-5\n"
    assert "Bert pays Anna 5 points." in trial.accepted(text, name="night.csv").out


@each(
    "line",
    [
        "Hi all,", "here are the hands from last night.", "Good fun as always, see you soon!",
        "Sent from my phone", "On Saturday Ana wrote:", "Cheers, Ana",
    ],
)  # fmt: skip
def test_a_line_of_talk_is_a_remark(trial: Trial, line: str) -> None:
    assert "Ben pays Ana 5 points." in trial.accepted(f"{line}\n\nHand 1\n{FIRST}").out
    assert "Ben pays Ana 5 points." in trial.accepted(f"Hand 1\n{FIRST}\n{line}\n").out


def test_remarks_and_unknown_words_behind_a_deal_are_listed(trial: Trial) -> None:
    ran = trial.accepted(
        f"Hand 1\n{FIRST}well what a quiet evening everybody\nHand 2 nochmal anders\n{SECOND}"
    )
    assert "well what a quiet evening everybody" in ran.err
    assert "5 `nochmal anders`" in ran.err


def test_a_name_is_no_slip_of_a_key(trial: Trial) -> None:
    said = trial.refused(f"Hand 1\n{FIRST.replace('Ana', 'Dave')}Dave folded? no.\n")
    assert "did you mean" not in said.err


def test_talk_beside_a_heading_and_behind_a_board_is_kept_and_listed(trial: Trial) -> None:
    said = trial.accepted(f"lovely evening. OFC, 50c a point.\nHand 1\n{FIRST}")
    assert "note: lovely evening" in said.out.lower()
    ran = trial.accepted(FIRST.replace("3s2s", "3s2s (ran so good)"))
    assert "ran so good" in ran.err
    assert "Note: ran so good" in ran.out
    assert "Ben pays Ana 5 points." in ran.out


def test_a_short_name_beside_the_name(trial: Trial) -> None:
    short = f"Hand 1\n{FIRST.replace('Ana:', 'Anastasia (ANA):')}Hand 2\n{SECOND.replace('Ana:', 'ANA:')}"
    assert "Ben pays Anastasia 14 points." in trial.accepted(short).out


@pytest.mark.parametrize(
    ("typed", "help"),
    [
        (f"Pinaple, 50c a point\n{FIRST}", "pineapple"),
        (FIRST.replace("2d /", "2j /"), "j is not a suit"),
        (f"3 points = 1 EUR\n{FIRST}", "no exact decimal value"),
    ],
)
def test_a_slip_is_told_for_what_it_is(trial: Trial, typed: str, help: str) -> None:
    assert help in trial.refused(typed).err


# --- fouls and deals that do not count, in a heading

LAST = "Ana: AsAh2c / KsKd8h6c3c / JsThTc9d9s\nBen: foul\n"


@each(
    ("one", "two"),
    [
        ("Hand 1", "Hand 2 - redeal, exposed card"),
        ("Hand 1", "Hand 2: redealt (14 cards)"),
        ("Hand 1", "Hand 2 (scrapped, Ben had 14 cards)"),
        ("First hand", "Second hand - misdeal"),
        ("First hand:", "Second hand (void)"),
        ("Hand one", "Hand two: thrown in"),
        ("раздача 1", "раздача 2 - пересдача, засветили карту"),
        ("раздача 1", "2-я раздача: перераздача"),
        ("Runde 1", "Runde 2 - abgebrochen"),
        ("Donne 1", "Donne 2 : fausse donne, à refaire"),
        ("Mano 1", "Mano 2 (se anuló)"),
        ("Mano 1", "Mano 2 - da rifare"),
        ("Rodada 1", "Rodada 2: não contou"),
        ("Laro 1", "Laro 2 - di kasama"),
    ],
    few=5,
)
def test_a_deal_without_boards_is_void_if_its_heading_says_so(trial: Trial, one: str, two: str) -> None:
    ran = trial.accepted(f"{one}\n{FIRST}\n{two}\n\nHand 3\n{SECOND}")
    assert "Ben pays Ana 14 points." in ran.out


@each(
    "heading",
    [
        *("Hand 2 (Ben fouled)", "Second hand (Ben fouled, again)", "Second hand: Ben fouled"),
        *("Hand two - Ben fouled", "Zweite Runde (Ben gefoult)", "раздача 2 (Ben сфолил)"),
    ],
    few=3,
)
@each("board", ["Ben: foul", "Ben: QsQh4d / TsTd5h3s2d / KcKh8c7h4s", ""])
def test_a_foul_in_a_heading_and_below_is_one(trial: Trial, heading: str, board: str) -> None:
    text = f"Hand 1\n{FIRST}\n{heading}\n{LAST.replace('Ben: foul', board)}"
    meant = (
        f"Hand 1\n{FIRST}\nHand 2\n{LAST.replace('foul', f'{board[5:]} (foul)') if '/' in board else LAST}"
    )
    assert trial.accepted(text).out.split("Standings")[1] == trial.accepted(meant).out.split("Standings")[1]


def test_a_mark_told_above_a_board_below_its_name_is_kept(trial: Trial) -> None:
    rows = "AsAh2c\nKsKd8h6c3c\nJsThTc9d9s"
    other = "QsQh4d\nTsTd5h3s2d\nKcKh8c7h4s"
    ran = trial.accepted(f"deal 1\n{FIRST}deal 2 (Ben fouled)\nAna\n{rows}\nBen\n{other}\n", command=["fmt"])
    assert "4 s (foul)" in ran.out or "4s (foul)" in ran.out


# --- points behind a name above its rows

_ANA, _BEN = "QhQd5c\nAhAd7s6c2d\n9hTsJdQsKc\n", "6h6d2c\nKhKd9s4c3c\nAs8s5s3s2s\n"


@each(
    "form",
    [
        *("{}  ({})", "{} {}", "{}: {}", "{} [{}]", "{} = {}", "{} {} pts", "{} ({} points)", "{}\t{}"),
        *("{} ({} Punkte)", "{} ({} puntos)", "{} ({} очков)", "{} ({}):"),
    ],
)
def test_points_behind_a_name_are_held_against_the_deal(trial: Trial, form: str) -> None:
    text = "Round 1\n{}\n" + _ANA + "{}\n" + _BEN
    assert (
        "Ben pays Ana 5"
        in trial.accepted(text.format(form.format("Ana", "+5"), form.format("Ben", "-5"))).out
    )
    wrong = trial.refused(text.format(form.format("Ana", "+6"), form.format("Ben", "-6")), status=1).err
    assert "Ana: expected +6, but the score is +5" in wrong


# --- rows in a stated order

_UPSIDE_DOWN = "Ana: 9hTsJdQsKc - AhAd7s6c2d - QhQd5c\nBen: As8s5s3s2s - KhKd9s4c3c - 6h6d2c\n"


@each(
    ("order", "boards"),
    [
        *(
            (order, _UPSIDE_DOWN)
            for order in (
                *("written back - middle - front", "back, middle, front", "(back / mid / front)"),
                *("Boards are bottom, middle, top", "order: bottom middle top", "bottom to top"),
                *("from the bottom up to the top", "written back to front"),
                *("Reihenfolge: hinten, mitte, vorne", "von unten nach oben", "ordre : bas / milieu / haut"),
                *("de abajo a arriba", "fondo, mezzo, cima", "ordem: baixo, meio, cima"),
                *("порядок: низ, середина, верх", "尾道、中道、头道"),
            )
        ),
        ("bottom to top", _UPSIDE_DOWN.replace(" - ", " ").replace(":", "")),
        ("bottom to top", _UPSIDE_DOWN.replace(" - ", " / ") + "\n"),
        (
            "front, back, middle",
            "Ana: QhQd5c / 9hTsJdQsKc / AhAd7s6c2d\nBen: 6h6d2c / As8s5s3s2s / KhKd9s4c3c\n",
        ),
        ("top to bottom", FIRST),
    ],
    few=7,
)
def test_rows_are_read_in_the_order_that_is_stated(trial: Trial, order: str, boards: str) -> None:
    assert "Ben pays Ana 5 points." in trial.accepted(f"OFC night\n{order}\n\nHand 1\n{boards}").out


def test_the_number_of_a_deal_is_no_row_in_a_stated_order(trial: Trial) -> None:
    text = f"bottom to top\n\nHand 1\n{_UPSIDE_DOWN}\nHand 234\n{_UPSIDE_DOWN}"
    assert "Ben pays Ana 10 points." in trial.accepted(text).out


# --- names at the end, and above boards without names


@each(
    ("head", "end"),
    [
        ("", "\nAna\n"),
        ("", "Ben\n"),
        ("", "\n- Ana\n"),
        ("From: Ana May <ana@example.com>\n\n", "\nAna x\n"),
        ("From: Zoe May <zoe@example.com>\n\n", "\nZoe\n"),
        ("Von: Zoe May <zoe@example.com>\n\n", "\nZoe xx\n"),
        ("On Sun, 22 Nov 2026, Zoe May <zoe@example.com> wrote:\n", "\nZoe\n"),
    ],
)
def test_a_name_at_the_end_is_a_signature(trial: Trial, head: str, end: str) -> None:
    assert "Ben pays Ana 5 points." in trial.accepted(f"{head}Hand 1\n{FIRST}{end}").out


_NAMELESS = "\n\n".join(deal.replace("Ana: ", "").replace("Ben: ", "").strip() for deal in (FIRST, SECOND))
_THREE = _NAMELESS.replace("\n\n", "\nfoul\n\n") + "\nfoul"


@each(
    ("names", "boards"),
    [
        *(
            (names, _NAMELESS)
            for names in ("Ana, Ben", "Ana & Ben", "Ana vs Ben", "Ana/Ben", "Ana und Ben", "Ana y Ben:")
        ),
        ("Ana, Ben\n10c", _NAMELESS),
        ("players: Ana, Ben", _NAMELESS),
        ("stake: 1\nSpieler: Ana, Ben = B", _NAMELESS),
        ("Pineapple\nAna, Ben", f"Hand 1\n{_NAMELESS}".replace("\n\n", "\nHand 2\n")),
    ],
)
def test_names_above_boards_without_names_are_theirs_in_their_order(
    trial: Trial, names: str, boards: str
) -> None:
    ran = trial.accepted(f"{names}\n\n{boards}\n", command=["fmt"])
    assert ran.out.count("Ana: ") == ran.out.count("Ben: ") == 2
    assert "title" not in ran.out


def test_names_that_may_be_a_title_are_asked_about(trial: Trial) -> None:
    ran = trial.refused(f"ana ben cid\n\n{_THREE}\n")
    assert "write `players: ana, ben, cid` or write `title: ana ben cid`" in ran.err
    named = trial.accepted(f"players: ana, ben, cid\n\n{_THREE}\n", command=["fmt"])
    assert named.out.count("cid: ") == 2


ASKED = (
    # A log with `{}` where each of the words or lines stands.
    ("{}", (
        # Which deal is void, or whether one is, can't be known.
        f"{FIRST}\nMisdeal:\n{SECOND}",
        f"{FIRST}\nvoid\n{SECOND}",
        f"{FIRST}\n# void, exposed card\n{SECOND}",
        f"Hand 1\n{FIRST}Hand 2 - killed\n{SECOND}",
        f"Runde 1\n{FIRST}Runde 2 - vergeben\n{SECOND}",
        # Words for a deal that say which one only together with the deals before and behind.
        f"Hand 1\n{FIRST}Hand 2\n{SECOND}the last deal was cancelled\n",
        f"Hand 1\n{FIRST}next hand does not count\nHand 2\n{SECOND}",
        f"Hand 1\n{FIRST}second deal void\nHand 2\n{SECOND}",
        f"Hand 1\n{FIRST}Hand 2\n{SECOND}deal above void\n",
        f"Hand 1\n{FIRST}\nvoid:\nHand 2\n{SECOND}",
        f"Hand 1\n{FIRST}\n~~Hand 2\n{SECOND[:-1]}~~\n",
        # Boards of nobody among boards with names, and of other people behind a blank line.
        f"Hand 1\n{FIRST}Hand 2\n{SECOND.replace('Ana: ', '').replace('Ben: ', '')}",
        f"{FIRST}---\n{SECOND.replace('Ana', 'Cid').replace('Ben', 'Dan').replace('8h8c4c', '8h8c4h')}",
        # A word for totals is no deal's name, one that corrects is no player's, a cross is no decoration.
        f"Hand 1\n{FIRST}Deal total\nAna +5\nBen -5\n",
        f"Hand 1\n{FIRST}Ben new: 9s9d2s / 5s5h6s4d4h / 7c8d6c5d3h\n",
        f"Hand 1\n{FIRST.replace('2s', '2s ✗')}",
        f"{CHAT}13/11/2026, 20:35 - Ana: let's not count that one\n",
    )),
    (f"Hand 1\n{FIRST}{{}}\nHand 2\n{SECOND}", (
        # Somebody, a number, a word of money or of rules: whoever wrote it has to say what it means.
        "Ben went home after that one", "Cid blew it", "we doubled after that", "To: Ben 5 EUR",
        "the pot was huge", "everybody owes me a beer", "no royalties for us today", "see you at 8",
        "Ana should get 3 more", "the deal was off", "and Cid blew it", "Let us play some mau binh for once",
    )),
    # Each was scored: somebody who is nobody, or another's foul, or a figure, was lost or made up.
    (f"{FIRST}{{}}\n", ("Sadly, Zoe fouled", "Bne fouled", "Ben fouled, wrote Ana:")),
    (f"{{}}\n{FIRST}", (
        *("Cid: foul (Ana too)", "Cid: foul (and it is void)", "date: 20.11.2026 21:00 stakes doubled"),
    )),
    (f"{{}}\nHand 1\n{FIRST}", ("To: Ben fouled", "home 20 EUR")),
    # Boards or points below a heading may be those of the deal that was dealt anew.
    (f"Hand 1\n{FIRST}\n{{}}\n\nHand 3\n{SECOND}", (
        *(f"Hand 2 - redeal\n{SECOND}", f"раздача 2 - пересдача\n{SECOND}"),
        *(f"Hand 2 - exposed card\n{SECOND}", f"Second hand (redealt)\n{SECOND}"),
        "Hand 2 - redeal\nAna +4, Ben -4\n",
        # Denied, of another deal, or about money.
        *("Hand 2: not void\n", "Hand 2 - same as the last deal, misdeal\n", "Hand 2: redeal, Ben paid 5\n"),
        *("Hand 2: void -4\n", f"second deal void\nHand 2\n{SECOND}", "Hand 2: all foul\n"),
    )),
    (f"Round 1\n{{}}\n{_ANA}Ben (-5)\n{_BEN}", (
        *("Ana (5 EUR)", "Ana (5)", "Total (+5)", "Ana (+5, -5)", "Ana +5 EUR", "Ana (+5) fouled", "Ana x5"),
        "Ana (-> +5)",
    )),
    ("{}", (
        # Boards as usual, in part or all, and rows on lines of their own.
        f"back, middle, front\nHand 1\n{FIRST}",
        f"back, middle, front\nHand 1\n{_UPSIDE_DOWN}Hand 2\n{SECOND}",
        f"front, back, middle\nHand 1\nAna\n{_ANA}Ben\n{_BEN}",
        # Two orders, one that is stated too late, one that is none.
        f"back, middle, front\nfront, back, middle\nHand 1\n{_UPSIDE_DOWN}",
        f"Hand 1\n{_UPSIDE_DOWN}back, middle, front\nHand 2\n{_UPSIDE_DOWN}",
        f"back, back, front\nHand 1\n{_UPSIDE_DOWN}",
        f"not back, middle, front\nHand 1\n{_UPSIDE_DOWN}",
        f"Hand 1\n{_UPSIDE_DOWN}",
    )),
    (f"Hand 1\n{FIRST}{{}}", (
        # A cross may be a foul; somebody's board may be missing.
        *(
            "\nAna x\n",
            "Ben x\n",
            "\nZoe\n",
            "\nAna\nHand 2\n" + SECOND,
            f"Cid: foul\nHand 2\n{SECOND}\nCid\n",
        ),
        *("\nAna 5\n", "\nAna?\n", "\nAna fouled\n", "\nAna\nBen 5\n"),
    )),
    # Not as many boards as names, words that are no names, other lines among the boards.
    ("{}\n", (
        f"Ana, Ben, Cid\n\n{_NAMELESS}", f"Ana, Ben\n\n{_NAMELESS}\nfoul", f"Ana, Ben\n\nCid: {_NAMELESS}",
    )),
    (f"{{}}\n\n{_NAMELESS}\n", (
        *("Christmas special", "poker night, home", "Ana, Ana", "Friday, fouled"),
    )),
    (f"{{}}\n\n{_THREE}\n", (
        *("fifty cents each", "pineapple avec marc", "no royalties today", "double stakes tonight"),
        *("ana won everything", "ofc with ana"),
    )),
)  # fmt: skip


@each(("log", "case"), [(log, case) for log, cases in ASKED for case in cases])
def test_what_is_asked(trial: Trial, log: str, case: str) -> None:
    assert "error[" in trial.refused(log.replace("{}", case)).err
