"""Files and the system: a status, a sentence, and every file whole."""

from __future__ import annotations

import contextlib
import errno
import html
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

import pytest

from ofcscore.diagnostics.terminal import text_width
from tests.bad_inputs.test_numbers import memory_of
from tests.command import run
from tests.loops import each
from tests.transcripts import environment
from tests.trials import BOTH, DEAL, GUS, HERO, YAML, Trial

PROGRAM: Final = (sys.executable, "-m", "ofcscore")
SCRIPT: Final = Path(sys.executable).parent / "ofcscore"
ROOT_USER: Final = os.geteuid() == 0


def many(count: int) -> str:
    """A log of so many deals, none like the one before it."""
    return "".join(f"deal {n}\n{HERO.replace('762', f'76{2 + n % 2}')}{GUS}" for n in range(1, count + 1))


MANY: Final = many(149)
FEW: Final = "".join(MANY.splitlines(keepends=True)[:60])


def program(
    *arguments: str | os.PathLike[str], cwd: Path, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment() | environ,
        timeout=60,
        check=False,
    )


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "x.ofc"
    path.write_text(DEAL, encoding="utf-8")
    return path


# -- reading -------------------------------------------------------------------------------------------


def test_files_that_cannot_be_read(trial: Trial) -> None:
    folder = trial.folder / "here"
    folder.mkdir()
    (folder / "broken.ofc").symlink_to("nowhere")
    (folder / "loop.ofc").symlink_to("loop.ofc")
    (folder / "folder.ofc").mkdir()
    with contextlib.chdir(folder):
        for name, reason in (
            ("missing.ofc", "no such file or directory"),
            ("broken.ofc", "no such file or directory"),
            ("loop.ofc", "too many levels of symbolic links"),
            ("folder.ofc", "is a directory"),
            ("missing/x.ofc", "no such file or directory"),
            ("y" * 300, "file name too long"),
        ):
            for command in ("score", "check", "fmt"):
                if name == "folder.ofc" and command != "fmt":
                    continue
                ran = run(command, name)
                assert (ran.status, ran.out) == (3, "")
                assert ran.err == f"{name}: error[file-unreadable]: cannot be read: {reason}\n"
            ran = run("convert", name, "--to", "yaml")
            assert (ran.status, ran.out) == (3, "")
        assert run("rules", "check", "missing.yaml").status == 3
        assert run("check", "folder.ofc").status == run("score", "folder.ofc").status == 3


@pytest.mark.skipif(ROOT_USER, reason="the superuser may read everything")
def test_files_without_permission(log: Path) -> None:
    log.chmod(0)
    ran = run("score", log)
    assert (ran.status, ran.out) == (3, "")
    assert "permission denied" in ran.err


@pytest.mark.long
def test_pipes_sockets_and_devices(trial: Trial, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    feeder = threading.Thread(target=partial(pipe.write_text, DEAL, encoding="utf-8"))
    feeder.start()
    ran = run("score", pipe)
    feeder.join()
    assert ran.status == 0
    assert "Standings" in ran.out

    with contextlib.chdir(tmp_path), socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        ran = run("score", "socket")
        assert (ran.status, ran.out) == (3, "")
        assert ran.err == "socket: error[file-unreadable]: cannot be read: no such device or address\n"

    run("score", "/dev/zero")
    for device in ("/dev/zero", "/dev/urandom"):
        start = time.perf_counter()
        ran = run("score", device)
        assert (ran.status, ran.out) == (1, "")
        assert time.perf_counter() - start < 20
    # A pipe or a device is read ahead for void deals, 16 MB at most.
    assert memory_of(lambda: run("score", "/dev/zero")) < 20_000_000

    ran = run("score", terminal=True)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: ofcscore score")


@pytest.mark.long
def test_an_endless_line_of_text(tmp_path: Path) -> None:
    """A device that never says end of line is stopped by the limit of a line, in little memory."""
    reader, writer = os.pipe()

    def feed() -> None:
        with contextlib.suppress(BrokenPipeError), open(writer, "wb", buffering=0) as file:
            file.writelines(b"x" * 65_536 for _ in range(100_000))

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    done = subprocess.run(
        [*PROGRAM, "score", "-"],
        stdin=reader,
        capture_output=True,
        env=environment(),
        check=False,
        timeout=30,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20)),
    )
    os.close(reader)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"error[line-too-long]" in done.stderr


HOSTILE_FILES: Final = (
    *("a\nb.ofc", "a\x1b[2Jb.ofc", "a\u202eb.ofc", "-x.ofc", "=1+2.ofc", "<script>.ofc", "a|b.ofc"),
    *("\x9b1m.ofc", "%s %n.ofc"),
)


@each("name", HOSTILE_FILES, few=4)
def test_hostile_file_names(name: str, trial: Trial) -> None:
    """Escaped in messages, and in every output form."""
    with contextlib.chdir(trial.folder):
        ran = run("score", "--", name)
        assert (ran.status, ran.out) == (3, "")
        Path(name).write_text(DEAL.replace("663", "66Z"), encoding="utf-8")
        faulty = run("score", "--", name)
        assert faulty.status == 1
        Path(name).write_text(DEAL.replace("Hero", "\u0410nn").replace("Gus", "Ann"), encoding="utf-8")
        good = [run("score", "--format", f, "--", name) for f in ("table", "json", "csv", "markdown", "html")]
    for said in (ran, faulty, *good):
        assert said.err.count("\n") == len(said.err.splitlines())
        assert not set(said.err + said.out) & set("\x1b\x9b\u202e")
    assert ran.err.count("\n") == 1
    place = json.loads(good[1].out)["warnings"][0]["place"]
    assert place.endswith(":3:1")
    assert "<script>.ofc" not in html.unescape(good[4].out) or "&lt;script&gt;.ofc" in good[4].out


def test_a_file_name_of_bad_bytes(tmp_path: Path) -> None:
    name = os.fsdecode(b"a\xff\xfeb.ofc")
    (tmp_path / name).write_text(DEAL.replace("663", "66Z"), encoding="utf-8")
    done = program("score", name, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(b"a\\u{dcff}\\u{dcfe}b.ofc:3:8: error[")


# -- writing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", ["same", "dotted", "symlink_to", "hardlink_to"])
@pytest.mark.parametrize("command", ["score", "convert"])
def test_output_over_an_input(make: str, command: str, log: Path) -> None:
    target = log.with_name("out.yaml")
    if make == "same":
        target = log
    elif make == "dotted":
        target = log.parent / "." / ".." / log.parent.name / log.name
    else:
        target.unlink(missing_ok=True)
        getattr(target, make)(log)
    extra = ("--to", "yaml") if command == "convert" else ()
    ran = run(command, log, *extra, "-o", str(target))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"ofcscore: -o {target} would overwrite the log {log}\n"
    assert log.read_text(encoding="utf-8") == DEAL


def fail(code: int) -> Callable[..., NoReturn]:
    def failing(*_: object, **__: object) -> NoReturn:
        raise OSError(code, os.strerror(code))

    return failing


@each("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
@each("step", ["open", "chmod", "fsync", "replace"])
@each("command", ["score", "convert", "fmt"])
def test_disk_faults(
    code: int, step: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At open, write, fsync and rename: status 3, the old file byte for byte, no temporary file."""
    log, target = tmp_path / "x.ofc", tmp_path / "x.yaml"
    log.write_text(BOTH, encoding="utf-8")
    target.write_text("old", encoding="utf-8")
    if command == "fmt":
        arguments, target, old = ["fmt", "-i", str(log)], log, BOTH
    else:
        arguments, old = [command, str(log), "-o", str(target)], "old"
        arguments += ["--format", "json"] if command == "score" else ["--to", "yaml"]
    fails, real = fail(code), os.open

    def opened(path: str, *flags: int) -> int:
        return fails() if str(path).endswith(".tmp") else real(path, *flags)

    monkeypatch.setattr(os, step, opened if step == "open" else fails)
    ran = run(*arguments)
    monkeypatch.undo()
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == f"ofcscore: cannot write {target}: {os.strerror(code)}\n"
    assert target.read_text(encoding="utf-8") == old
    assert left_in(tmp_path) == ["x.ofc", "x.yaml"]


def limited(size: int) -> None:
    """No file of the process may grow beyond this; more is an error and no signal."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.long
@pytest.mark.parametrize("size", [0, 100, 5_000])
def test_a_file_that_cannot_grow(size: int, tmp_path: Path) -> None:
    log, target = tmp_path / "x.ofc", tmp_path / "out.json"
    log.write_text(MANY, encoding="utf-8")
    target.write_text("old", encoding="utf-8")
    done = subprocess.run(
        [*PROGRAM, "score", log, "-o", target],
        capture_output=True,
        # A compiled module that cannot grow is cut off too, and stays so for the next run.
        env=environment() | {"PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        preexec_fn=partial(limited, size),
    )
    assert (done.returncode, done.stdout) == (3, b"")
    fault = b"cannot use a temporary file: No usable" if size == 0 else b"File too large"
    assert fault in done.stderr
    assert b"Traceback" not in done.stderr
    assert target.read_text(encoding="utf-8") == "old"
    assert left_in(tmp_path) == ["out.json", "x.ofc"]


def test_a_long_name_is_a_name(log: Path) -> None:
    with contextlib.chdir(log.parent):
        assert run("score", "x.ofc", "-o", "\u65e5" * 80 + ".json").status == 0


@pytest.mark.long
def test_killed_while_writing(tmp_path: Path) -> None:
    """The old or the new file, never half: nothing touches the old one before the rename."""
    log, target = tmp_path / "x.ofc", tmp_path / "out.json"
    log.write_text(MANY, encoding="utf-8")
    whole = run("score", log, "--format", "json", "--deals", "all").out
    code = (
        "import os, sys; from ofcscore.cli.main import main; replace = os.replace\n"
        "def killed(a, b):\n"
        "    {before}os.kill(os.getpid(), 9)\n"
        "    replace(a, b)\n"
        "    os.kill(os.getpid(), 9)\n"
        "os.replace = killed; main(sys.argv[1:])"
    )
    for before, expected in (("", "old"), ("replace(a, b); ", whole)):
        target.write_text("old", encoding="utf-8")
        subprocess.run(
            [sys.executable, "-c", code.format(before=before), "score", log, "-o", target, "--deals", "all"],
            env=environment(),
            check=False,
        )
        assert target.read_text(encoding="utf-8") == expected


def test_links_keep_their_targets(log: Path, tmp_path: Path) -> None:
    target, link = tmp_path / "folder" / "target.txt", tmp_path / "link.txt"
    target.parent.mkdir()
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to("folder/target.txt")
    assert run("score", log, "-o", link).status == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("Rules: ")
    assert target.stat().st_mode & 0o777 == 0o640
    dangling = tmp_path / "dangling.txt"
    dangling.symlink_to("folder/new.txt")
    assert run("score", log, "-o", dangling).status == 0
    assert (tmp_path / "folder" / "new.txt").exists()


@pytest.mark.long
def test_two_runs_write_one_file(tmp_path: Path) -> None:
    first, second, target = tmp_path / "a.ofc", tmp_path / "b.ofc", tmp_path / "out.json"
    first.write_text(MANY, encoding="utf-8")
    second.write_text(MANY.replace("Hero", "Zoe"), encoding="utf-8")
    wholes = [run("score", log, "--format", "json", "--deals", "all").out for log in (first, second)]
    command = [*PROGRAM, "score", "--deals", "all", "-o", str(target)]
    both = [subprocess.Popen([*command, log], env=environment()) for log in (first, second)]
    assert [process.wait(timeout=60) for process in both] == [0, 0]
    assert target.read_text(encoding="utf-8") in wholes
    assert left_in(tmp_path) == ["a.ofc", "b.ofc", "out.json"]


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "x.ofc"),
        ("fmt", "x.ofc"),
        ("convert", "x.ofc", "--to", "csv"),
        ("explain", "codes"),
        ("rules", "list"),
    ],
)
def test_full_device(arguments: tuple[str, ...], log: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=log.parent,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == b"ofcscore: cannot write standard output: No space left on device\n"


def interrupted(number: int, after: float, folder: Path) -> tuple[int, bytes]:
    """Exit status and standard error of a long run that gets a signal; no file may be left behind."""
    process = subprocess.Popen(
        [*PROGRAM, "score", "x.ofc", "-o", "out.json", "--deals", "all"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    time.sleep(after)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    status = process.returncode
    assert left_in(folder) in (["x.ofc"], ["out.json", "x.ofc"])
    if (folder / "out.json").exists():
        json.loads((folder / "out.json").read_text(encoding="utf-8"))
        (folder / "out.json").unlink()
    return (128 - status if status < 0 else status), err


@pytest.mark.long
def test_signals_at_random_moments(tmp_path: Path) -> None:
    (tmp_path / "x.ofc").write_text(many(4_000), encoding="utf-8")
    moments = random.Random(83)
    for _ in range(25):
        number = moments.choice((signal.SIGINT, signal.SIGTERM))
        # Not before the program's own first line: what Python does till then is not ours.
        status, err = interrupted(number, 0.12 + moments.random() * 0.8, tmp_path)
        assert status in (0, 128 + number), err
        assert err == b""


# -- surroundings --------------------------------------------------------------------------------------


SUITED: Final = DEAL.replace("JJ5", "JhJd5c")


@each("encoding", ["ascii", "cp1252", "latin-1", "cp437"])
def test_outputs_without_signs_of_suits(encoding: str, tmp_path: Path) -> None:
    log = tmp_path / "x.ofc"
    log.write_text(SUITED.replace("Hero", "\u65e5\u672c"), encoding="utf-8")
    for format_ in ("table", "markdown", "csv", "json", "chat"):
        # What is a file elsewhere is UTF-8 there, and on a terminal in its letters.
        ran = run(
            "score", log, "--format", format_, encoding=encoding, terminal=format_ in ("markdown", "csv")
        )
        assert ran.status == 0
        if format_ == "table":
            assert "Jh Jd 5c" in ran.out
    log.write_text(SUITED.replace("663", "66\u2660Z"), encoding="utf-8")
    assert run("score", log, encoding=encoding).status == 1


@pytest.mark.long
@pytest.mark.parametrize("columns", ["abc", "0", "1", "-5", "20", "99999", ""])
def test_odd_terminals(columns: str, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An invalid number of columns is ignored; a number that is too small is raised."""
    usual = run("score", log).out
    monkeypatch.setenv("COLUMNS", columns)
    ran = run("score", log)
    assert ran.status == 0
    assert set(ran.out.replace(",", "").split()) <= set(usual.replace(",", "").split()), "no word is broken"
    assert max(map(text_width, ran.out.splitlines())) <= 80
    if columns not in ("1", "20"):
        assert ran.out == usual
    monkeypatch.setenv("TERM", "")
    assert run("score", "--help").status == 0


@pytest.mark.long
def test_and_085_surroundings_change_no_byte(tmp_path: Path) -> None:
    """Another locale, hash seed, time zone, user: the same bytes."""
    (tmp_path / "x.ofc").write_text(FEW, encoding="utf-8")
    found = {
        program("score", "x.ofc", "--format", "json", cwd=tmp_path, **environ).stdout
        for environ in (
            {},
            {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
            {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu"},
            {"PYTHONHASHSEED": "77", "LC_ALL": "C", "HOME": "/nowhere", "PYTHONUTF8": "0"},
        )
    }
    assert len(found) == 1


PLANTED: Final = "import sys; sys.stderr.write('PLANTED')\n"


@pytest.mark.long
@pytest.mark.parametrize("way", ["module", "script"])
def test_planted_modules_and_caches(way: str, tmp_path: Path) -> None:
    """Files beside the log or in the shared temporary folder are never run."""
    if way == "script" and not SCRIPT.exists():
        pytest.skip("the console script is not installed beside this Python")
    temporary = tmp_path / "temporary"
    for folder in (tmp_path, temporary):
        folder.mkdir(exist_ok=True)
        for name in ("yaml", "lark", "typer", "tabulate", "wcwidth", "json", "sitecustomize"):
            (folder / f"{name}.py").write_text(PLANTED, encoding="utf-8")
        (folder / "grammars").mkdir()
        (folder / "grammars" / "reader.lark").write_text("start: x", encoding="utf-8")
        (folder / ".lark_cache_x.tmp").write_bytes(b"cos\nsystem\n(S'touch planted'\ntR.")
    if way == "script":
        (tmp_path / "ofcscore.py").write_text(PLANTED, encoding="utf-8")
    (tmp_path / "x.ofc").write_text(DEAL, encoding="utf-8")
    (tmp_path / "x.yaml").write_text(YAML, encoding="utf-8")
    command = PROGRAM if way == "module" else (str(SCRIPT),)
    before = left_in(temporary)
    for log in ("x.ofc", "x.yaml"):
        done = subprocess.run(
            [*command, "score", log],
            cwd=tmp_path,
            env=environment() | {"TMPDIR": str(temporary)},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
    assert left_in(temporary) == before
