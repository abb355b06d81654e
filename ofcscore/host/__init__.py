"""Scoring on phones: `ofcscore host`, a small web server on the engine of `live`.

`table` runs the phones' actions and builds the data that they show. `server` is the web app with access
control. `page` is the web page that the phones open.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ofcscore.diagnostics.problem import Exit, show
from ofcscore.host.table import Table
from ofcscore.live.open_log import OpenLog
from ofcscore.live.output import goodbye, write_output
from ofcscore.live.state import Asking, Said
from ofcscore.live.terminal import today
from ofcscore.report.wording import Style


def host(path: str, style: Style, *, port: int, lan: bool) -> Exit:
    """Serve a log until Ctrl-C; return the exit status.

    Raise `ProblemsError` if the log or the port cannot be opened, `ModuleNotFoundError` without the extra
    packages.
    """
    from ofcscore.host.server import Addresses, listen, serve

    def say(said: Iterable[Said]) -> None:
        write_output(sys.stdout, said, style.width, color=style.color)

    log = OpenLog(path, today, "host")
    try:
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
    finally:
        log.close()
