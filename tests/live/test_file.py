"""`live` with a real file and a real terminal: changes are saved before they are confirmed."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import io
import os
import pty
import random
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import Exit
from ofcscore.files.disk import ChangedError, InUseError, LogFile
from ofcscore.live.open_log import OpenLog
from ofcscore.live.state import read_log
from ofcscore.live.terminal import PipePrompter, completions, play, wrapped_lines
from ofcscore.report.wording import Style
from tests.command import run
from tests.live.test_live import DEAL_1, GUS, HEADER, HERO, TODAY, Night, unbroken
from tests.loops import each

COMMAND = (sys.executable, "-m", "ofcscore", "live")


def piped(path: Path, *lines: str) -> tuple[Exit, str]:
    """Run `live` with lines from a pipe; return the exit status and the output."""
    out = io.StringIO()
    source = io.BytesIO("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
    log = OpenLog(str(path), lambda: TODAY)
    try:
        return play(log, PipePrompter(source, out), Style()), out.getvalue()
    finally:
        log.close()


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = tmp_path / "night.ofc"
    path.write_text(HEADER, encoding="utf-8")
    return path


# -- a conversation in lines ---------------------------------------------------------------------------


def test_nothing_is_made_before_the_header_is_known(tmp_path: Path) -> None:
    path = tmp_path / "new.ofc"
    assert piped(path, "Hero, Gus", "ofc")[0] is Exit.OK
    assert not path.exists()


def test_input_that_ends_in_the_middle_of_a_deal_is_no_success(night: Path) -> None:
    status, said = piped(night, HERO)
    assert status is Exit.INPUT
    assert unbroken(said).endswith("Hero's board is kept in night.ofc.draft for the next start.")
    assert night.read_text(encoding="utf-8") == HEADER


def test_a_log_with_problems_stays_as_it_is(night: Path) -> None:
    night.write_text(HEADER + DEAL_1.replace("6 6 3", "6 6"), encoding="utf-8")
    before = night.read_bytes()
    status, said = piped(night, HERO, GUS, "foul")
    assert status is Exit.INPUT
    assert "error[row-size]" in said
    assert night.read_bytes() == before


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"players: \xe4nn, Bob\n", b"%PDF-1.4", b"\x1f\x8b\x00"])
def test_what_is_no_text_log_is_left_alone(night: Path, data: bytes) -> None:
    night.write_bytes(data)
    status, _ = piped(night, HERO)
    assert status is Exit.INPUT
    assert night.read_bytes() == data


def test_typed_bytes_that_are_no_text_are_answered(night: Path) -> None:
    status, said = piped(night, "note \udce4", HERO, "\udcff / AA762 / 9TJQK")
    assert status is Exit.INPUT
    assert said.count("error[not-utf8]") == 2


def test_the_screen_shows_what_it_can(night: Path) -> None:
    done = subprocess.run(
        [*COMMAND, str(night)],
        input=b"Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert b"Qh Qd 5c" in done.stdout
    assert done.stderr == b""


@each(
    ("name", "status", "code"),
    [
        ("night.yaml", 2, "live-form"),
        # Text lines in this file made the next command read it as a spreadsheet.
        ("night.tsv", 2, "live-form"),
        ("no/night.ofc", 3, "live-file"),
        (".", 3, "live-file"),
    ],
)
def test_files_that_cannot_be(tmp_path: Path, name: str, status: int, code: str) -> None:
    ran = run("live", tmp_path / name)
    assert ran.status == status
    assert f"error[{code}]" in ran.err
    assert list(tmp_path.iterdir()) == []


@each("name", ["-", ""])
@each("command", ["live", "host"])
def test_a_log_has_a_name(command: str, name: str) -> None:
    ran = run(command, name)
    assert (ran.status, ran.out) == (Exit.USAGE, "")
    assert f"help: write the name of the log, for example `ofcscore {command} night.ofc`" in ran.err


# -- the file ------------------------------------------------------------------------------------------


def test_a_log_with_a_second_name_is_told_before_anything_is_entered(night: Path, tmp_path: Path) -> None:
    os.link(night, tmp_path / "other.ofc")
    ran = run("live", night)
    assert ran.status == Exit.FILES
    assert "cannot open this log for writing: it has another hard link" in unbroken(ran.err)


def test_a_link_and_the_mode_stay(night: Path, tmp_path: Path) -> None:
    night.chmod(0o640)
    link = tmp_path / "link.ofc"
    link.symlink_to(night)
    piped(link, HERO, GUS, "foul", "undo")
    assert link.is_symlink()
    assert night.stat().st_mode & 0o777 == 0o640
    assert night.read_text(encoding="utf-8") == HEADER
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.ofc", "night.ofc"]


def test_two_at_one_log(night: Path) -> None:
    first = LogFile(str(night))
    first.open()
    with pytest.raises(InUseError):
        LogFile(str(night)).open()
    # The lock also holds after the file was replaced.
    first.save("note: other\n")
    ran = run("live", night)
    assert ran.status == Exit.FILES
    assert "another `ofcscore live` or `ofcscore host` has this log open" in ran.err
    first.close()
    second = LogFile(str(night))
    second.open()
    second.close()


def test_no_signal_comes_while_a_deal_is_put_on_disk(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = []
    fsync = os.fsync

    def synced(handle: int) -> None:
        held.append(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
        fsync(handle)

    file = LogFile(str(night))
    text = file.open()
    monkeypatch.setattr(os, "fsync", synced)
    file.save(text + DEAL_1)
    file.close()
    assert held
    assert all(mask >= {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} for mask in held)


def test_a_pipe_is_no_log_to_write_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "night.ofc")
    with pytest.raises(OSError, match="it is not an ordinary file"):
        LogFile(str(tmp_path / "night.ofc")).open()


def test_what_others_wrote_is_not_written_over(night: Path) -> None:
    file = LogFile(str(night))
    text = file.open()
    night.write_text(HEADER + "# by hand\n", encoding="utf-8")
    with pytest.raises(ChangedError):
        file.save(text + DEAL_1)
    assert night.read_text(encoding="utf-8") == HEADER + "# by hand\n"
    file.close()


class Meanwhile(PipePrompter):
    """A prompter that lets another program act before one of the lines."""

    def __init__(self, lines: list[str], at: int, does: object) -> None:
        super().__init__(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), io.StringIO())
        self.at = at
        self.does = does

    def ask(self, *args: object, **kwargs: object) -> str:
        self.at -= 1
        if self.at < 0 and callable(self.does):
            self.does()
            self.does = None
        return super().ask(*args, **kwargs)  # type: ignore[arg-type]


def meanwhile(path: Path, lines: list[str], at: int, does: object) -> tuple[Exit, str]:
    prompter = Meanwhile(lines, at, does)
    log = OpenLog(str(path), lambda: TODAY)
    try:
        status = play(log, prompter, Style())
    finally:
        log.close()
    out = prompter.out
    assert isinstance(out, io.StringIO)
    return status, out.getvalue()


def test_a_log_changed_by_hand_is_read_again_and_the_deal_goes_behind(night: Path) -> None:
    def by_hand() -> None:
        night.write_text(HEADER + DEAL_1.replace("Q Q 5", "Q Q 6"), encoding="utf-8")

    status, said = meanwhile(night, [HERO, GUS, "foul", "quit"], 2, by_hand)
    assert status is Exit.OK
    assert "night.ofc. It was read again." in unbroken(said)
    assert [r.deal.name for r in read_log("x", night.read_text(encoding="utf-8")).results] == ["1", "2"]


@each(
    ("lines", "said", "boards"),
    [
        (["undo", "@", "redo"], "Nothing was redone. Type again what you had undone.", []),
        (["note so", "@", "undo"], "Nothing was undone. The next `undo` undoes deal 1.", []),
        ([HERO, "@", "players + Zoe", "undo"], "Undid Hero's board", []),
        (["dealer Gus", HERO, "@", "players + Zoe", "undo", "undo"], "Undid `dealer: Gus`", []),
        ([HERO, "@", "players + Zoe", "undo", "redo"], "Redid Hero's board", ["Hero"]),
        ([HERO, "edit 1 P", "@", "absent"], "Deal 1 was not changed. Type `edit 1` to change it.", ["Hero"]),
    ],
)
def test_undo_redo_and_edit_after_a_change_by_hand(
    night: Path, lines: list[str], said: str, boards: list[str]
) -> None:
    """No deal goes, and boards that were entered stay: only the line `@` changes the file."""
    night.write_text(HEADER + DEAL_1, encoding="utf-8")
    log = OpenLog(str(night), lambda: TODAY)
    log.begin(Style())
    told: list[str] = []
    for line in lines:
        if line == "@":
            night.write_text(text := night.read_text(encoding="utf-8") + "# by hand\n", encoding="utf-8")
        else:
            told = wrapped_lines(log.type(line, 80), 80)
    log.close()
    assert said in unbroken("\n".join(told))
    assert [player for player, _ in log.state.work.boards] == boards
    assert night.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("line", ["undo", "note so"])
def test_a_file_that_was_only_touched_is_not_changed(night: Path, line: str) -> None:
    night.write_text(HEADER + DEAL_1, encoding="utf-8")
    status, said = meanwhile(night, ["score", line, "quit"], 1, lambda: os.utime(night, (1, 1)))
    assert status is Exit.OK
    assert "Another program" not in said
    assert ("Undid deal 1:" in said) is (line == "undo")
    assert night.read_text(encoding="utf-8") == (
        HEADER if line == "undo" else HEADER + DEAL_1[:-1] + "note: so\n\n"
    )


def test_a_log_broken_by_hand_is_told_and_the_deal_is_kept(night: Path) -> None:
    def broken() -> None:
        night.write_text(HEADER + "deal 1\nHero: x\n\n", encoding="utf-8")

    status, said = meanwhile(night, [HERO, GUS, "foul", "retry", "quit"], 2, broken)
    assert status is Exit.FILES
    assert unbroken(said).count("then type `retry`") == 2
    assert "Hero: x" in night.read_text(encoding="utf-8")


@pytest.mark.parametrize("room", [0, 1, 40, 90])
def test_a_full_disk_leaves_the_file_as_it_was(night: Path, room: int) -> None:
    file = LogFile(str(night))
    text = file.open()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            file.save(text + DEAL_1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert night.read_text(encoding="utf-8") == HEADER
    assert [path.name for path in night.parent.iterdir()] == ["night.ofc"]
    file.save(text + DEAL_1)
    assert night.read_text(encoding="utf-8") == HEADER + DEAL_1
    file.close()


def test_a_disk_that_cannot_keep_its_word(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    status, said = piped(night, HERO, GUS, "foul", "retry", "quit")
    assert status is Exit.FILES
    assert "Total" not in said
    assert "night.ofc.draft: Input/output error." in unbroken(said)
    assert said.count("Input/output error") == 3
    assert night.read_text(encoding="utf-8") == HEADER


# -- other programs, in the very moment ----------------------------------------------------------------

SECOND = "\n".join(["Hero: (fantasyland) 772 / 99855 / AAKK3", "Gus: 663 / TT943 / JJJ44", "P: foul"])


def renamed_over(path: Path, text: str) -> None:
    """Replace a file by a new one, as most editors save."""
    new = path.with_name("new")
    new.write_text(text, encoding="utf-8")
    new.rename(path)


def when_synced(monkeypatch: pytest.MonkeyPatch, at: int, does: Callable[[], object]) -> None:
    """Let another program act while the n-th deal is saved (drafts are not counted)."""
    real = os.fsync
    left = [at]

    def synced(handle: int) -> None:
        real(handle)
        if re.search(r"/\.night\.ofc\.[^.]*\.tmp$", os.readlink(f"/proc/self/fd/{handle}")):
            left[0] -= 1
            if left[0] == 0:
                does()

    monkeypatch.setattr(os, "fsync", synced)


def deals_in(path: Path) -> list[str]:
    return [r.deal.name for r in read_log("x", path.read_text(encoding="utf-8")).results]


BOTH = (HERO, GUS, "foul", *SECOND.splitlines(), "quit")


@pytest.mark.parametrize("at", [1, 2])
def test_an_editor_that_renames_while_a_deal_is_put_on_disk_costs_no_deal(
    night: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    before: list[str] = []

    def edited() -> None:
        # The text that the editor read before this deal, with one more comment.
        before.append(HEADER + (DEAL_1 if at == 2 else "") + "# by hand\n")
        renamed_over(night, before[0])

    when_synced(monkeypatch, at, edited)
    status, said = piped(night, *BOTH)
    assert status is Exit.OK
    assert before
    assert "night.ofc. It was read again." in unbroken(said)
    assert deals_in(night) == ["1", "2"]
    assert "# by hand" in night.read_text(encoding="utf-8")


def test_a_deal_that_the_editor_has_seen_is_not_written_twice(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    when_synced(monkeypatch, 1, lambda: renamed_over(night, HEADER + DEAL_1 + "# by hand\n"))
    status, said = piped(night, *BOTH)
    assert status is Exit.OK
    assert "Your last change is in it." in said
    assert deals_in(night) == ["1", "2"]


def test_a_file_saved_as_it_is_needs_no_word(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    when_synced(monkeypatch, 1, lambda: renamed_over(night, HEADER + DEAL_1))
    status, said = piped(night, *BOTH)
    assert status is Exit.OK
    assert "another program" not in said
    assert deals_in(night) == ["1", "2"]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_line_that_somebody_adds_at_the_same_time_is_seen(
    night: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The line is added just before or just after the file is replaced."""
    real = os.replace

    def added() -> None:
        with night.open("a", encoding="utf-8") as file:
            file.write("# by hand\n")

    def replaced(new: str, old: str) -> None:
        real(new, old)
        if old == str(night):
            monkeypatch.setattr(os, "replace", real)
            added()

    if when == "before":
        when_synced(monkeypatch, 1, added)
    else:
        monkeypatch.setattr(os, "replace", replaced)
    status, said = piped(night, *BOTH)
    assert status is Exit.OK
    assert "night.ofc. It was read again." in unbroken(said)
    assert ("Your last change is in it." in said) is (when == "after")
    assert deals_in(night) == ["1", "2"]
    assert "# by hand" in night.read_text(encoding="utf-8")


def test_a_log_that_goes_away_while_a_deal_is_put_on_disk_is_written_again(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    when_synced(monkeypatch, 1, night.unlink)
    status, said = piped(night, HERO, GUS, "foul", "retry", *SECOND.splitlines(), "quit")
    assert status is Exit.OK
    assert "is now missing or empty" in unbroken(said)
    assert deals_in(night) == ["1", "2"]


def test_a_change_that_an_editor_writes_over_at_once_is_told(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note replaces the file, and then the editor's version replaces it again."""
    night.write_text(HEADER + DEAL_1, encoding="utf-8")
    real = os.replace

    def replaced(new: str, old: str) -> None:
        real(new, old)
        renamed_over(night, HEADER + DEAL_1)

    monkeypatch.setattr(os, "replace", replaced)
    status, said = piped(night, "note so", "quit")
    assert status is Exit.OK
    assert "The last command had no effect. Type it again." in said
    assert "Written to" not in said


def test_deals_that_an_editor_took_away_are_told_with_the_next_one(night: Path) -> None:
    lines = [HERO, GUS, "foul", *SECOND.splitlines(), "quit"]
    status, said = meanwhile(night, lines, 4, lambda: renamed_over(night, HEADER))
    assert status is Exit.OK
    assert "Deal 1 is no longer in" in unbroken(said)
    assert "  Hero: Q Q 5 / A A 7 6 2 / 9 T J Q K\n" in said
    assert deals_in(night) == ["2"]


@pytest.mark.parametrize("last", [["quit"], []])
def test_deals_that_an_editor_took_away_are_told_at_the_end(night: Path, last: list[str]) -> None:
    lines = [HERO, GUS, "foul", "score", *last]
    status, said = meanwhile(night, lines, 3, lambda: renamed_over(night, HEADER))
    assert status is Exit.FILES
    assert "Deal 1 is no longer in" in unbroken(said)
    assert "1 deal is in" not in said


# -- killed --------------------------------------------------------------------------------------------


def script(deals: int) -> tuple[list[str], list[str]]:
    """Return lines of a long session with undo and notes, and the file's text after each save."""
    table = Night()
    texts = [table.text]
    lines: list[str] = []
    for number in range(deals):
        boards = [HERO, GUS, "foul"] if number % 2 else ["994 / AA762 / KKKT3", "foul", "absent"]
        extra = ["undo"] if number % 5 == 4 else ["note so"] if number % 5 == 2 else []
        for line in [*boards, *extra]:
            before = table.saves
            table.type(line)
            lines.append(line)
            if table.saves > before:
                texts.append(table.text)
    return lines, texts


def confirmed(said: bytes) -> int:
    """Return the number of confirmed saves."""
    return len(re.findall(rb"^ *(?:Total:|Undid deal|Undid `|Written to)", said, re.MULTILINE))


def check_killed(path: Path, said: bytes, texts: list[str]) -> int:
    """Check that the file has all confirmed saves, at most one more, and can be continued."""
    done = confirmed(said)
    text = re.sub("(?<=deal 1 )[0-9-]+", TODAY, path.read_text(encoding="utf-8"))
    if text not in texts[done : done + 2]:
        assert texts[done + 1].startswith(text), f"after {done} saves"
        assert text.startswith(texts[done])
    status, _ = piped(path, "quit", "y")
    assert status is Exit.OK
    return done


def kill_piped(path: Path, lines: list[str], texts: list[str], moment: float, after: bytes) -> int:
    """Kill the program `moment` seconds after some output; return the number of confirmed saves."""
    path.write_text(HEADER, encoding="utf-8")
    child = subprocess.Popen([*COMMAND, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("".join(f"{line}\n" for line in lines).encode())
    child.stdin.flush()
    said = child.stdout.readline()
    while after not in said:
        said += child.stdout.readline()
    time.sleep(moment)
    child.send_signal(signal.SIGKILL)
    said += child.stdout.read()
    child.wait()
    child.stdin.close()
    child.stdout.close()
    return check_killed(path, said, texts)


@pytest.mark.long
def test_killed_at_many_moments(tmp_path: Path) -> None:
    chance = random.Random(5)
    lines, texts = script(120)
    reached = []
    for number in range(40):
        # Half of them behind the first deal, however busy the machine is.
        after = b"Total:" if number % 2 else b""
        path = tmp_path / f"{number}.ofc"
        reached.append(kill_piped(path, lines, texts, chance.uniform(0.0, 0.6), after))
    assert len(set(reached)) > 5


# -- a terminal ----------------------------------------------------------------------------------------

_ESCAPES = re.compile(rb"\x1b(\[[0-9;?]*[A-Za-z]|[=>]|\][^\x07]*\x07)")


class Terminal:
    """A program on a terminal with 24 lines."""

    def __init__(self, path: Path, columns: int = 80, **environment: str) -> None:
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            with contextlib.suppress(BaseException):
                os.environ.update({"TERM": "xterm-256color", "PYTHONWARNINGS": "ignore", **environment})
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
                os.execv(COMMAND[0], [*COMMAND, str(path)])
            os._exit(127)
        self.raw = b""
        self.seen = 0

    def read(self, wait: float = 0.05) -> bool:
        """Read output that arrives within `wait` seconds; return False at its end."""
        ready, _, _ = select.select([self.handle], [], [], wait)
        if not ready:
            return True
        try:
            data = os.read(self.handle, 1 << 16)
        except OSError:
            return False
        self.raw += data
        # A terminal reports its cursor position on request.
        if b"\x1b[6n" in data:
            os.write(self.handle, b"\x1b[1;1R")
        return bool(data)

    @property
    def text(self) -> bytes:
        return _ESCAPES.sub(b"", self.raw).replace(b"\r", b"")

    def expect(self, words: str) -> None:
        """Wait for words in the output after the last expected words."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            at = self.text.find(words.encode(), self.seen)
            if at >= 0:
                self.seen = at + len(words.encode())
                return
            if not self.read():
                break
        raise AssertionError(f"{words!r} did not come: {self.text[self.seen :]!r}")

    def send(self, keys: str) -> None:
        os.write(self.handle, keys.encode())

    def end(self) -> int:
        """Wait for the program's end; return its exit status, or minus its signal."""
        while self.read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.handle)
        return os.waitstatus_to_exitcode(status)


@pytest.fixture
def terminal(night: Path) -> Iterator[Terminal]:
    terminal = Terminal(night)
    terminal.expect("deal 1  Hero>")
    yield terminal
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(terminal.pid, signal.SIGKILL)
        os.waitpid(terminal.pid, 0)


@pytest.mark.long
def test_a_terminal_completes_edits_and_quits(terminal: Terminal, night: Path) -> None:
    terminal.send("QQ5/AA762/9TJQ\r")
    terminal.expect("needs 5")
    # The faulty line is ready for editing.
    terminal.expect("QQ5/AA762/9TJQ")
    terminal.send("K\r")
    terminal.expect("straight to the king")
    terminal.expect("deal 1  Gus>")
    terminal.send("abs\t\r")
    terminal.expect("not in this deal")
    terminal.send("p: 995/AA762/QQQ33\r")
    terminal.expect("deck has four")
    terminal.expect("deal 1  P> 995/AA762/QQQ33")
    terminal.send("\x15p: 995/KK642/KT833\r")
    terminal.expect("keep it? [y/N/edit]")
    terminal.send("y\r")
    terminal.expect("Total: Hero")
    terminal.expect("deal 2  Hero>")
    terminal.send("\x04")
    assert terminal.end() == 0
    log = read_log("x", night.read_text(encoding="utf-8"))
    assert [board.player for board in log.results[0].deal.boards] == ["Hero", "Gus", "P"]


def test_ctrl_c_clears_the_line_and_twice_quits(terminal: Terminal, night: Path) -> None:
    terminal.send("QQ5")
    terminal.expect("QQ5")
    terminal.send("\x03")
    terminal.expect("Press Ctrl-C again to quit")
    terminal.send(HERO + "\r")
    terminal.expect("deal 1  Gus>")
    terminal.send("\x03")
    terminal.expect("again to quit")
    terminal.expect("deal 1  Gus>")
    terminal.send("\x03")
    terminal.expect("Hero's board is kept in")
    assert terminal.end() == Exit.INTERRUPTED
    assert night.read_text(encoding="utf-8") == HEADER


def test_ctrl_d_asks_where_something_would_be_lost(terminal: Terminal) -> None:
    terminal.send(HERO + "\r")
    terminal.expect("deal 1  Gus>")
    terminal.send("\x04")
    terminal.expect("quit? [y/N/drop]")
    terminal.send("\x04")
    assert terminal.end() == 0


class Pasted(PipePrompter):
    """A prompter with lines that are pasted together."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(io.BytesIO(), io.StringIO())
        self.pasted = lines

    def ask(self, *args: object) -> str:
        if not self.pasted:
            raise EOFError
        line, *self.pasted = self.pasted
        return line


@each(
    ("pasted", "taken"),
    [
        (["adjust Gus +5, P -5", "adjust Gus +1, P -1"], True),
        (["paid P -> Gus 5", "paid Gus -> P 7"], True),
        (["note so", "", "void"], True),
        (["Gus", "885", "aa762", "9tjqk"], True),
        (["Hero: absent", GUS, "foul"], True),
        (["P 995 aa762 kt833", "y", "gus foul"], True),
        (["undo", "redo"], True),
        (["note \x1b[2J", "note so"], False),
        (["Gus 995 aa762 kt833", "", "p foul"], False),
        (["qq5", "aa76", "9tjqk"], False),
    ],
)
def test_lines_that_are_pasted_are_taken_as_if_typed(pasted: list[str], taken: bool, tmp_path: Path) -> None:
    path, other = tmp_path / "night.ofc", tmp_path / "other.ofc"
    for one in (path, other):
        one.write_text(HEADER + DEAL_1, encoding="utf-8")
    log, prompter = OpenLog(str(path), lambda: TODAY), Pasted(pasted)
    play(log, prompter, Style())
    log.close()
    assert isinstance(prompter.out, io.StringIO)
    assert ("were ignored:" not in prompter.out.getvalue()) is taken
    piped(other, *(pasted if taken else pasted[:1]))
    assert path.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")


@pytest.mark.long
def test_the_header_may_be_pasted_in_one_piece(tmp_path: Path) -> None:
    path = tmp_path / "new.ofc"
    terminal = Terminal(path)
    terminal.expect("players>")
    terminal.send("\x1b[200~Hero, Gus, P\r\n\r\n0.50 EUR\r\n\x1b[201~\r")
    terminal.expect("rules [ofc]>")
    terminal.expect("stake [none]> 0.50 EUR")
    terminal.expect("deal 1  Hero>")
    terminal.send("quit\r")
    assert terminal.end() == 0
    assert path.read_text(encoding="utf-8") == HEADER


# -- completion ----------------------------------------------------------------------------------------


@each(
    ("typed", "found"),
    [
        ("he", ["Hero:", "help"]),
        ("GU", ["Gus:"]),
        ('"ph', ['"Phil H.":']),
        ("edit 3 he", ["Hero", "help"]),
        ("QQ5 / AT852 fl", ["flush"]),
        ("QQ5 / AA762 / 9TJQK (fan", ["(fantasyland)"]),
        ("", []),
    ],
)
def test_completion(typed: str, found: list[str]) -> None:
    words = ("Hero:", "Gus:", '"Phil H.":', "Hero", "Gus", '"Phil H."', "flush", "(fantasyland)", "help")
    assert completions(words, typed)[1] == found


def test_totals_so_far_are_checked() -> None:
    log = "deal 1\nAna: +5\nBen: -5\ndeal 2\nAna: -9\nBen: +9\nrunning: Ana {}, Ben {}\n"
    assert read_log("x.ofc", log.format("-4", "+4")).errors == ()
    assert [problem.code for problem in read_log("x.ofc", log.format("+99", "-99")).errors] == [
        "expect-failed"
    ] * 2


@pytest.mark.long
def test_what_is_said_fits_the_terminal(night: Path) -> None:
    terminal = Terminal(night, 40)
    terminal.expect("deal 1  Hero>")
    terminal.send("qq5 aa762 9tjq\r")
    wanted = Night(width=40).type("qq5 aa762 9tjq", HERO, "gus foul")
    terminal.expect("help: ")
    terminal.expect("deal 1  Hero> qq5 aa762 9tjq")
    terminal.send("\x15" + HERO + "\r")
    terminal.expect("deal 1  Gus>")
    terminal.send("gus foul\r")
    terminal.expect("deal 1  P>")
    terminal.send("p foul\r")
    terminal.expect("Total: Hero")
    terminal.expect("deal 2  Hero>")
    shown = terminal.text.decode()
    assert all(line.rstrip() in shown for line in wanted.splitlines()[-8:])
    assert "night.ofc:6:" not in shown
    terminal.send("q\r")
    assert terminal.end() == 0


@pytest.mark.long
def test_killed_on_a_terminal_in_the_middle_of_a_deal(tmp_path: Path) -> None:
    path = tmp_path / "night.ofc"
    path.write_text(HEADER, encoding="utf-8")
    terminal = Terminal(path)
    terminal.expect("deal 1  Hero>")
    terminal.send(HERO + "\r")
    terminal.expect("deal 1  Gus>")
    terminal.send(GUS + "\r")
    terminal.expect("deal 1  P>")
    os.kill(terminal.pid, signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    terminal = Terminal(path)
    terminal.expect("It has the boards of Hero and")
    terminal.expect("deal 1  P>")
    terminal.send("foul\r")
    terminal.expect("Total: Hero +18")
    terminal.expect("deal 2  Hero>")
    terminal.send("quit\r")
    assert terminal.end() == 0
    assert [r.totals["P"] for r in read_log("x", path.read_text(encoding="utf-8")).results] == [-28]
    assert [p.name for p in tmp_path.iterdir()] == ["night.ofc"]
