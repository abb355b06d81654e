"""After a kill at any moment, confirmed boards are saved and deals are not mixed."""

from __future__ import annotations

import json
import random
import threading
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from ofcscore.live.state import read_log
from tests.host.serving import Host
from tests.live.test_live import HEADER

for package in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(package)

BOARDS = {"Hero": "QQ5 / AA762 / 9TJQK", "Gus": "663 / KK943 / JJJ44", "P": "229 / 8853T / A7654"}


def _killed_while(host: Host, send: tuple[str, str, str], after: float | None) -> bool:
    """Kill the server while a board is sent; return True if the board was confirmed.

    `after` is the delay in seconds, None to wait for the response.
    """
    confirmed: list[bool] = []

    def sent() -> None:
        try:
            answer: dict[str, Any] = host.board(*send, answer="foul")
            confirmed.append(answer["saved"])
        except (OSError, HTTPException, ValueError):
            # The server was killed before its response.
            pass

    phone = threading.Thread(target=sent)
    phone.start()
    if after is None:
        phone.join()
    else:
        time.sleep(after)
    host.process.kill()
    host.process.communicate()
    phone.join()
    return confirmed == [True]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_no_confirmed_board_is_lost_in_many_kills(tmp_path: Path) -> None:
    log, chance = tmp_path / "night.ofc", random.Random(4)
    log.write_text(HEADER, encoding="utf-8")
    confirmed: set[tuple[str, str]] = set()
    kills = lost = 0
    while kills < 40:
        host = Host(log)
        told = host.told()
        deal = told["deal"]["name"]
        there = {(deal, seat["name"]) for seat in told["seats"] if seat["in"]}
        lost += len({one for one in confirmed if one[0] == deal} - there)
        missing = next((seat["name"] for seat in told["seats"] if not seat["in"]), None)
        if missing is None:
            # The server was killed after saving the last board in the draft but before writing the log.
            told = json.loads(
                host.ask("/do", {"do": "done", "as": "Hero", "seen": told["version"]}, role="play").body
            )
            assert told["saved"]
            host.end()
            continue
        kills += 1
        after = chance.choice((None, chance.uniform(0, 0.1)))
        if _killed_while(host, (missing, BOARDS[missing], deal), after):
            confirmed.add((deal, missing))
    assert lost == 0
    found = read_log(str(log), log.read_text(encoding="utf-8"))
    assert not found.errors
    assert found.names == [str(number) for number in range(1, len(found.names) + 1)]
    assert {len(syntax.boards) for syntax in found.syntaxes} == {3}
    deals = {deal for deal, _ in confirmed}
    assert len(confirmed) > 12
    assert deals <= {*found.names, str(len(found.names) + 1)}
