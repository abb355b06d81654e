"""How phones come to the table: the address, its secrets, and the pictures of it."""

from __future__ import annotations

import errno
import io
import os
import socket as sockets
from dataclasses import dataclass, field
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Final, Literal, Self

from ofcscore.diagnostics.problem import Exit, Place, Problem, ProblemsError
from ofcscore.report.wording import Style

Role = Literal["play", "watch"]
ROLES: Final[tuple[Role, ...]] = ("play", "watch")
_LOOPBACK: Final = "127.0.0.1"
_SECRET_BYTES: Final = 18


def listen(port: int, *, lan: bool) -> sockets.socket:
    """Return a socket on which phones may knock: on this machine alone, or (`lan`) on its networks.

    Raises `ProblemsError` where the port is taken.
    """
    try:
        return sockets.create_server(("0.0.0.0" if lan else _LOOPBACK, port))
    except (OSError, OverflowError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = "another program listens there" if taken else "the system does not allow it"
        hint = "choose another: `--port 0` takes any that is free"
        place = Place(f"--port {port}")
        raise ProblemsError(
            [Problem("host-port", place, f"nobody can be served there: {reason}", hint, status=Exit.FILES)]
        ) from error


def _own_address() -> str:
    """Return the address of this machine on its network.

    (Nothing is sent: the system only says by which way.).
    """
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
            return str(asked.getsockname()[0])
        except OSError:
            return _LOOPBACK


def _new_secrets() -> dict[Role, str]:
    return {role: token_urlsafe(_SECRET_BYTES) for role in ROLES}


@dataclass(slots=True)
class Addresses:
    """The addresses of the table, with the secrets of players and of those who watch."""

    where: str
    lan: bool
    secrets: dict[Role, str] = field(default_factory=_new_secrets)

    @classmethod
    def of(cls, socket: sockets.socket, *, lan: bool) -> Self:
        """Return the addresses of a table that listens on a socket."""
        return cls(f"{_own_address() if lan else _LOOPBACK}:{socket.getsockname()[1]}", lan)

    def renew(self) -> None:
        """Make new secrets: every phone that is there has to come in again."""
        self.secrets = _new_secrets()

    def role(self, secret: str) -> Role | None:
        """Return the role that belongs to a secret, None if there is none."""
        given = os.fsencode(secret)
        return next((role for role in ROLES if compare_digest(given, self.secrets[role].encode())), None)

    def link(self, role: Role) -> str:
        """Return the address to open."""
        return f"http://{self.where}/{role}/{self.secrets[role]}"

    def told(self, style: Style, *, terminal: bool) -> list[str]:
        """Return the addresses as lines for the host, with a QR code on a terminal."""
        lines = ["", "To play, open on each phone:", f"  {self.link('play')}"]
        if terminal and self.lan and style.signs and style.width >= _PICTURE_WIDTH:
            lines += ["", *_picture(self.link("play"))]
        lines += ["To watch only:", f"  {self.link('watch')}"]
        if not self.lan:
            lines += ["", "Only this machine can open these: `--lan` lets in phones that are in its network."]
        ends = "`new` and Enter makes new addresses, and the old ones end. " if terminal else ""
        return [*lines, "", f"{ends}Ctrl-C ends it."]


_PICTURE_WIDTH: Final = 45


def _picture(link: str) -> list[str]:
    """Return the QR code of a link, in half blocks."""
    import segno

    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()


def svg(link: str) -> str:
    """Return the QR code of a link, as a picture for a page."""
    import segno

    out = io.BytesIO()
    segno.make(link, error="l").save(out, kind="svg", xmldecl=False, border=2, omitsize=True)
    return out.getvalue().decode()
