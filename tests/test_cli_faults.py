"""Files, pipes, signals and faults of the program's own: a status, a sentence, and never a traceback."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import pytest

from ofcscore import output, proof, reporting
from tests.command import run
from tests.sessions import LONG, NIGHT
from tests.transcripts import environment

PROGRAM = (sys.executable, "-m", "ofcscore")


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT, encoding="utf-8")
    return path


# -- files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"), [("none.ofc", "no such file"), (".", "is a directory"), ("loop", "too many levels")]
)
def test_a_log_that_cannot_be_read(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    ran = run("score", tmp_path / name)
    assert (ran.status, ran.out) == (3, "")
    assert reason in ran.err


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
        ("x.md", "Rules: "),
        ("x.jsonl", '{"name"'),
        ("x.txt", "Rules: "),
        ("x.html", "<!"),
    ],
)
def test_the_name_of_an_output_file_says_its_format(
    name: str, start: str, night: Path, tmp_path: Path
) -> None:
    ran = run("score", night, "-o", tmp_path / name)
    assert (ran.status, ran.out) == (0, "")
    assert (tmp_path / name).read_text(encoding="utf-8").lower().startswith(start.lower())
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([night.name, name])


def test_a_format_that_is_said_wins_over_the_name(night: Path, tmp_path: Path) -> None:
    run("score", night, "-o", tmp_path / "x.json", "--format", "plain")
    assert (tmp_path / "x.json").read_text(encoding="utf-8").startswith("rules: ")


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_the_log_itself_is_never_written(link: str, night: Path, tmp_path: Path) -> None:
    """Bad inputs 77."""
    other = tmp_path / "other.ofc"
    getattr(other, link)(night)
    ran = run("score", night, "-o", other)
    assert (ran.status, ran.out) == (2, "")
    assert night.read_text(encoding="utf-8") == NIGHT


def test_the_target_of_a_link_is_replaced_and_the_link_and_mode_stay(night: Path, tmp_path: Path) -> None:
    """Bad inputs 80."""
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    assert run("score", night, "-o", link).status == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("Rules: ")
    assert target.stat().st_mode & 0o777 == 0o640


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


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
def test_a_file_that_cannot_be_written_stays_as_it_was(
    step: str, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bad inputs 78: at open, write, fsync and rename; the old file byte for byte, no temporary file left."""
    path = tmp_path / "x.json"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def chunks(text: str, body: Iterable[str], tail: str) -> Iterable[str]:
        yield text
        fail()

    if step == "open":
        monkeypatch.setattr("tempfile.mkstemp", fail)
    elif step == "write":
        monkeypatch.setattr("ofcscore.score_command._all", chunks)
    else:
        monkeypatch.setattr(os, step, fail)
    ran = run("score", night, "-o", path)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == f"ofcscore: cannot write {path}: No space left on device\n"
    assert path.read_text(encoding="utf-8") == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["night.ofc", "x.json"]


def test_a_folder_that_is_not_there(night: Path, tmp_path: Path) -> None:
    ran = run("score", night, "-o", tmp_path / "none" / "x.json")
    assert (ran.status, ran.out) == (3, "")
    assert "No such file or directory" in ran.err
    assert run("score", night, "-o", tmp_path).status == 3


def test_what_is_no_regular_file_is_written_to(night: Path) -> None:
    assert run("score", night, "-o", os.devnull).status == 0


def test_hard_links_can_be_spared(tmp_path: Path) -> None:
    path, other = tmp_path / "x", tmp_path / "y"
    path.write_text("old", encoding="utf-8")
    other.hardlink_to(path)
    with pytest.raises(OSError, match="another name"):
        output.write_whole(str(path), ["new"], spare_links=True)
    output.write_whole(str(path), ["new"])
    assert (path.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")) == ("new", "old")


@pytest.mark.parametrize("size", [0, 10, output._HELD + 10, 3 * output._HELD])
def test_a_spool_gives_back_what_it_was_given(size: int) -> None:
    piece = "日本\r\n" * 999 + "x"
    with output.Spool() as spool:
        given = "".join(piece for _ in range(0, size, len(piece)))
        for start in range(0, len(given), 1000):
            spool.write(given[start : start + 1000])
        assert "".join(spool.chunks()) == given


def test_a_spool_keeps_nothing_of_nothing() -> None:
    """A million deals without a line of their own take no memory."""
    with output.Spool() as spool:
        for text in ("", "", "x", ""):
            spool.write(text)
        assert spool._pieces == ["x"]


# -- pipes and signals ---------------------------------------------------------------------------------


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    """Bad inputs 82."""
    log = tmp_path / "long.ofc"
    log.write_text(LONG * 1, encoding="utf-8")
    done = subprocess.run(
        f"{' '.join(PROGRAM)} score {log} --deals all | head -1",
        shell=True,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert (done.stderr, done.stdout.count("\n")) == ("", 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_device_is_status_3(night: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "score", night], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert done.returncode == 3
    assert done.stderr == b"ofcscore: cannot write standard output: No space left on device\n"


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


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_the_run_without_a_word(number: int, status: int, tmp_path: Path) -> None:
    """Bad inputs 83."""
    pipe = tmp_path / "log.ofc"
    os.mkfifo(pipe)
    output_file = tmp_path / "x.json"
    process = subprocess.Popen(
        [*PROGRAM, "score", pipe, "-o", output_file], stderr=subprocess.PIPE, env=environment()
    )
    # Opened for both, so that a program that ends early is seen to, and not waited for.
    with open(os.open(pipe, os.O_RDWR), "w") as feed:
        feed.write(NIGHT)
        feed.flush()
        time.sleep(0.3)
        process.send_signal(number)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (status, b"")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["log.ofc"]


# -- the program's own faults --------------------------------------------------------------------------


def test_an_unexpected_exception_is_status_70_and_says_what_to_report(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> NoReturn:
        raise KeyError("Ann\x1b[2J")

    monkeypatch.setattr(reporting, "outcome_of", broken)
    ran = run("score", night)
    assert (ran.status, ran.out) == (70, "")
    assert "this is a fault of the program, not of your log: KeyError" in ran.err
    assert "Please report this line" in ran.err
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.err


def test_sums_that_do_not_balance_print_nothing(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad inputs 91."""

    def broken(*_: object, **__: object) -> NoReturn:
        raise proof.UnbalancedError("the totals sum to 1, not to 0")

    monkeypatch.setattr(proof.Proof, "outcome", broken)
    ran = run("score", night)
    assert (ran.status, ran.out) == (70, "")
    assert "the totals sum to 1, not to 0" in ran.err


# -- start-up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (("score", "-"), ("rich", "pydantic", "jinja2", "lark", "prompt_toolkit", "plotext")),
        (("score", "-", "--format", "json"), ("rich", "pydantic", "jinja2", "lark", "tabulate")),
        (("--help",), ("rich", "pydantic", "jinja2", "lark", "tabulate", "yaml")),
        (("--version",), ("rich", "pydantic", "lark", "yaml", "importlib.metadata")),
    ],
)
def test_a_run_imports_only_what_it_needs(arguments: tuple[str, ...], absent: tuple[str, ...]) -> None:
    code = (
        "import sys; from ofcscore.cli import main; main(sys.argv[1:]);"
        f"print([m for m in {absent!r} if m in sys.modules], file=sys.stderr)"
    )
    deal = (
        "deal 1\nHero: Jh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
        "Gus: 6h 6d 2c / Kh Kd 9s 4c 3c / As Ac Tc 8s 8d\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=deal,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.stderr == "[]\n"


def test_the_package_alone_imports_nothing_of_its_own() -> None:
    code = "import sys, ofcscore; print([m for m in sys.modules if m.startswith('ofcscore.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n"
