"""Taps of the phones at the table come in; what all of them show, and the log on disk, goes out.

The engine and the keeper of the file are those of `live`. `actions` says what a tap does, `shown` what phones
show of the table, `table` keeps all of them in step, `server` is who may ask for what, `addresses` how phones
come here, `page` what they open.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Final

from ofcscore.live.open_log import OpenLog
from ofcscore.live.state import Asking, Said
from ofcscore.live.terminal import write_said
from ofcscore.problems.problem import Exit, show
from ofcscore.report.wording import Style

_EXTRA: Final = ("starlette", "uvicorn", "segno")


def host(path: str, style: Style, *, port: int, lan: bool) -> Exit:
    """Puts a log on the phones until Ctrl-C; the exit status.

    Raises `ProblemsError` where it cannot, `ModuleNotFoundError` without the packages of the extra.
    """
    missing = next((name for name in _EXTRA if find_spec(name) is None), None)
    if missing is not None:
        raise ModuleNotFoundError(name=missing)
    from ofcscore.host.addresses import Addresses, listen
    from ofcscore.host.server import serve
    from ofcscore.host.table import Table
    from ofcscore.live.output import goodbye
    from ofcscore.live.terminal import today

    def say(said: Iterable[Said]) -> None:
        write_said(sys.stdout, said, style.width, colour=style.colour)

    log = OpenLog(path, today, "host")
    try:
        begun = log.begin(style)
        is_new = log.state.asking is Asking.PLAYERS
        say([f"{show(path)} has no players yet: a phone says who plays."] if is_new else begun)
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
    finally:
        log.close()
