"""Run `ofcscore host` as a process: its addresses and its responses."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

from tests.transcripts import ROOT


class Told(NamedTuple):
    """A response."""

    status: int
    body: bytes
    headers: Message


def next_table(stream: HTTPResponse) -> dict[str, Any]:
    """Return the data of the next event for a phone."""
    while not (line := stream.readline()).startswith(b"data: {"):
        assert line
    found: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
    return found


class Host:
    """A server of one log. `play` and `watch` are its addresses, `said` is its output so far."""

    def __init__(self, log: Path, *options: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "ofcscore", "host", str(log), "--port", str(port), *options]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        self.said = ""
        while "Ctrl-C" not in self.said:
            line = self.process.stdout.readline()
            assert line, f"it ended: {self.said}{self.process.communicate()[1]}"
            self.said += line
        found = re.search("http://([^:]+):([0-9]+)/play/(.+)", self.said)
        watch = re.search("/watch/(.+)", self.said)
        assert found is not None
        assert watch is not None
        self.where, self.port, self.secret = found[1], int(found[2]), found[3]
        self.play, self.watch = f"/play/{self.secret}", f"/watch/{watch[1]}"

    @property
    def url(self) -> str:
        """The players' address."""
        return f"http://{self.where}:{self.port}{self.play}"

    def end(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        """Stop the server; return its status and its last output."""
        self.process.send_signal(number)
        out, err = self.process.communicate()
        return self.process.returncode, out, err

    def ask(
        self,
        path: str,
        fields: object = None,
        *,
        role: str = "",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Told:
        """An answer, as a browser with the cookie of a role (`play`, `watch`) would have it."""
        sent = {"Cookie": self.cookie(role)} if role else {}
        if fields is not None or body is not None:
            sent["Content-Type"] = "application/json"
            body = json.dumps(fields).encode() if body is None else body
        with closing(HTTPConnection(self.where, self.port, timeout=20)) as connection:
            connection.request("POST" if body is not None else "GET", path, body, {**sent, **(headers or {})})
            with connection.getresponse() as answer:
                return Told(answer.status, answer.read(), answer.headers)

    def cookie(self, role: str) -> str:
        """Return the cookie for a role."""
        return f"ofcscore-{self.port}={(self.play if role == 'play' else self.watch).rpartition('/')[2]}"

    @contextmanager
    def listening(self, role: str = "play", player: str = "") -> Iterator[HTTPResponse]:
        """Open the event stream of a phone."""
        with closing(HTTPConnection(self.where, self.port, timeout=20)) as connection:
            connection.request("GET", f"/events?as={player}", None, {"Cookie": self.cookie(role)})
            with connection.getresponse() as stream:
                yield stream

    def told(self, role: str = "play", player: str = "") -> dict[str, Any]:
        """Return the data that a phone shows now."""
        with self.listening(role, player) as stream:
            return next_table(stream)

    def board(self, player: str, board: str, deal: str, **more: str) -> dict[str, Any]:
        """Send a board."""
        fields = {"do": "board", "as": player, "player": player, "board": board, "deal": deal, **more}
        found: dict[str, Any] = json.loads(self.ask("/do", fields, role="play").body)
        return found


@contextmanager
def hosted(log: Path, *options: str) -> Iterator[Host]:
    """Run a server, and stop it afterwards."""
    host = Host(log, *options)
    try:
        yield host
    finally:
        if host.process.poll() is None:
            host.process.kill()
        host.process.communicate()
