"""Faults of files, pipes, signals and the program give an exit status and a sentence, no traceback."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from ofcscore.cli import console, reporting
from ofcscore.files import disk
from tests.command import run
from tests.daily import some
from tests.loops import each
from tests.sessions import FOULS, NIGHT
from tests.transcripts import environment

PROGRAM = (sys.executable, "-m", "ofcscore")


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT, encoding="utf-8")
    return path


# -- files ---------------------------------------------------------------------------------------------


def test_the_largest_status_wins(night: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.ofc"
    bad.write_text("deal 1\nA: QQ\nB: QQ\n", encoding="utf-8")
    assert run("score", bad).status == 1
    assert run("score", bad, "--rules", "nonsense").status == 2
    assert run("score", bad, tmp_path / "none", "--rules", "nonsense").status == 3


# -- output files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("x.json", '{"schema": 1'),
        ("x.csv", "deal,date"),
        ("x.md", "- Phil H. pays"),
        ("x.jsonl", '{"name"'),
        ("x.txt", "Rules: "),
        ("x.html", "<!doctype html>"),
        ("x.svg", "<svg "),
        ("x.png", "\x89png"),
    ],
)
def test_the_name_of_an_output_file_says_its_format(
    name: str, start: str, night: Path, tmp_path: Path
) -> None:
    if name == "x.png":
        pytest.importorskip("resvg_py")
    ran = run("score", night, "-o", tmp_path / name)
    assert (ran.status, ran.out) == (0, "")
    assert (tmp_path / name).read_text(encoding="latin-1").lower().lstrip().startswith(start.lower())
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([night.name, name])


def test_a_format_that_is_said_wins_over_the_name(night: Path, tmp_path: Path) -> None:
    run("score", night, "-o", tmp_path / "x.json", "--format", "markdown")
    assert (tmp_path / "x.json").read_text(encoding="utf-8").startswith("- Phil H. pays")


def test_a_new_file_has_the_mode_of_any_new_file(night: Path, tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        run("score", night, "-o", tmp_path / "x.txt")
    finally:
        os.umask(mask)
    assert (tmp_path / "x.txt").stat().st_mode & 0o777 == 0o640


def test_a_failed_run_touches_no_output_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("old", encoding="utf-8")
    ran = run("score", "-", "-o", path, stdin="deal 1\nA: QQ\nB: QQ\n")
    assert ran.status == 1
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("way", ["name", "sum", "link", "extends", "log", "compare"])
def test_a_rule_file_is_never_written(way: str, night: Path, tmp_path: Path) -> None:
    house, above, link = tmp_path / "house.yaml", tmp_path / "above.yaml", tmp_path / "link.yaml"
    house.write_text("extends: ofc-pineapple\npoints: {row: 1}\n", encoding="utf-8")
    above.write_text("extends: ./house.yaml\n", encoding="utf-8")
    link.symlink_to(house)
    rules = {
        "name": ("--rules", str(house)),
        "sum": ("--rules", f"ofc-pineapple + {link}"),
        "link": ("--rules", str(link)),
        "extends": ("--rules", str(above)),
        "log": (),
        "compare": ("--compare", f"ofc,{house}"),
    }[way]
    if way == "sum":
        house.write_text("points: {row: 1}\n", encoding="utf-8")
    if way == "log":
        night.write_text(NIGHT.replace("rules: ofc-pineapple", "rules: ./above.yaml"), encoding="utf-8")
    before = house.read_bytes()
    ran = run("score", night, *rules, "--format", "table", "--force", "-o", house)
    assert (ran.status, ran.out) == (2, "")
    assert f"-o {house} would overwrite the rule set " in ran.err
    assert house.read_bytes() == before


def test_the_rule_file_of_a_log_that_is_converted_is_never_written(night: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("extends: ofc-pineapple\n", encoding="utf-8")
    night.write_text(NIGHT.replace("rules: ofc-pineapple", "rules: ./house.yaml"), encoding="utf-8")
    ran = run("convert", night, "--force", "-o", house)
    assert (ran.status, ran.out) == (2, "")
    assert house.read_text(encoding="utf-8") == "extends: ofc-pineapple\n"


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line with `ofcscore` in a shell in a folder."""
    words = " ".join(PROGRAM)
    return subprocess.run(
        ["bash", "-c", f'ofcscore() {{ {words} "$@"; }}; {command}'],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    "command", ["score -", "score", "score /dev/stdin", "score /dev/fd/0", "convert - --to json"]
)
def test_the_log_on_standard_input_is_never_written(command: str, night: Path) -> None:
    ran = shell(f"ofcscore {command} -o night.ofc < night.ofc", night.parent)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("ofcscore: -o night.ofc would overwrite the log ")
    assert night.read_text(encoding="utf-8") == NIGHT


def test_the_log_in_a_parquet_file_is_never_written(tmp_path: Path) -> None:
    ran = run("score", tmp_path / "x.parquet", "-o", tmp_path / "x.parquet")
    assert (ran.status, ran.out) == (2, "")
    assert run("score", tmp_path / "x.parquet", "-o", "-").status == 2


@pytest.mark.long
@pytest.mark.parametrize(
    "output_name", some(2, of=["-", "/dev/stdout", "link", "/dev/fd/1", "/proc/self/fd/1"])
)
def test_standard_output_is_written_and_never_replaced(output_name: str, night: Path, tmp_path: Path) -> None:
    """A pipe works; a file that others write to keeps its inode and their text."""
    (tmp_path / "link").symlink_to("/dev/stdout")
    expected = run("score", night).out
    ran = shell(f"ofcscore score night.ofc -o {output_name}", tmp_path)
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", expected)
    ran = shell(
        f"(echo a; ofcscore score night.ofc -o {output_name}; echo $?) > out; echo b >> out", tmp_path
    )
    assert (tmp_path / "out").read_text(encoding="utf-8") == f"a\n{expected}0\nb\n"
    ran = shell(f"set -o pipefail; ofcscore score night.ofc -o {output_name} | head -c 5", tmp_path)
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", expected[:5])
    ran = shell(f"ofcscore convert night.ofc --to yaml -o {output_name}", tmp_path)
    assert ran.stdout == run("convert", night, "--to", "yaml").out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "night.ofc", "out"]


@pytest.mark.parametrize(
    ("name", "words"), [("/dev/full", "No space left on device"), ("/dev/fd/77", "Bad file descriptor")]
)
def test_devices_that_cannot_be_written(name: str, words: str, night: Path) -> None:
    ran = run("score", night, "-o", name)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == f"ofcscore: cannot write {name}: {words}\n"
    assert not Path("/dev/full").is_file()


@pytest.mark.parametrize("name", ["pipe", "/dev/stdin", "/dev/fd/0", "/dev/null"])
def test_only_files_are_written_in_place(name: str, night: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = shell(f"timeout 10 {' '.join(PROGRAM)} fmt -i {name} < night.ofc", tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"ofcscore: --in-place needs a regular file, but {name} is not one\n"
    assert night.read_text(encoding="utf-8") == NIGHT


ROOT_USER = os.geteuid() == 0
REWRITES = (("score", "night.ofc", "--force", "-o", "out.txt"), ("fmt", "-i", "out.txt"))


@pytest.mark.parametrize("arguments", REWRITES)
@pytest.mark.parametrize(("mode", "kept"), [(0o4755, 0o755), (0o2771, 0o771), (0o1640, 0o640)])
def test_the_mode_is_kept_without_what_makes_a_program_somebody_else(
    arguments: tuple[str, ...], mode: int, kept: int, night: Path, tmp_path: Path
) -> None:
    path = tmp_path / "out.txt"
    path.write_text(NIGHT + "\n\n\n", encoding="utf-8")
    path.chmod(mode)
    with contextlib.chdir(tmp_path):
        assert run(*arguments).status == 0
    assert path.stat().st_mode & 0o7777 == kept
    assert path.read_text(encoding="utf-8") != NIGHT + "\n\n\n"


@pytest.mark.skipif(not ROOT_USER, reason="only the superuser can give files away")
@pytest.mark.parametrize("arguments", REWRITES)
def test_the_owner_is_kept(arguments: tuple[str, ...], night: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text(NIGHT + "\n\n\n", encoding="utf-8")
    os.chown(path, 1234, 4321)
    path.chmod(0o664)
    with contextlib.chdir(tmp_path):
        assert run(*arguments).status == 0
    status = path.stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o7777) == (1234, 4321, 0o664)


@pytest.mark.skipif(not ROOT_USER, reason="only the superuser can give files away")
def test_another_group_gets_no_more_than_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without permission to change the owner, the file is written, but never opened to another group."""
    path = tmp_path / "out.txt"
    path.write_text("old", encoding="utf-8")
    os.chown(path, 1234, 4321)
    path.chmod(0o664)

    def refused(*_: object) -> NoReturn:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refused)
    disk.atomic_write(str(path), ["new"])
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o7777 == 0o644


def test_a_folder_that_is_not_there(night: Path, tmp_path: Path) -> None:
    ran = run("score", night, "-o", tmp_path / "none" / "x.json")
    assert (ran.status, ran.out) == (3, "")
    assert "No such file or directory" in ran.err
    assert run("score", night, "-o", tmp_path).status == 3


def _write(path: str) -> None:
    with disk.whole_file(path) as temporary, open(temporary, "w", encoding="utf-8") as file:
        file.write("new")


@pytest.mark.parametrize("write", [_write, lambda path: disk.atomic_write(path, ["new"])])
def test_a_signal_that_comes_as_a_temporary_file_is_created_deletes_it_at_once(
    write: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def create(path: str, *flags: int) -> int:
        handle = opened(path, *flags)
        if path.endswith(".tmp"):
            begun = time.monotonic()
            # As a handler of signals does, which another thread may start in the middle of this one.
            disk.delete_unfinished()
            assert time.monotonic() - begun < 0.5
            assert list(tmp_path.iterdir()) == []
            raise KeyboardInterrupt
        return handle

    opened = os.open
    monkeypatch.setattr(os, "open", create)
    with pytest.raises(KeyboardInterrupt):
        write(str(tmp_path / "x"))
    # The program would have ended.
    disk._CREATING.release()


def test_what_a_thread_opens_again_is_deleted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program ends after creating a temporary file, while another thread opens it again."""
    named, deleted, left = threading.Event(), threading.Event(), threading.Event()

    def write() -> None:
        with suppress(OSError), disk.whole_file(str(tmp_path / "x")) as temporary:
            named.set()
            deleted.wait()
            Path(temporary).touch()
            left.wait()

    def delete(path: str) -> None:
        unlink(path)
        deleted.set()

    unlink = disk._delete
    monkeypatch.setattr(disk, "_delete", delete)
    writing = threading.Thread(target=write)
    writing.start()
    named.wait()
    disk.delete_unfinished()
    there = list(tmp_path.iterdir())
    left.set()
    writing.join()
    # The program would have ended.
    disk._CREATING.release()
    assert there == []


def test_a_signal_that_was_held_back_comes_after() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        with disk.undisturbed():
            signal.raise_signal(signal.SIGINT)  # to this thread, which is the one that is not disturbed
            assert came == []
        assert came == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("write", [_write, lambda path: disk.atomic_write(path, ["new"])])
def test_a_new_name_lasts_through_a_power_loss(
    write: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is synced first, then renamed, then the folder is synced."""
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def replaced(old: str, new: str) -> None:
        steps.append("name")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write(str(tmp_path / "x"))
    assert steps == ["file", "name", "folder"]


def test_a_pipe_is_written_to_and_no_whole_file(tmp_path: Path) -> None:
    """A pipe stays a pipe and gets the output, but atomic writes reject it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    handle = os.open(pipe, os.O_RDWR)
    try:
        disk.atomic_write(str(pipe), ["new"])
        assert os.read(handle, 10) == b"new"
        with pytest.raises(OSError, match="it is not a regular file"):
            _write(str(pipe))
    finally:
        os.close(handle)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_file_with_a_hard_link_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")
    (tmp_path / "y").hardlink_to(path)
    with pytest.raises(OSError, match="it has another hard link"):
        disk.atomic_write(str(path), ["new"])
    assert path.read_text(encoding="utf-8") == "old"


@each("size", [0, 10, disk._HELD + 10, 9 * disk._HELD])
def test_a_spool_gives_back_what_it_was_given(size: int) -> None:
    piece = "日本\r\n" * 999 + "x"
    with disk.Spool() as spool:
        given = "".join(piece for _ in range(0, size, len(piece)))
        for start in range(0, len(given), 1000):
            spool.write(given[start : start + 1000])
        assert "".join(spool.chunks()) == given


def test_a_spool_keeps_nothing_of_nothing() -> None:
    """A million deals without text take no memory."""
    with disk.Spool() as spool:
        for text in ("", "", "x", ""):
            spool.write(text)
        assert list(spool.chunks()) == ["x"]


# -- letters -------------------------------------------------------------------------------------------


@pytest.mark.long
@each(
    "command",
    [
        *(f"score - --format {form}" for form in ("html", "csv", "svg", "markdown", "json", "jsonl")),
        *(f"stats - --format {form}" for form in ("csv", "markdown", "json")),
        "score - --compare ofc,chinese --format csv",
        "rules show mau-binh --yaml",
        "convert - --to text",
        "fmt -",
    ],
)
def test_what_is_a_file_has_the_same_bytes_in_every_locale(command: str) -> None:
    """The output is the same for any hash seed, locale and time zone."""
    log = NIGHT.replace("Hero", '"Ana ♥ é 日本"')
    usual = run(*command.split(), stdin=log)
    other = run(*command.split(), stdin=log, encoding="latin-1")
    assert (usual.status, other.status) == (0, 0)
    assert other.out.encode("latin-1") == usual.out.encode("utf-8")


# -- pipes and signals ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    ["score {}", "score {} --deals all", "convert {} --to json", "stats {}", "settle A=1 B=-1", "--help"],
)
def test_a_reader_who_has_gone_is_no_fault_of_the_log(arguments: str, night: Path) -> None:
    line = f"set -o pipefail; {' '.join(PROGRAM)} {arguments.format(night)} | true"
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=environment(), check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_closed_standard_output_is_status_3(night: Path) -> None:
    done = subprocess.run(
        f"{' '.join(PROGRAM)} score {night} >&-",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr == "ofcscore: cannot write standard output: it is closed\n"


# -- streams that are closed or full, and what comes in the way ------------------------------------------


@pytest.mark.long
@each("command", ["score -", "check -", "fmt -", "fmt --diff -", "fmt --check -", "convert - --to json"])
def test_a_log_on_closed_standard_input_is_status_3(command: str, tmp_path: Path) -> None:
    ran = shell(f"ofcscore {command} <&-", tmp_path)
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr == "<stdin>: error[file-unreadable]: cannot be read: standard input is closed\n"


def test_no_log_named_and_standard_input_closed_is_helped(tmp_path: Path) -> None:
    ran = shell("ofcscore score <&-", tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.startswith("Usage: ofcscore score")


@pytest.mark.long
def test_live_ends_where_standard_input_is_closed(night: Path) -> None:
    ran = shell("ofcscore live night.ofc <&-", night.parent)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_live_writes_to_no_file_that_was_opened_before(night: Path) -> None:
    ran = shell("ofcscore live /dev/fd/5 5<> night.ofc", night.parent)
    assert (ran.returncode, ran.stdout) == (3, "")
    assert "it is not an ordinary file" in ran.stderr


@pytest.mark.long
@pytest.mark.parametrize("stream", some(1, of=["2>&-", "2>/dev/full", "2> >(exit 0)"]))
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("score night.ofc", 0),
        ("score warned.ofc", 0),
        ("check night.ofc", 0),
        ("check warned.ofc", 1),
        ("score bad.ofc", 1),
        ("score night.ofc --format nonsense", 2),
        ("scor night.ofc", 2),
        ("score", 2),
        ("score none.ofc", 3),
        ("live no/night.ofc", 3),
        ("live night.json", 2),
        ("rules check none.yaml", 3),
    ],
)
def test_where_no_message_can_be_read_the_status_is_the_same(
    command: str, status: int, stream: str, night: Path
) -> None:
    (night.parent / "bad.ofc").write_text("deal 1\nA: QQ\nB: QQ\n", encoding="utf-8")
    (night.parent / "warned.ofc").write_text(
        "rules: ofc\n" + FOULS + FOULS.replace("1", "2"), encoding="utf-8"
    )
    ran = shell(f"ofcscore {command} <&- {stream}", night.parent)
    assert ran.returncode == status
    assert ran.stderr == ""
    assert ran.stdout == (
        "" if status or "check" in command else run("score", night.parent / command[6:]).out
    )


def test_a_terminal_that_is_gone_does_not_stop_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EIO, "Input/output error")

        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", Gone())
    progress = console.Progress()
    progress.tick(2)
    progress.next = 0.001
    progress.tick(2)
    progress.clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one log and many other files."""
    inside = tmp_path / "logs"
    for name in (".git", ".venv/lib", "env/lib", "2026/.hidden"):
        (inside / name).mkdir(parents=True)
        (inside / name / "x.txt").write_text("nothing of a log\n", encoding="utf-8")
    (inside / "env" / "pyvenv.cfg").touch()
    (inside / "2026" / "night.ofc").write_text(NIGHT, encoding="utf-8")
    return inside


def test_a_folder_without_logs_is_said(tmp_path: Path) -> None:
    ran = run("check", tmp_path)
    assert (ran.status, ran.out, "there are no logs in" in ran.err) == (3, "", True)


def test_a_folder_is_checked_without_what_belongs_to_programs(folder: Path) -> None:
    ran = run("check", folder)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    # A file that is named explicitly is always read.
    assert run("check", folder / ".git").status == 1


@pytest.mark.long
@pytest.mark.parametrize("name", ["x.ofc", "x.yaml", "x.json"])
def test_a_pipe_in_a_folder_is_told_and_not_waited_for(name: str, folder: Path) -> None:
    os.mkfifo(folder / name)
    ran = shell(f"timeout 20 {' '.join(PROGRAM)} check logs", folder.parent)
    assert (ran.returncode, ran.stdout) == (0, "")
    assert ran.stderr == f"ofcscore: skipping logs/{name}, because it is a pipe or a device and not a file\n"


def test_a_broken_link_in_a_folder_is_no_log_that_is_well(folder: Path) -> None:
    (folder / "x.ofc").symlink_to("nowhere")
    ran = run("check", folder)
    assert ran.status == 3
    assert "no such file or directory" in ran.err


def test_a_folder_that_cannot_be_read_is_no_folder_that_is_well(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir

    def refused(path: str) -> object:
        if path.endswith("2026"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", refused)
    ran = run("check", folder)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == f"ofcscore: cannot read {folder}/2026: Permission denied\n"


SHEET = "deal\tplayer\ttop\tmid\tbot\n1\tAnn\t66 2\tKK943\tJJJ44\n1\tBob\t885\tAAQ32\tTT998\n"


@each("head", ["sep=\t\n", "SEP=\t\r\n", "\ufeffsep=\t\n", "\n \nsep=\t\n"])
@each("command", [("score", "-"), ("check", "-"), ("convert", "-", "--to", "text")])
def test_a_sheet_on_standard_input_may_say_that_tabs_part_its_cells(
    head: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(SHEET, encoding="utf-8")
    ran = run(*command, stdin=head + SHEET)
    expected = run(*(str(sheet) if word == "-" else word for word in command))
    assert (ran.status, ran.out) == (0, expected.out)
    assert (tmp_path / "sheet").write_text(head + SHEET, encoding="utf-8")
    assert run("check", tmp_path / "sheet").status == 0


def test_next_to_nothing_is_read_before_ctrl_c_is_ours() -> None:
    """Before that, Ctrl-C gives a Python traceback. Modules of Python's own start are not counted."""
    code = (
        "import signal, sys; before = set(sys.modules)\n"
        "def seen(*given):\n"
        "    print(sorted(set(sys.modules) - before)); sys.exit(0)\n"
        "signal.signal = seen\n"
        "from ofcscore.__main__ import start\n"
        "start()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=False
    )
    assert (done.stdout, done.stderr) == ("['__future__', 'ofcscore', 'ofcscore.__main__']\n", "")


def test_ctrl_c_while_the_program_is_being_read(night: Path) -> None:
    """Ctrl-C works from the first import after our first lines on."""
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'ofcscore.cli.main': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from ofcscore.__main__ import start\n"
        "sys.exit(start())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "score", night], capture_output=True, env=environment(), check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


# -- the program's own faults --------------------------------------------------------------------------


def test_an_unexpected_exception_is_status_70_and_says_what_to_report(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> NoReturn:
        raise KeyError("Ann\x1b[2J")

    monkeypatch.setattr(reporting, "outcome_of", broken)
    ran = run("score", night)
    assert (ran.status, ran.out) == (70, "")
    assert "this is a bug in ofcscore, not an error in your log: KeyError" in ran.err
    assert "Please report this message" in ran.err
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.err


# -- start-up ------------------------------------------------------------------------------------------


def test_the_package_alone_imports_nothing_of_its_own() -> None:
    code = "import sys, ofcscore; print([m for m in sys.modules if m.startswith('ofcscore.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n"
