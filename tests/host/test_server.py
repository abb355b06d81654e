"""Access control, start and end of the server, tested over the network."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from ofcscore.report.wording import Style
from tests.command import run
from tests.host.serving import Host, hosted, next_table
from tests.live.test_live import DEAL_1, GUS, HEADER, HERO, unbroken
from tests.transcripts import ROOT

for package in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(package)

from ofcscore.host.server import Addresses, Rates  # noqa: E402 - the packages of the extra come first


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[Host]:
    """Run one server for all requests that change nothing."""
    (folder / "night.ofc").write_text(HEADER, encoding="utf-8")
    with hosted(folder / "night.ofc") as host:
        yield host


EVERYTHING = ("/", "/events", "/deal?name=1", "/links", "/page.js", "/page.css", "/page.html", "/do", "/look")
ELSEWHERE = ("/none", "/page/none", "/play/", "/play/guessed", "/night.ofc", "/../night.ofc", "/play/x/y")


@pytest.mark.parametrize("path", [*EVERYTHING, *ELSEWHERE])
def test_nothing_is_answered_without_the_secret(path: str, host: Host) -> None:
    asked = [
        host.ask(path),
        host.ask(path, {"do": "undo"}),
        host.ask(path, headers={"Cookie": f"ofcscore-{host.port}=guess"}),
    ]
    told = {(answer.status, answer.body) for answer in asked}
    assert told == {
        (403, b"You need the address with its code: scan the QR code, or ask the host for the address.\n")
    }


def test_the_address_gives_the_page_and_a_cookie_that_scripts_and_other_sites_do_not_see(host: Host) -> None:
    answer = host.ask(host.play)
    assert answer.status == 200
    assert b"<title>The table</title>" in answer.body
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"ofcscore-{host.port}={host.secret}; ")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


@pytest.mark.parametrize("path", ["/", "/page.js", "/none"])
def test_every_answer_lets_nothing_of_elsewhere_in(path: str, host: Host) -> None:
    headers = host.ask(path, role="play").headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    assert "unsafe" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("path", ["/do", "/look", "/links"])
def test_who_watches_changes_nothing(path: str, host: Host) -> None:
    fields = {"do": "board", "player": "Hero", "board": "foul", "deal": "1"}
    assert host.ask(path, None if path == "/links" else fields, role="watch").status == 403
    told = host.told("watch", "Hero")
    assert told["role"] == "watch"
    assert "Hero" not in told["phones"]
    assert not any(seat["in"] for seat in told["seats"])


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_are_refused(headers: dict[str, str], host: Host) -> None:
    assert host.ask("/do", {"do": "undo"}, role="play", headers=headers).status == 403
    assert host.ask("/deal?name=1", role="play", headers=headers).status == 403


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"x" * 9000, 413),
        (b"", 400),
        (b"[]", 400),
        (b'{"do": 1}', 400),
        (b'{"do": "board\\nrules: ofc"}', 400),
        (b'{"do": "\\u001b[2J"}', 400),
        (b'{"do": "\\ud800"}', 400),
        (b'{"do": "' + b"x" * 501 + b'"}', 400),
        (b"[" * 8000, 400),
        (b'{"do": "none"}', 200),
    ],
)
def test_bodies_are_short_lines_of_text(body: bytes, status: int, host: Host) -> None:
    assert host.ask("/do", body=body, role="play").status == status


def test_a_form_of_another_page_is_no_body(host: Host) -> None:
    answer = host.ask("/do", body=b'{"do": "undo"}', role="play", headers={"Content-Type": "text/plain"})
    assert answer.status == 400


@pytest.mark.long
@pytest.mark.parametrize(
    "sent",
    [
        b"POST /do HTTP/1.1\r\nHost: x\r\nCookie: %b\r\nContent-Type: application/json\r\n"
        b'Content-Length: 99\r\n\r\n{"do"',
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"\x16\x03\x01 no request\r\n\r\n",
        b"POST /do HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n",
    ],
)
def test_what_breaks_off_or_is_no_request_says_nothing_in_the_hosts_terminal(
    sent: bytes, tmp_path: Path
) -> None:
    (tmp_path / "night.ofc").write_text(HEADER, encoding="utf-8")
    with hosted(tmp_path / "night.ofc") as host:
        with socket.create_connection((host.where, host.port), timeout=20) as phone:
            phone.sendall(sent.replace(b"%b", host.cookie("play").encode()))
            time.sleep(0.2)
        assert host.told()["deal"]["name"] == "1"
        assert host.end() == (0, "\n", "")


def test_who_asks_too_much_waits() -> None:
    rates = Rates()
    assert sum(rates.allow("phone", 0.0) for _ in range(1000)) == 200
    assert rates.allow("other", 0.0)
    assert not rates.allow("phone", 0.001)
    assert rates.allow("phone", 1.0)
    for number in range(1000):
        rates.allow(str(number), 2.0)
    assert len(rates.left) < 1000


def test_new_addresses_end_the_old_ones() -> None:
    addresses = Addresses("127.0.0.1:1", lan=False)
    old = addresses.secrets["play"]
    assert addresses.role(old) == "play"
    addresses.renew()
    assert addresses.role(old) is None
    assert addresses.role("\udc80ö") is None
    assert addresses.role(addresses.secrets["watch"]) == "watch"


@pytest.mark.parametrize("width", [40, 80])
def test_the_picture_of_the_address_is_shown_where_it_fits(width: int) -> None:
    addresses = Addresses("192.168.1.20:8765", lan=True)
    told = addresses.told(Style(width=width), terminal=True)
    assert any("▀" in line for line in told) == (width == 80)
    assert not any("▀" in line for line in addresses.told(Style("ascii", width=80), terminal=True))
    assert not any("▀" in line for line in addresses.told(Style(width=80), terminal=False))


def test_links_for_more_phones_come_with_pictures(host: Host) -> None:
    links = json.loads(host.ask("/links", role="play").body)
    assert links["play"] == host.url
    assert links["pictures"]["watch"].startswith("<svg")


@pytest.mark.long
def test_a_deal_by_the_network_is_on_disk_when_it_is_said_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(HEADER, encoding="utf-8")
    with hosted(log) as host:
        assert "Only this computer can open these" in unbroken(host.said)
        for player, board in (("Hero", HERO), ("Gus", GUS)):
            assert host.board(player, board, "1")["saved"]
            assert player in (tmp_path / "night.ofc.draft").read_text(encoding="utf-8")
        assert host.told("play", "Gus")["mine"] == "6 6 3 / K K 9 4 3 / J J J 4 4"
        assert host.told("watch")["mine"] is None
        # A connected phone does not delay the end.
        with host.listening("watch") as stream:
            assert next_table(stream)["deal"]["name"] == "1"
            assert host.board("P", "foul", "1")["saved"]
            assert next_table(stream)["deal"]["name"] == "2"
            date = host.told()["last"]["title"].rpartition(" ")[2]
            assert log.read_text(encoding="utf-8") == HEADER + DEAL_1.replace("2026-11-20", date)
            assert json.loads(host.ask("/deal?name=1", role="watch").body)["totals"][0]["points"] == "+18"
            assert host.ask("/deal?name=9", role="watch").status == 404
            status, out, err = host.end()
    assert (status, err) == (0, "")
    assert unbroken(out) == f"1 deal is in {log}. Fantasyland in the next deal: Hero with 13 cards."


def test_it_is_terminated_quietly(tmp_path: Path) -> None:
    with hosted(tmp_path / "night.ofc") as host:
        assert "has no players yet. Enter them on a phone." in unbroken(host.said)
        assert host.end(signal.SIGTERM)[::2] == (143, "")


def test_one_log_is_at_one_table(host: Host, folder: Path) -> None:
    ran = run("host", folder / "night.ofc")
    assert ran.status == 3
    assert "another `ofcscore live` or `ofcscore host` has this log open" in ran.err


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("host", tmp_path / "night.ofc", "--port", str(taken.getsockname()[1]))
    assert ran.status == 3
    assert "error[host-port]: cannot use this port: another program uses it" in ran.err
    assert "help: choose another port, or write `--port 0` for any free port" in ran.err


@pytest.mark.parametrize("port", ["-1", "65536", "99999"])
def test_a_port_that_is_none_is_a_slip(port: str, tmp_path: Path) -> None:
    ran = run("host", tmp_path / "night.ofc", "--port", port)
    assert (ran.status, ran.out, ran.err) == (
        2,
        "",
        f"ofcscore: --port must be from 0 to 65535, not {port}\n",
    )


@pytest.mark.parametrize(
    ("name", "code"), [("x.yaml", "live-form"), ("none/x.ofc", "live-file"), ("-", "live-file")]
)
def test_a_log_that_cannot_be_played_into_is_refused(name: str, code: str, tmp_path: Path) -> None:
    ran = run("host", name if name == "-" else tmp_path / name)
    assert ran.status in (2, 3)
    assert f"error[{code}]" in ran.err


def test_a_log_with_problems_is_to_be_mended_first(tmp_path: Path) -> None:
    (tmp_path / "x.ofc").write_text("deal 1\nA: QQ\nB: QQ\n", encoding="utf-8")
    ran = run("host", tmp_path / "x.ofc")
    assert ran.status == 1
    # Line breaks depend on the length of the folder's name.
    assert "then start again" in " ".join(ran.out.split())


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ofcscore.host.server")
    monkeypatch.setitem(sys.modules, "segno", None)
    ran = run("host", tmp_path / "x.ofc")
    assert ran.status == 2
    assert (
        ran.err
        == "ofcscore: this needs a package that is not installed; run `pip install 'ofcscore[host]'`\n"
    )


@pytest.mark.long
def test_fifty_who_watch_hear_of_a_board_within_a_second(tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(HEADER, encoding="utf-8")
    with hosted(log) as host, ExitStack() as open_streams:
        streams = [open_streams.enter_context(host.listening("watch")) for _ in range(50)]
        for stream in streams:
            next_table(stream)
        begun = time.monotonic()
        assert host.board("Hero", HERO, "1")["saved"]
        for stream in streams:
            while not next_table(stream)["seats"][0]["in"]:
                pass
        assert time.monotonic() - begun < 1


@pytest.mark.long
def test_new_and_enter_make_new_addresses_in_a_terminal(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    log = tmp_path / "night.ofc"
    log.write_text(HEADER, encoding="utf-8")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "ofcscore", "host", str(log), "--port", "0"]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=ROOT)
    os.close(slave)

    def read(links: int) -> list[str]:
        """Wait until the terminal shows `links` players' addresses, and return them."""
        said = ""
        while len(found := re.findall(r"/play/([A-Za-z0-9_-]+)\r?\n", said)) < links:
            said += os.read(master, 4096).decode()
        return found

    try:
        (first,) = read(1)
        os.write(master, b"new\n")
        (second,) = read(1)
        assert first != second
        process.send_signal(signal.SIGINT)
        while select.select([master], [], [], 0.1)[0]:
            with suppress(OSError):
                if not os.read(master, 4096):
                    break
                continue
            break
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(master)
