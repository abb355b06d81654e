"""What in a chat reads as talk, or as a stranger's board, and may be a line of the log."""

from __future__ import annotations

import re

import pytest

from ofcscore.log.check.stream import read_session
from ofcscore.log.read.sources import text_source
from tests.command import run

ANA = "22:11 Ana: JJ5 / AA762 / 9TJQK\n"
BEN = "22:11 Ben: 663 / KK943 / 88844\n"
ROWS = "6 6 3 / K K 9 4 3 / 8 8 8 4 4"
DEAL = f"22:10 Ana: deal 1\n{ANA}"
NEXT = f"{DEAL}{BEN}22:12 Ana: deal 2\n"


def asked(chat: str) -> list[str]:
    """The lines to paste that the hints of a chat have."""
    hints = [line for line in run("check", "-", stdin=chat).err.splitlines() if "  help: " in line]
    return re.findall("`(22:[^`]*)`", "\n".join(hints))


def codes(chat: str) -> list[str]:
    """The codes of all problems and doubts of a chat but the one of its form."""
    found = re.findall(r"(?:error|warning|note)\[([a-z-]+)\]:", run("check", "-", stdin=chat).err)
    return [code for code in found if code != "form-assumed"]


class TestWhoseBoard:
    """A word before the sender's own board was a player, who paid for it."""

    @pytest.mark.parametrize(
        ("message", "own", "word"),
        [
            ("here: 663 / KK943 / 88844", ROWS, "here"),
            ("ok 663 / KK943 / 88844", ROWS, "ok"),
            ("Mine 663 / KK943 / 88844", ROWS, "Mine"),
            ("sorry, 663 / KK943 / 88844", ROWS, "sorry"),
            ("- here - 663 / KK943 / 88844", ROWS, "here"),
            ("*me*: 663 / KK943 / 88844", ROWS, "me"),
            ("me (FL): 663 / KK943 / 88844", f"{ROWS} (fantasyland)", "me"),
            ("haha: foul", "foul", "haha"),
        ],
    )
    def test_it_is_asked_in_two_lines(self, message: str, own: str, word: str) -> None:
        chat = f"{DEAL}22:12 Ben: {message}\n"
        assert codes(chat) == ["name-unknown"]
        lines = asked(chat)
        assert len(lines) == 2
        for line, name in zip(lines, ("Ben", word), strict=True):
            pasted = run("fmt", "-", stdin=f"{DEAL}{line}\n")
            assert " ".join(pasted.out.splitlines()[-1].split()) == f"{name}: {own}"
            assert codes(f"{DEAL}{line}\n") == []

    def test_a_second_board_is_asked_with_the_line_of_the_first(self) -> None:
        chat = f"{DEAL}{BEN}22:13 Ben: sorry, 772 / TT653 / 99422\n"
        assert "in place of the one in line 3, delete that one and write" in run("check", "-", stdin=chat).err
        assert codes(chat.replace(BEN, "").replace("sorry, ", "")) == []

    def test_nobody_pays_before_it_is_answered(self) -> None:
        ran = run("score", "-", stdin=f"{NEXT}{ANA}22:13 Ben: here: 663 / KK943 / 88844\n")
        assert (ran.out, ran.status) == ("", 1)

    @pytest.mark.parametrize("name", ["Update", "Gugu"])
    def test_a_capital_where_the_sender_played_before(self, name: str) -> None:
        assert codes(f"{NEXT}22:13 Ben: {name}: 663 / KK943 / 88844\n{ANA}") == ["name-unknown"]

    @pytest.mark.parametrize(
        "lines",
        [
            "22:12 Ana: Ben: 663 / KK943 / 88844\n22:12 Ana: Cid: 772 / TT653 / 99422\n",
            "22:12 Zoe: Ben: 663 / KK943 / 88844\n22:12 Zoe: Cid: foul\n",
            "22:12 Ben: hi\n22:12 Ana: ben: 663 / KK943 / 88844\n",
            '22:12 Ana: "ben": foul\n22:13 Ana: deal 2\n22:13 Ana: ben: foul\n22:13 Ana: foul\n',
            "22:12 Zoe: “ben”: 663 / KK943 / 88844\n",
            "22:12 Ben (FL): ben: 663 / KK943 / 88844\n",
        ],
    )
    def test_who_writes_down_everybodys_boards_is_not_asked(self, lines: str) -> None:
        assert "name-unknown" not in codes(f"{DEAL}{lines}")

    def test_nor_who_writes_of_listed_players(self) -> None:
        chat = f"22:09 Ana: players: ana, ben, Cid = c\n{DEAL}22:12 Ana: ben: foul\n22:12 Ana: c: foul\n"
        assert codes(chat) == []


@pytest.mark.parametrize(
    "board", ["Q-Q-2 / T-T-6-5-3 / 9-9-4-2-2", "*QQ2* / *TT653* / _99422_", "DD2 / BB653 / 99422 (FL)"]
)
@pytest.mark.parametrize("message", ["22:12 Cid: {}\n", "22:12 Ana: Cid: {}\n"])
def test_three_rows_without_cards_are_told(board: str, message: str) -> None:
    """They were talk, and Cid did not play."""
    found = codes(f"{DEAL}{BEN}{message.format(board)}")
    assert found
    assert {*found} <= {"card-unreadable", "card-joker"}


STAMPS = [
    "22:13 {}: ",
    "[20/11/2026, 22:13:05] {}: ",
    "14/11/2026, 22:13 - {}: ",
    "11/20/26, 10:13 PM - {}: ",
    "\u200e[11/20/26, 10:13:05\u202fPM] ~\xa0{}: ",
    "20.11.26, 22:13 - {}: ",
    "[20.11.26, 22:13:05] {}: ",
    "20.11.2026 klo 22.13 - {}: ",
    "[2026/11/20 下午10:13:05] {}: ",
    "2026. 11. 20. 오후 10:13 - {}: ",
    "22:13\t{}\t",
    "{}, [20.11.26 22:13]\n",
    "{}, [20 Nov 2026 at 22:13:05]:\n",
    "{} — Today at 10:13 PM\n",
    "{} — 20/11/2026 22:13\n",
    "{}  10:13 PM\n",
    "{} 2026/11/20 22:13:05\n",
]
"""Stamps of WhatsApp in several languages, LINE, Telegram, Discord, Slack and Signal."""
MATTERS = {
    "chat-foul": [
        *(
            "Leo foul",
            "Leo fouled",
            "foul again 😭",
            "ugh fouled",
            "I fouled because of that ace again, sorry",
        ),
        *(
            "Dead hand for Ben in that one I think",
            "nobody fouled",
            "Ben's board was a foul",
            "Ben busted on the last card there",
        ),
    ],
    "chat-unread": [
        *(
            "misdeal!",
            "void the last deal",
            "that deal is void",
            "that hand doesn't count",
            "cancelled hand 1",
        ),
        *(
            "Mia paid Tom 5",
            "Ben pays Ana 5",
            "Ben owes Ana 5 EUR",
            "Ben -> Ana 5",
            "Ana owes me 3",
            "got 5 from Ana",
        ),
        *("adjust Tom +5 Mia -5", "Ana +5 Ben -5", "Ana: +5, Ben: -5", "so that is Ana +12 and Ben -12"),
        *("correction, Ben's middle was KK942", "typo, I meant KK942", "50c a point", "side bet Ana Ben 10"),
    ],
    "colon-missing": ["paid Ben -> Ana 5", "adjust Ana +5, Ben -5", "rules mau-binh", "bank Ana"],
    "key-unknown": ["Einsatz: 1 EUR", "ruels: chinese"],
    "deal-line": ["Deal 2 - Cid sits out", "Spiel 2", "第2局"],
}
"""Messages below the boards of a deal that are errors, by their codes."""
MAY = [
    *("that was nearly a foul there", "the pizza was 20 EUR", "Ben +3", "paid the pizza 20"),
    *("bank holiday", "note to self", "stakes are high tonight", "I paid the taxi 20", "won 5 from Ben", "X"),
]
TALK = [
    *(
        "hi",
        "hello everybody",
        "who is in tonight?",
        "I am late, start without me",
        "nice hand",
        "what a hand!",
    ),
    *(
        "lol",
        "ja",
        "kk",
        "haha",
        "gg",
        "wp",
        "wow",
        "😂😂😂",
        "👍",
        "no way",
        "so lucky",
        "unlucky",
        "robbed again",
    ),
    *("I needed one more ace", "should have kept the queens", "your turn Ben", "Ana is thinking", "brb"),
    *("back in 5 minutes", "who brings the beer?", "at 8 at mine", "see you at 21:00", "the usual place"),
    *("yes / maybe / never", "YES / MAYBE / NEVER", "fun 2 / night / great", "20/11/2026", "sick runout"),
    *(
        "deal with it",
        "that was sick",
        "Deal 1 was sick",
        "I never win",
        "three aces again, really?",
        "gn all",
    ),
    *("good night both!", "image omitted", "[ Photo ]", "This message was deleted.", "ok"),
    *("one more?", "last one", "my phone died", "who shuffles?", "phone call, next one without me", "thx"),
    *("Ben paid Ana back yesterday", "next week again", "same time next Friday", "I hate this game"),
    *("that kicker!", "how do you always hit that", "a full house on the last card", "```", "fantasyland!!"),
    *(
        "Messages and calls are end-to-end encrypted.",
        "Ana created this group",
        "need a king",
        "any 6 will do",
    ),
    *("is the door open?", "ring the bell twice", "12 cards to go", "don't look at my cards", "cheers"),
]
FEWEST_TALK = 60


def said(stamp: str, *messages: tuple[str, str]) -> str:
    """Return a chat of messages, each of a sender and a text."""
    return "".join(f"{stamp.format(sender)}{text}\n" for sender, text in messages)


def diagnosed(chat: str) -> list[tuple[str, str]]:
    """Return the code of each diagnostic, and the message that it is about."""
    problems = read_session([text_source(chat)])[1]
    return [(p.code, (p.place.text or "")[p.place.column - 1 :].strip()) for p in problems]


BOARDS = (("Ana", "deal 1"), ("Ana", "JJ5 / AA762 / 9TJQK"), ("Ben", "663 / KK943 / 88844"))


@pytest.mark.parametrize("stamp", STAMPS)
def test_a_message_weighs_the_same_under_any_stamp(stamp: str) -> None:
    for code, messages in MATTERS.items():
        sent = [("Cid", message) for message in messages]
        expected = [(code, message) for message in messages]
        # A deal that is begun ends the one before.
        for pair, error in zip(sent, expected, strict=True):
            assert diagnosed(said(stamp, *BOARDS, pair)) == [error]
    may = diagnosed(said(stamp, *BOARDS, *(("Cid", message) for message in (*MAY, *TALK))))
    assert may == [("chat-lines", MAY[0])]


@pytest.mark.parametrize("stamp", STAMPS)
@pytest.mark.parametrize(
    ("sender", "message", "line"),
    [
        ("Ben", "I paid Ana 5", "paid: Ben -> Ana 5"),
        ("Cid", "Ben paid Ana 5.", "paid: Ben -> Ana 5"),
        ("Ana", "Ben gave me 5 EUR", "paid: Ben -> Ana 5 EUR"),
        ("Ben", "habe Ana 5 gezahlt", None),
        ("Ben", "ich habe Ana 5 gezahlt", "paid: Ben -> Ana 5"),
        ("Ana", "paid: Ben -> me 5", "paid: Ben -> Ana 5"),
        ("Ben", "paid: I -> Ana 5", "paid: Ben -> Ana 5"),
        ("Cid", "void deal 1", "void: deal 1"),
        ("Cid", "I fouled", "Cid: foul"),
        ("Cid", "(foul)", "Cid: foul"),
        ("Cid", "fouled :(", "Cid: foul"),
        ("Cid", "dead hand", "Cid: foul"),
        ("Ana", '"Cid": dead hand', "Cid: foul"),
    ],
)
def test_a_sentence_with_one_reading(stamp: str, sender: str, message: str, line: str | None) -> None:
    ran = run("fmt", "-", stdin=said(stamp, *BOARDS, (sender, message)))
    lines = [" ".join(text.split()) for text in ran.out.splitlines() if not text.startswith("#")]
    assert (lines[-1] if lines else None) == line
    assert bool(ran.status) == (line is None)


def test_a_payment_that_two_tell_is_asked() -> None:
    chat = said(STAMPS[0], *BOARDS, ("Ben", "I paid Ana 5"), ("Ana", "Ben paid me 5"))
    assert diagnosed(chat) == [("chat-unread", "Ben paid me 5")]


def test_talk_is_counted() -> None:
    assert len(TALK) > FEWEST_TALK
    chat = said(STAMPS[0], *BOARDS, *(("Cid", message) for message in TALK))
    ran = run("check", "-", stdin=chat)
    assert f"note[chat-lines]: {len(TALK)} lines of this chat are talk" in ran.err
    assert (ran.err.count("["), ran.status) == (1, 0)


def test_what_may_matter_is_one_warning_with_each_line() -> None:
    ran = run("check", "-", stdin=said(STAMPS[0], *BOARDS, *(("Cid", m) for m in (*TALK[:5], *MAY))))
    told = " ".join(ran.err.split())
    assert all(f"{4 + 5 + at} `{message}`" in told for at, message in enumerate(MAY))
    assert (ran.err.count("warning["), ran.status) == (1, 0)


@pytest.mark.parametrize(
    "message",
    [*("pineapple tonight, 50c a point", "2 € pro Punkt", "十三水，一注2元", "mậu binh", "20p a point")],
)
def test_rules_and_stakes_above_the_first_board(message: str) -> None:
    assert diagnosed(said(STAMPS[0], ("Ana", message), *BOARDS)) == [("chat-unread", message)]


def test_keep_going_scores_without_what_matters() -> None:
    stamp = STAMPS[0]
    messages = [("Cid", message) for code in ("chat-foul", "chat-unread") for message in MATTERS[code]]
    ran = run("score", "-", "--format", "csv", "--keep-going", stdin=said(stamp, *BOARDS, *messages))
    plain = run("score", "-", "--format", "csv", stdin=said(stamp, *BOARDS))
    assert (ran.out, ran.status) == (plain.out, 1)


@pytest.mark.parametrize("message", ["Leo fouled", "Ben pays Ana 5", "misdeal"])
def test_a_number_sign_makes_it_talk(message: str) -> None:
    assert diagnosed(said(STAMPS[0], *BOARDS, ("Cid", f"# {message}"))) == []
    assert diagnosed(said(STAMPS[0], *BOARDS) + f"# 22:13 Cid: {message}\n") == []


@pytest.mark.parametrize("message", ["(foul)", "I fouled", "ugh fouled"])
@pytest.mark.parametrize("head", ["", "22:13 Ben: "])
def test_a_foul_below_the_senders_board_is_asked(head: str, message: str) -> None:
    """In the lines below a message, or in one of its own."""
    assert codes(f"{DEAL}{BEN}{head}{message}\n") == ["chat-foul"]


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Cid: Leo foul", "22:13 Cid: Leo: foul"),
        ("Ana: Cid S. fouled", '22:13 Ana: "Cid S.": foul'),
        ("Cid: foul again", "22:13 Cid: foul"),
        ("Ben: Ana pays me 5", "22:13 Ben: paid: Ana -> Ben 5"),
        ("Ben: paid Ana Maria 5", '22:13 Ben: paid: Ben -> "Ana Maria" 5'),
        ("Ben: 50c a point", "22:13 Ben: stake: 50c"),
        ("Ben: adjust Ana +5, Ben -5", "22:13 Ben: adjust: Ana +5, Ben -5"),
    ],
)
def test_fixes_name_the_sender(message: str, line: str) -> None:
    assert asked(f"{DEAL}{BEN}22:13 {message}\n")[:1] == [line]


@pytest.mark.parametrize("message", ["currency EUR", "rounds 12", "players Ana, Ben"])
def test_a_key_of_the_header_without_its_colon(message: str) -> None:
    chat = f"22:09 Ana: {message}\n{DEAL}{BEN}"
    assert "colon-missing" in codes(chat)
    (line,) = asked(chat)
    assert "colon-missing" not in codes(f"{line}\n{DEAL}{BEN}")


@pytest.mark.parametrize(
    ("message", "remark"),
    [
        ("Deal 2 - Cid sits out", "- Cid sits out"),
        ("Deal 2 (Cid joins):", "(Cid joins):"),
        ("Deal 2 Cid joins", "Cid joins"),
        ("Deal #2: Cid joins", "Cid joins"),
    ],
)
def test_a_deal_with_more_words(message: str, remark: str) -> None:
    """It was talk, and the boards below it were those of the deal before."""
    chat = f"{DEAL}{BEN}22:13 Ana: {message}\n{ANA}22:14 Ben: foul\n"
    assert codes(chat) == ["deal-line"]
    (line,) = asked(chat)
    assert line == f"22:13 Ana: deal 2  # {remark}"
    assert codes(chat.replace(f"22:13 Ana: {message}", line)) == []
