"""The web app, its server and its secret addresses. Each request needs a secret."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import os
import socket as sockets
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from importlib.resources import files
from secrets import token_urlsafe
from typing import Any, Final, Literal, Self

import segno
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from uvicorn import Config, Server

from ofcscore.diagnostics.problem import Exit, Place, Problem, ProblemsError, show
from ofcscore.host.table import MOST_PHONES, Table
from ofcscore.live.open_log import OpenLog
from ofcscore.live.state import Asking, Said, goodbye
from ofcscore.live.terminal import today, write_output
from ofcscore.report.wording import Style

Role = Literal["play", "watch"]
ROLES: Final[tuple[Role, ...]] = ("play", "watch")
_LOOPBACK: Final = "127.0.0.1"


def listen(port: int, *, lan: bool) -> sockets.socket:
    """Return a socket for this machine only, or for its networks if `lan` is set.

    Raise `ProblemsError` if the port cannot be used.
    """
    try:
        return sockets.create_server(("0.0.0.0" if lan else _LOOPBACK, port))
    except (OSError, OverflowError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = "another program uses it" if taken else "the system does not allow it"
        message = f"cannot use this port: {reason}"
        hint = "choose another port, or write `--port 0` for any free port"
        problem = Problem("host-port", Place(f"--port {port}"), message, hint, status=Exit.FILES)
        raise ProblemsError([problem]) from error


def _own_address() -> str:
    """Return this machine's address on its network, without sending any packets."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return _LOOPBACK


def _new_secrets() -> dict[Role, str]:
    return {role: token_urlsafe(18) for role in ROLES}


@dataclass(slots=True)
class Addresses:
    """The addresses of the table, with one secret for players and one for spectators."""

    where: str
    lan: bool
    secrets: dict[Role, str] = field(default_factory=_new_secrets)

    @classmethod
    def of(cls, socket: sockets.socket, *, lan: bool) -> Self:
        return cls(f"{_own_address() if lan else _LOOPBACK}:{socket.getsockname()[1]}", lan)

    def renew(self) -> None:
        """Create new secrets; all phones must open the new address."""
        self.secrets = _new_secrets()

    def role(self, secret: str) -> Role | None:
        """Return the role that a secret grants, None if it is invalid."""
        given = os.fsencode(secret)
        return next((role for role in ROLES if compare_digest(given, self.secrets[role].encode())), None)

    def link(self, role: Role) -> str:
        return f"http://{self.where}/{role}/{self.secrets[role]}"

    def told(self, style: Style, *, terminal: bool) -> list[str]:
        """Return lines that show the addresses, with a QR code if a terminal has room for it."""
        lines = ["", "To play, open this address on each phone:", f"  {self.link('play')}"]
        if terminal and self.lan and style.signs and style.width >= _PICTURE_WIDTH:
            lines += ["", *_picture(self.link("play"))]
        lines += ["Only to watch:", f"  {self.link('watch')}"]
        if not self.lan:
            hint = "Add `--lan` to let in phones on the same network."
            lines += ["", f"Only this computer can open these addresses. {hint}"]
        renew = "Type `new` and press Enter to replace these addresses by new ones. " if terminal else ""
        return [*lines, "", f"{renew}Press Ctrl-C to stop."]


_PICTURE_WIDTH: Final = 45


def _picture(link: str) -> list[str]:
    """Return the QR code of a link as lines of half blocks."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()


def svg(link: str) -> str:
    out = io.BytesIO()
    segno.make(link, error="l").save(out, kind="svg", xmldecl=False, border=2, omitsize=True)
    return out.getvalue().decode()


# -- answers -------------------------------------------------------------------------------------------

_SAFE: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of all responses: no content from other sites, no framing, no caching."""
_LONGEST: Final = 8192
"""The maximum length of a request body in bytes."""
_LONGEST_FIELD: Final = 500
_BURST: Final = 200
_A_SECOND: Final = 40
"""The requests that one address may send at once (`_BURST`) and then per second (`_A_SECOND`)."""
_CONNECTIONS: Final = 400
_DAY: Final = 86400
_A_BREATH: Final = 0.2
_MAIN: Final = "page.html"
_PAGE: Final = {_MAIN: "text/html", "page.css": "text/css", "page.js": "text/javascript"}
_NO_ENTRY: Final = (
    403,
    "You need the address with its code: scan the QR code, or ask the host for the address.\n",
)
_TOO_MUCH: Final = 429, "Too many requests; wait a moment.\n"
_TOO_MANY: Final = 503, "Too many phones are connected.\n"
_TOO_LONG: Final = 413, "The request is too long.\n"
_UNREADABLE: Final = 400, "The request is invalid.\n"
_NO_DEAL: Final = 404, "There is no such deal.\n"


def _refusal(refused: tuple[int, str]) -> Response:
    status, text = refused
    return Response(text, status, media_type="text/plain")


@dataclass(slots=True)
class Rates:
    """Rate limits: the number of requests that each address may still send."""

    left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def allow(self, who: str, now: float) -> bool:
        if len(self.left) > _CONNECTIONS:
            self.left.clear()
        left, then = self.left.get(who, (float(_BURST), now))
        left = min(float(_BURST), left + (now - then) * _A_SECOND)
        self.left[who] = (max(left - 1, 0), now)
        return left >= 1


@dataclass(slots=True)
class Door:
    """The web app of a table: check the secret, the origin and the rate of each request."""

    table: Table
    addresses: Addresses
    rates: Rates = field(default_factory=Rates)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        response = await self._answer(Request(scope, receive))
        response.headers.update(_SAFE)
        await response(scope, receive, send)

    @property
    def _cookie(self) -> str:
        """The name of the cookie; it includes the port, because all ports share their cookies."""
        return f"ofcscore-{self.addresses.where.rpartition(':')[2]}"

    async def _answer(self, request: Request) -> Response:
        """Answer a request. Without a valid secret the response never shows if a page exists."""
        client = request.client.host if request.client is not None else ""
        if not self.rates.allow(client, time.monotonic()):
            return _refusal(_TOO_MUCH)
        if _is_of_elsewhere(request):
            return _refusal(_NO_ENTRY)
        role = self.addresses.role(request.cookies.get(self._cookie, ""))
        method, query = request.method.replace("HEAD", "GET"), request.query_params
        match method, request.scope["path"].split("/")[1:], role:
            case "GET", [given, secret], _:
                return self._enter(given, secret)
            case "GET", ["events"], "play" | "watch":
                return self._events(role, query.get("as", "") if role == "play" else "")
            case "GET", ["deal"], "play" | "watch":
                deal = self.table.deal(query.get("name", ""))
                return JSONResponse(deal) if deal is not None else _refusal(_NO_DEAL)
            case "GET", ["links"], "play":
                links: dict[str, str] = {role: self.addresses.link(role) for role in ROLES}
                return JSONResponse({**links, "pictures": {role: svg(link) for role, link in links.items()}})
            case "POST", ["do"], "play":
                return await _with_fields(self.table.act, request)
            case "POST", ["look"], "play":
                return await _with_fields(self.table.look, request)
            case "GET", [name], "play" | "watch" if (name or _MAIN) in _PAGE:
                return _file(name or _MAIN)
        return _refusal(_NO_ENTRY)

    def _enter(self, given: str, secret: str) -> Response:
        """Return the page and set the cookie, if the address has a valid secret."""
        role = self.addresses.role(secret)
        if role is None or role != given:
            return _refusal(_NO_ENTRY)
        page = _file(_MAIN)
        secret = self.addresses.secrets[role]
        page.set_cookie(self._cookie, secret, max_age=_DAY, httponly=True, samesite="strict")
        return page

    def _events(self, role: Role, player: str) -> Response:
        if len(self.table.phones) >= MOST_PHONES:
            return _refusal(_TOO_MANY)
        return StreamingResponse(self.table.stream(role, player), media_type="text/event-stream")


async def _with_fields(handler: Callable[[dict[str, str]], object], request: Request) -> Response:
    """Pass the fields of a JSON request to a handler and return its result as JSON."""
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > _LONGEST:
                return _refusal(_TOO_LONG)
    except ClientDisconnect:
        # The phone has lost its connection and will not receive this response.
        return _refusal(_UNREADABLE)
    fields = _read_fields(body) if request.headers.get("content-type") == "application/json" else None
    return _refusal(_UNREADABLE) if fields is None else JSONResponse(handler(fields))


def _read_fields(body: bytes) -> dict[str, str] | None:
    """Parse a JSON object whose values are single lines of text; None for anything else."""
    try:
        found: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    values: list[Any] = [*found.values()] if isinstance(found, dict) else [None]
    if not all(isinstance(text, str) and len(text) <= _LONGEST_FIELD for text in values):
        return None
    breaks = {unicodedata.category(character) for text in values for character in text}
    return None if breaks & {"Cc", "Cs", "Zl", "Zp"} else found


def _is_of_elsewhere(request: Request) -> bool:
    """Return True if the headers show that the request comes from a page of another site."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    own = origin is None or origin == f"http://{request.headers.get('host', '')}"
    if request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate":
        return False
    # Browsers state the origin of a request that changes something; other clients send no such headers.
    return not own or site not in ("same-origin", "none")


def _file(name: str) -> Response:
    return Response((files(__package__) / "page" / name).read_bytes(), media_type=_PAGE[name])


# -- the server ----------------------------------------------------------------------------------------


def host(path: str, style: Style, *, port: int, lan: bool) -> Exit:
    """Serve a log until Ctrl-C; return the exit status.

    Raise `ProblemsError` if the log or the port cannot be opened.
    """

    def say(said: Iterable[Said]) -> None:
        write_output(sys.stdout, said, style.width, color=style.color)

    with closing(OpenLog(path, today, "host")) as log:
        begun = log.begin(style)
        is_new = log.state.asking is Asking.PLAYERS
        say([f"{show(path)} has no players yet. Enter them on a phone."] if is_new else begun)
        if log.leave is not None:
            return log.leave
        with listen(port, lan=lan) as socket:
            addresses = Addresses.of(socket, lan=lan)
            say(addresses.told(style, terminal=sys.stdout.isatty()))
            table = Table(log)
            serve(table, addresses, socket, lambda: say(addresses.told(style, terminal=True)))
        unfinished, status = log.end_of_input(complete=False)
        say(("", *unfinished, *goodbye(log.state.log, log.state.style)))
        return status


def serve(table: Table, addresses: Addresses, socket: sockets.socket, renewed: Callable[[], None]) -> None:
    """Serve phones on a socket until Ctrl-C. `renewed` is called to print new addresses."""
    # No access log, because the addresses contain the secrets.
    config = Config(
        Door(table, addresses),
        log_config=None,
        log_level="error",
        access_log=False,
        lifespan="off",
        ws="none",
        http="h11",
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=2,
    )
    server = Server(config)

    def is_fault(record: logging.LogRecord) -> bool:
        # Invalid HTTP has already been answered with an error.
        return not record.exc_info or type(record.exc_info[1]).__name__ != "LocalProtocolError"

    logging.getLogger("uvicorn.error").addFilter(is_fault)

    def typed() -> None:
        line = sys.stdin.readline()
        if not line:
            asyncio.get_running_loop().remove_reader(sys.stdin)
        elif line.strip().lower() == "new":
            addresses.renew()
            table.send_away()
            renewed()

    async def ending() -> None:
        # The server waits for open responses, but the phones' streams never end by themselves.
        while not server.should_exit:
            await asyncio.sleep(_A_BREATH)
        table.send_away()

    async def served() -> None:
        task = asyncio.create_task(ending())
        if sys.stdin is not None and sys.stdin.isatty():
            asyncio.get_running_loop().add_reader(sys.stdin, typed)
        await server.serve([socket])
        await task

    # Ctrl-C is the normal end; the server raises it again after its shutdown.
    with suppress(KeyboardInterrupt), asyncio.Runner() as runner:
        runner.run(served())
