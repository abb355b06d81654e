"""Very long lines that make patterns backtrack are still read fast."""

from __future__ import annotations

from time import process_time

from tests.command import run
from tests.daily import some
from tests.loops import each

BOARD = "Ana: QQ5 / AA762 / 9TJQK"
SENT = "[20/11/2026, 22:13:05] Ana: "
LINES = {
    "signs behind a foul": f"Ana: foul{'!' * 3000} x",
    "the same in a chat": f"{SENT}foul{'!' * 3000} again",
    "points behind out": f"Ana: out{'.' * 3000}x",
    "brackets behind a board": f"{BOARD} {'(a) ' * 900}x",
    "marks behind a row": f"Ana: QQ5 / {'(fl) ' * 700})",
    "blanks in a chat": f"{SENT}hello{' ' * 3900}x",
    "blanks behind a key": f"stake{' ' * 3900}x",
    "blanks behind a word": f"Spiel 2{' ' * 3900}x",
    "words of a claim": f"Ana: claim {'x ' * 1900}",
    "jokers": f"Ana {'X' * 3900}",
    "thin blanks": "Ana: é" + "\u202f" * 3900 + "é",
    "a long sum": f"rules: {'a+' * 1900}/",
    "amounts": SENT + "*1€" * 1300 + "é",
    "a note": f"note: x{' ' * 3900}x",
}


@each("name", some(1, of=[*LINES]))
def test_a_long_line_takes_no_time(name: str) -> None:
    """The first ones never ended; the others took seconds each."""
    line = LINES[name]
    begun = process_time()
    run("check", "-", "--from", "text", stdin=f"{line}\nBen: 663 / KK943 / AT852\n")
    assert process_time() - begun < 2


def test_a_record_without_an_end_is_no_record() -> None:
    """An endless file without content, such as /dev/zero, is rejected."""
    ran = run("check", "-", "--from", "hh", stdin=bytes(20 << 20))
    assert "there are no more hands here" in ran.err
