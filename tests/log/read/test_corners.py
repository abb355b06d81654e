"""Corners of the readers: what is rarely written, each with all that is told of it and where.

The problems of reading and of scoring, but for `fantasyland-due`, which small logs cannot help.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from ofcscore.log.check.checker import Overrides
from ofcscore.log.check.stream import read_session
from ofcscore.log.read.grammar import load_grammar
from ofcscore.log.read.sources import Form, Source, text_source
from ofcscore.problems.problem import Exit
from ofcscore.rules.loading import load_rules
from ofcscore.scoring.deal import Deal
from tests.command import run

CORNERS: tuple[tuple[Form, str, list[str]], ...] = (
    (
        "text",
        "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nexpect A: no foul 5\n",
        [
            "3:11: error[expect-unreadable]: a word too many stands here",
            "  help: write `no foul`",
        ],
    ),
    (
        "text",
        "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nvoid: no\n",
        [],
    ),
    (
        "yaml",
        "- boards: {A: QQ5 / AA762 / 9TJQK, B: 663 / KK943 / JJJ44}\n  void: ''\n",
        [
            "2:10: error[key-empty]: `void` is yes or no, or says why: this is nothing",
            "  help: leave the key out where it is no",
        ],
    ),
    (
        "text",
        "players: A, B, C\ndeal 1\nQQ5 / AA762 / 9TJQK\n663 / KK943 / JJJ44\n",
        [
            "3:1: error[name-missing]: this board has no player's name, and `players:` names 3",
            "  help: whose is it? Write the name and a colon before it",
            "4:1: error[name-missing]: this board has no player's name, and `players:` names 3",
            "  help: whose is it? Write the name and a colon before it",
        ],
    ),
    (
        "text",
        "deal 1\nA: QQ5 / AA762 / 9TJQK\nB:\n  top: 663\n  mid: KK943\n  bot: JJJ44 # full\n(foul)\n",
        [
            "7:2: error[name-missing]: this board has no player's name, and others in the deal have one",
            "  help: if the board above is meant, leave this line out and write `bot: JJJ44 (foul) # full`",
        ],
    ),
    (
        "text",
        "deal 1\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nB: foul\n",
        [
            "4:1: error[player-repeated]: B has a board in this deal already (line 3)",
            "  help: if it was a foul, leave this line out and write `B: 663 / KK943 / JJJ44 (foul)`",
        ],
    ),
    (
        "text",
        "deal 1\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44 (fl)\nB: foul\n",
        [
            "4:1: error[player-repeated]: B has a board in this deal already (line 3)",
            "  help: if it was a foul, leave this line out and write `B: 663 / KK943 / JJJ44 (foul) (fl)`",
        ],
    ),
    (
        "text",
        "deal 1\nA: QQ5 / AA762 / 9TJQK\nB: 663/KK943/JJJ44 (foul)\n(foul)\n",
        [
            "4:2: error[name-missing]: this board has no player's name, and others in the deal have one",
            "  help: if the board above is meant, leave this line out and write `B: 663/KK943/JJJ44 (foul)`",
        ],
    ),
    (
        "csv",
        "deal,player,top,mid,bot,status\n1,A,QQ5,AA762,9TJQK,\n1,B,663,KK943,JJJ44,\n1,B,,,,foul\n",
        [
            "4:3: error[player-repeated]: B has a board in this deal already (line 3)",
            "  help: one of the two is somebody else's",
        ],
    ),
    (
        "text",
        "deal 1\ndeal 2\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\ndeal 3\nA: absent\nB: absent\n",
        [
            "1:1: error[deal-players]: deal 1 has no boards",
            "  help: write a board for each player, or take the deal out",
            "7:1: error[deal-players]: nobody plays in deal 3",
            "  help: write a board for each player, or take the deal out",
        ],
    ),
    (
        "text",
        "rules: ofc\n"
        "deal 1\n"
        "A: QQ5 / AA762 / 9TJQK\n"
        "B: 663 / KK943 / JJJ44\n"
        "rules: nosuch\n"
        "stake: 2 EUR\n"
        "deal 2\n"
        "A: QQ5 / AA762 / 9TJQK\n"
        "B: 663 / KK943 / JJJ44\n",
        [
            "5:1: error[key-apart]: this `rules` stands below the boards of deal 1 (line 2)",
            "  help: for deal 1 write `rules: nosuch` above its boards, for the next deal below that"
            " deal's line, for all deals above the first one",
            "5:8: error[rules-unknown]: there is no rule set `nosuch`",
            "  help: `rules list` prints all of them; a file has a slash: `./house.yaml`",
            "6:1: error[key-apart]: this `stake` stands below the boards of deal 1 (line 2)",
            "  help: for deal 1 write `stake: 2 EUR` above its boards, for the next deal below that"
            " deal's line, for all deals above the first one",
        ],
    ),
    (
        "text",
        "deal 1\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\ncurrency: EUR\n"
        "deal 2\nA: QQ5 / AA762 / 9TJQK\nB: 664 / KK943 / JJJ44\n",
        [
            "4:1: error[key-misplaced]: `currency` holds for the whole log",
            "  help: put it before the first deal",
        ],
    ),
    (
        "text",
        "A: (fantasyland) (2 aces)\nB: 663 / KK943 / JJJ44\n",
        [
            "1:2: error[board-empty]: A's board has no cards",
            "  help: write its rows, or `foul`, `surrender` or `absent`",
        ],
    ),
    (
        "text",
        "rules: chinese-pagat\nA: claim dragon: A 2 3 4 5 6 7 8 9 T J Q Z\nB: 663 / KK943 / JJJ44\n",
        [
            "2:42: error[card-unreadable]: Z is not a card",
            "  help: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A",
        ],
    ),
    (
        "text",
        "A: JJ5 | AA762\nB: 663 / KK943 / JJJ44\n",
        [
            "1:8: error[card-unreadable]: rows are parted by a slash, not by |",
            "  help: write `A: JJ5 / AA762`",
        ],
    ),
    (
        "text",
        "A: JJ5 AA762 9TJQK - Ben 663 KK943 88844\nB: 663 / KK943 / JJJ44\n",
        [
            "1:20: error[card-unreadable]: A's top row cannot be read as cards",
            "  help: a board is `NAME: TOP / MIDDLE / BOTTOM`, of 3, 5 and 5 cards, on a line of its own",
        ],
    ),
    (
        "text",
        "A: AA762 / QQ5 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:7: error[row-size]: A's top row has 5 cards, needs 3",
            "  help: rows swapped? Write `A: QQ5 / AA762 / 9TJQK` or `A: QQ5 / 9TJQK / AA762`",
        ],
    ),
    (
        "text",
        "A: QQ5AA / A762 / 9TJQ\nB: 663 / KK943 / JJJ44\n",
        [
            "1:7: error[row-size]: A's top row has 5 cards, needs 3",
            "  help: is a slash in the wrong place?",
        ],
    ),
    (
        "text",
        "A: QQ55 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:7: error[row-size]: A's top row has 4 cards, needs 3",
            "  help: was the last 5 typed twice?",
        ],
    ),
    (
        "text",
        "deal 1\n"
        "A: QQ5 / AA762 / 9TJQK\n"
        "B: 663 / KK943 / JJJ44\n"
        "C: 22A / 55789 / TTT83\n"
        "deal 2\n"
        "A: 222 / 777K5 / 89TJQ\n"
        "B: 663 / KK943 / JJJ44\n"
        "expect C: foul\n"
        "expect A/C: 3\n",
        [
            "5:1: warning[fantasyland-missed]: C misses the fantasyland deal of A",
            "8:11: error[expect-failed]: deal 2: C does not play in it",
            "9:13: error[expect-failed]: deal 2: A and C did not play against each other",
        ],
    ),
    (
        "text",
        "A: foul\nB: 663 / KK943 / JJJ44\nexpect A: top 4\n",
        [
            "3:11: error[expect-failed]: deal 1: A top: expected 4, found 0",
        ],
    ),
    (
        "text",
        "A: foul\n"
        "B: 663 / KK943 / JJJ44\n"
        "expect A: royalties 3, foul, natural six-pairs\n"
        "expect A/B: royalties 3, rows 2, middle 1\n",
        [
            "3:11: error[expect-failed]: deal 1: A royalties: expected 3, found 0",
            "3:30: error[expect-failed]: deal 1: A: expected natural six-pairs, found no natural",
            ("4:13: error[expect-failed]: deal 1: A/B royalties: expected +3, found -7, a difference of 10"),
            "4:26: error[expect-failed]: deal 1: A/B rows: expected +2, found -3, a difference of 5",
            "4:34: error[expect-failed]: deal 1: A/B middle: expected +1, found -1, a difference of 2",
        ],
    ),
    (
        "text",
        'players: A = A, "" , B = A1, C = A1, D = B, A = Q\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n',
        [
            "1:18: error[name-empty]: this name is empty",
            "  help: every board has a player's name",
            "1:34: error[short-name-taken]: A1 is already a name of B's (column 26)",
            "  help: every short name stands for one player",
            "1:42: error[short-name-taken]: B is another player's name (column 22)",
            "  help: every short name stands for one player",
            "1:45: error[player-repeated]: A is already in this list (column 10)",
            "  help: every player is listed once",
        ],
    ),
    (
        "text",
        'players: A, B = B, "\u202e"\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n',
        [
            "1:21: error[name-character]: U+202E RIGHT-TO-LEFT OVERRIDE cannot be part of a name",
            "  help: it cannot be seen; delete it",
        ],
    ),
    (
        "text",
        "adjust: A +5, house -5\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [],
    ),
    (
        "text",
        "stake: EUR 5 EUR\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:14: error[currency]: the currency is stated twice",
        ],
    ),
    (
        "text",
        "stake: -€-5\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:8: error[number-unreadable]: -€-5 is not a number that can be read",
            "  help: write digits, at most 9, and at most 4 decimals, such as 12 or 0.50",
        ],
    ),
    (
        "text",
        "A: 665 / AhKhQh7h2h / KT942\nB: 443 / 9d8d7d6d5d / AsKsQs3s2s\nC: 232 / ATc876 / JT753\n",
        [
            "3:6: error[deck-impossible]: this deal has 5 deuces, and a deck has four",
            "  help: change one of them",
            "3:10: error[suits-partial]: C's middle row states the suits of 1 of its 5 cards",
            "  help: state all of them, or none (with `flush` behind the row where it is one)",
        ],
    ),
    (
        "text",
        "A: 555 / AKQ72 hearts / AdKdQdJd2d\n"
        "B: 332 / AsKsQs9s2s / AK842\n"
        "C: 446 / 7c8c9cTcJc / 78TJQ flush\n",
        [
            "2:27: error[deck-impossible]: this deal has 5 deuces, and a deck has four",
            "  help: change one of them",
        ],
    ),
    (
        "yaml",
        "deals:\n"
        "- boards:\n"
        "    A: {top: QQ5, mid: AA762, bot: 9TJQK, status: foul}\n"
        "    B: 663 / KK943 / JJJ44\n",
        [],
    ),
    (
        "yaml",
        "deals:\n"
        "- boards:\n"
        "    A: {status: absent, fantasyland: yes}\n"
        "    B: 663 / KK943 / JJJ44\n"
        "    C: 22A / 55789 / TTT83\n",
        [
            "3:25: error[mark-misplaced]: A is absent, and so not in fantasyland in this deal",
            "  help: leave it out",
        ],
    ),
    (
        "yaml",
        "[{deal: 1, hand: 2, boards: {A: QQ5 / AA762 / 9TJQK, B: 663 / KK943 / JJJ44}}]",
        [
            "1:12: error[key-repeated]: `deal` is already stated",
            "  help: leave one of the two out",
        ],
    ),
    (
        "yaml",
        "deals:\n- boards:\n    A: {foul: maybe}\n    B: {aces: x}\n",
        [
            "3:15: error[yaml-shape]: yes or no is expected here, not maybe",
            "4:15: error[yaml-shape]: a number of aces is expected here, not x",
        ],
    ),
    (
        "yaml",
        "deals:\n- boards:\n    A: {foul: no}\n    B: {fantasyland: maybe}\n",
        [
            "3:6: error[board-empty]: A's board has no cards",
            "  help: write its rows, or `foul`, `surrender` or `absent`",
            "4:22: error[yaml-shape]: yes or no is expected here, not maybe",
        ],
    ),
    (
        "yaml",
        "deals:\n- deal: [1]\n  date: {a: b}\n  boards: []\n",
        [
            "2:9: error[yaml-shape]: `deal` is one value, not a list",
            "3:9: error[yaml-shape]: `date` is one value, not a mapping",
        ],
    ),
    (
        "yaml",
        "deals:\n- deal: 1\n  boards:\n",
        [
            "3:9: error[key-empty]: nothing stands behind `boards:`",
            "  help: write a board for each player",
        ],
    ),
    (
        "yaml",
        "deal foo: x\nstake A: 1\nrules A/B: x\ndeals: []\n",
        [
            "1:1: error[key-unknown]: `deal foo` is no key",
            "  help: did you mean `deal`?",
            "2:7: error[key-unreadable]: a stake of their own is for two players",
            "  help: as in `stake Hero/Gus: 2`",
            "3:1: error[key-unknown]: `rules A/B` is no key",
            "  help: did you mean `rules`?",
        ],
    ),
    (
        "yaml",
        "players: [[a]]\ndeals: []\n",
        [
            "1:11: error[yaml-shape]: a player is a name, not a list",
        ],
    ),
    (
        "yaml",
        "players: {A: {x: y}}\ndeals: []\n",
        [
            "1:14: error[yaml-shape]: behind a player stand short names or boards",
        ],
    ),
    (
        "yaml",
        "players: {A: [[x]]}\ndeals: []\n",
        [
            "1:15: error[yaml-shape]: an item of `A` is text",
        ],
    ),
    (
        "yaml",
        "rules: []\ndeals: []\n",
        [
            "1:1: error[key-empty]: nothing stands behind `rules:`",
            "  help: as in `rules: ofc`",
        ],
    ),
    (
        "yaml",
        "rules: [ofc, [x]]\ndeals: []\n",
        [
            "1:14: error[yaml-shape]: an item of `rules` is text",
        ],
    ),
    (
        "yaml",
        "chips: [[x]]\ndeals: []\n",
        [
            "1:9: error[yaml-shape]: a list in a list has no meaning here",
        ],
    ),
    (
        "yaml",
        "chips: [{A: 5}, A 5]\ndeals: []\n",
        [
            " error[no-deals]: there is no deal in this log",
            "  help: a board is `NAME: TOP / MIDDLE / BOTTOM`, of 3, 5 and 5 cards",
            "1:10: error[name-unknown]: A has no board in any deal",
        ],
    ),
    (
        "yaml",
        "paid: {from: A, x: B}\ndeals: []\n",
        [
            "1:7: error[yaml-shape]: a payment has `from`, `to` and `amount`",
            "  help: or as in `paid: Ann -> Bob 20`",
        ],
    ),
    (
        "yaml",
        "adjust: {A: {x: 1}}\ndeals: []\n",
        [
            "1:13: error[yaml-shape]: `A` is one value, not a mapping",
        ],
    ),
    (
        "yaml",
        "rounds: [1]\ndeals: []\n",
        [
            "1:1: error[yaml-shape]: `rounds` is one value, not a list",
            "  help: as in `rounds: 12`, or `rounds: players`",
        ],
    ),
    (
        "yaml",
        "a\nb\n",
        [
            "1:1: error[yaml-shape]: a log is a mapping with `deals`, or a list of deals",
            "  help: is this a text log? Its name ends in .ofc or .txt",
        ],
    ),
    (
        "yaml",
        "- 1\n",
        [
            "1:3: error[yaml-shape]: a deal is a mapping with `boards`",
            "  help: write `- deal: 1` and below it `boards:`",
        ],
    ),
    (
        "yaml",
        "- deal: 1\n  boards:\n   A: {top: [Q, Q, 5], mid: {a: b}, bot: 9TJQK}\n   B: 663 / KK943 / JJJ44\n",
        [
            "3:29: error[yaml-shape]: a row is text: its cards",
            "  help: as in `top: Qh Qd 5c`",
        ],
    ),
    (
        "yaml",
        "note: >\n  a\n\n  b\ndeals:\n- boards: |\n    A: QQ5 / AA762 / 9TJQK\n    B: 663 / KK943 / JJJ44\n",
        [],
    ),
    (
        "yaml",
        "void:\n"
        "deals:\n"
        "- boards:\n"
        "    A: QQ5 / AA762 / 9TJQK\n"
        "    B: 663 / KK943 / JJJ44\n"
        "  void:\n"
        "- boards: {A: QQ5 / AA762 / 9TJQK, B: 663 / KK943 / JJJ44}\n",
        [
            "1:1: error[key-misplaced]: `void` belongs to one deal",
            "  help: put it behind that deal's `deal` line",
        ],
    ),
    (
        "csv",
        "deal,player,top,mid,bot,status\n1,A,,,,(foul) (2 aces)\n1,B,663,KK943,JJJ44,\n",
        [],
    ),
    (
        "csv",
        "deal,player,top,mid,bot,status\n1,A,,,,(fantasyland)\n1,B,663,KK943,JJJ44,\n",
        [
            "2:4: error[board-empty]: A's board has no cards",
            "  help: write its rows, or `foul`, `surrender` or `absent`",
        ],
    ),
    (
        "text",
        "A: Zh Xd Vc Wc Yc Bc Nd / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:4: error[card-unreadable]: A's top row cannot be read as cards",
            (
                "  help: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A; suits are s h d c or ♠ ♥ ♦ "
                "♣, or left out"
            ),
        ],
    ),
    (
        "text",
        "A: QQ / AA7 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:6: error[row-size]: A's top row has 2 cards, needs 3",
            "  help: 1 card missing",
            "1:12: error[row-size]: A's middle row has 3 cards, needs 5",
            "  help: 2 cards missing",
        ],
    ),
    (
        "text",
        "rules: nosuch\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nstake: 2\n",
        [
            "1:8: error[rules-unknown]: there is no rule set `nosuch`",
            "  help: `rules list` prints all of them; a file has a slash: `./house.yaml`",
        ],
    ),
    (
        "text",
        "currency: EURO\nstake: 1\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [],
    ),
    (
        "text",
        "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nrake: 1e5\n",
        [
            "3:7: error[number-unreadable]: 1e5 is not a number that can be read",
            "  help: write digits, at most 9, and at most 4 decimals, such as 12 or 0.50",
        ],
    ),
    (
        "text",
        "currency: EUR\n"
        "stake: 1\n"
        "deal 1\n"
        "rake: 1 USD\n"
        "A: QQ5 / AA762 / 9TJQK\n"
        "B: 663 / KK943 / JJJ44\n"
        "paid: A -> B 5 USD\n",
        [
            "4:9: error[currency-differs]: USD here, and EUR before",
            "  help: one log has one currency",
            "7:16: error[currency-differs]: USD here, and EUR before",
            "  help: one log has one currency",
        ],
    ),
    (
        "text",
        "rounds: 1e5\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:9: error[number-unreadable]: 1e5 is not a number that can be read",
            "  help: write digits, at most 9, and at most 4 decimals, such as 12 or 0.50",
        ],
    ),
    (
        "text",
        "expect: A +5 EUR\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:14: error[expect-unreadable]: totals are expected in points",
        ],
    ),
    (
        "text",
        "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nexpect A/A: 3\nexpect A: natural\n",
        [
            "3:10: error[pair-of-one]: A does not play A",
        ],
    ),
    (
        "text",
        'A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nexpect "\u202e": foul\n',
        [
            "3:9: error[name-character]: U+202E RIGHT-TO-LEFT OVERRIDE cannot be part of a name",
            "  help: it cannot be seen; delete it",
        ],
    ),
    (
        "yaml",
        "deals:\n"
        '- deal: "a\u202eb"\n'
        "  note: ' '\n"
        "  boards:\n"
        "    A: QQ5 / AA762 / 9TJQK\n"
        "    B: 663 / KK943 / JJJ44\n",
        [
            "2:11: error[name-character]: U+202E RIGHT-TO-LEFT OVERRIDE cannot be part of a name",
            "  help: it cannot be seen; delete it",
            "3:10: error[key-empty]: nothing stands behind `note:`",
            "  help: as in `note: what happened`",
        ],
    ),
    (
        "yaml",
        "players:\n- A\n- A\n- B\ndeals: []\n",
        [
            "3:3: error[player-repeated]: A is already in this list (line 2)",
            "  help: every player is listed once",
        ],
    ),
    (
        "yaml",
        "stake A/B/C: 1\ndeals: []\n",
        [
            "1:7: error[key-unreadable]: one name or two, with a slash between them, stand here",
            "  help: as in `stake Hero/Gus: 2`",
        ],
    ),
    (
        "yaml",
        "deals:\n- boards:\n    A: Zh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n    B: 663 / KK943 / JJJ44\n",
        [
            "3:8: error[card-unreadable]: Zh is not a card",
            "  help: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A",
        ],
    ),
    (
        "yaml",
        'deals:\n- boards:\n    A: "QQ5 /\n      AA762 /"\n    B: 663 / KK943 / JJJ44\n',
        [
            "4:14: error[row-empty]: there is no row after the last slash",
            "  help: a board is `NAME: TOP / MIDDLE / BOTTOM`, of 3, 5 and 5 cards",
        ],
    ),
    (
        "text",
        "A: 44J / AQT86 flush / K9753 flush\nB: Ks9h7d / 5c2s3h6d8d / JTT44\n",
        [
            (
                "1:24: error[deck-impossible]: A's bottom row cannot be a flush: no suit has all "
                "of its cards left in this deal"
            ),
            "  help: state the suits, or change a card",
        ],
    ),
    (
        "text",
        "A: 44J / AQT86 flush / K9753\nB: KsQs9h / 7d5c2s3h6d / JT422\n",
        [],
    ),
    (
        "text",
        "Bob€: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:4: error[name-quotes]: € (U+20AC EURO SIGN) may stand only in a name in quotes",
            '  help: write "Bob€"',
        ],
    ),
    (
        "text",
        ": QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:1: error[colon-twice]: this colon has nothing before it",
            "  help: write the player's name before it, or leave it out",
        ],
    ),
    (
        "text",
        "A:\u3000\nB: 663 / KK943 / 88844\n",
        [
            "1:3: error[card-unreadable]: U+3000 IDEOGRAPHIC SPACE is no part of a card",
            "  help: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A; suits s h d c or ♠ ♥ ♦ ♣",
        ],
    ),
    (
        "text",
        "\u3000/ AA762 / 9TJQK\nB: foul\n",
        [
            "1:2: error[row-empty]: there is no row before this slash",
            "  help: a board is `NAME: TOP / MIDDLE / BOTTOM`, of 3, 5 and 5 cards",
        ],
    ),
    (
        "text",
        "deal 1\nA: foul\nB: foul\ndeal # 2 x\nA: foul\nB: foul\n",
        [
            "4:5: error[deal-line]: this deal has no name: `#` begins a comment",
            "  help: write `deal 1`",
        ],
    ),
    (
        "text",
        "A: JJ5 / AA762 / 9TJQK\nB: 663 / KK943 / 88844\nexpect A: foul natural, +3\nexpect A: no foul\n",
        [
            "3:15: error[expect-unreadable]: a comma is missing behind `foul`",
            "  help: write `foul, natural`",
            "3:25: error[expect-unreadable]: what is expected of this board is missing",
            "  help: a total is `expect: Hero +3`",
        ],
    ),
    (
        "text",
        "bankroll: 0\nA: JJ5 / AA762 / 9TJQK\nB: 663 / KK943 / 88844\n",
        [
            "1:11: error[number-negative]: a bankroll is more than nothing",
            "  help: write more than 0",
        ],
    ),
    (
        "text",
        "A: “QQ5” / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:4: error[card-unreadable]: “ (U+201C LEFT DOUBLE QUOTATION MARK) is no part of a card",
            "  help: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A; suits s h d c or ♠ ♥ ♦ ♣",
        ],
    ),
    (
        "text",
        "# " + "é" * 3_000 + "\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [],
    ),
    (
        "text",
        "Phil “H”: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            "1:6: error[name-quotes]: “ does not begin a name in quotes",
            '  help: write straight quotes: "Phil H."',
        ],
    ),
    (
        "text",
        "bankroll: 1e5\nA: JJ5 / AA762 / 9TJQK\nB: 663 / KK943 / 88844\n",
        [
            "1:11: error[number-unreadable]: 1e5 is not a number that can be read",
            "  help: write digits, at most 9, and at most 4 decimals, such as 12 or 0.50",
        ],
    ),
    (
        "text",
        "rake: -1\nA: JJ5 / AA762 / 9TJQK\nB: 663 / KK943 / 88844\n",
        [
            "1:7: error[number-negative]: the house takes a rake, and gives none",
            "  help: leave the sign out",
        ],
    ),
    (
        "yaml",
        "currency: \u202e\ndeals:\n- boards: {A: foul, B: foul}\n",
        [
            "1:11: error[currency]: U+202E RIGHT-TO-LEFT OVERRIDE is no part of a currency",
            "  help: write a code such as EUR, or a symbol such as €",
        ],
    ),
    (
        "yaml",
        "currency: TALLERSANDDUCATS\ndeals:\n- boards: {A: foul, B: foul}\n",
        [
            "1:11: error[currency]: TALLERSANDDUCATS is too long",
            "  help: write a code such as EUR, or a symbol such as €",
        ],
    ),
    (
        "yaml",
        "rake: 1e5\ndeals:\n- boards: {A: foul, B: foul}\n",
        [
            "1:7: error[number-unreadable]: 1e5 is not a number that can be read",
            "  help: write digits, at most 9, and at most 4 decimals, such as 12 or 0.50",
        ],
    ),
    (
        "yaml",
        '{"deals": [{"boards": "A: JJ5 / AA762 / 9TJQK\\nB: Zh3 / KK943 / 88844\\n"}]}\n',
        [
            "1:51: error[card-unreadable]: Zh3 is not a card",
            "  help: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A",
        ],
    ),
    (
        "yaml",
        '- boards: "\\x41: JJ5 / AA762 \\\n    / 9TJQK\n\n    B: Zh3 / KK943 / 88844"\n',
        [
            "4:8: error[card-unreadable]: Zh3 is not a card",
            "  help: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A",
        ],
    ),
    (
        "yaml",
        "- boards:\n    A: {status: foul, top: JJ5, mid: AA762, bot: 9TJQK}\n    B: 663 / KK943 / 88844\n",
        [],
    ),
    (
        "yaml",
        "- boards:\n"
        "    A: {status: surrender, top: JJ5, mid: AA762, bot: 9TJQK}\n"
        "    B: 663 / KK943 / 88844\n",
        [
            "2:33: error[mark-misplaced]: A has both `surrender` and cards",
            "  help: leave one of them out",
        ],
    ),
    (
        "yaml",
        "- boards:\n    A: |\n      foul\n      JJ5 / AA762 / 9TJQK\n    B: 663 / KK943 / 88844\n",
        [
            "4:7: error[mark-misplaced]: A has both `foul` and cards",
            "  help: write `(foul)` behind the cards",
        ],
    ),
    (
        "yaml",
        "...\nboards: x\n",
        [
            "1:1: error[yaml-syntax]: this cannot be read as YAML (did not find expected node content)",
        ],
    ),
    (
        "yaml",
        "--- *x\n--- \n- boards: {A: foul, B: foul}\n",
        [
            "1:5: error[yaml-feature]: aliases (*x) are not read",
            "  help: write out what is to be the same",
        ],
    ),
    (
        "text",
        "players: A, B\ndealer: Zed\nA: foul\nB: foul\n",
        [
            "2:9: error[name-unknown]: Zed is not in `players:`",
            "  help: the line of the players is `players: A, B, Zed` if Zed is one more player",
        ],
    ),
    (
        "csv",
        'deal,player,status,note\n1,A,foul,"""  """\n1,B,foul,\n',
        [],
    ),
)


@pytest.mark.parametrize(("form", "log", "told"), CORNERS, ids=[repr(log) for _, log, _ in CORNERS])
def test_what_is_told(form: Form, log: str, told: list[str]) -> None:
    ran = run("score", "-", "--from", form, stdin=log)
    assert [*_told(ran.err)] == told
    wrong = any("error[" in line for line in told)
    assert ran.status == (Exit.INPUT if wrong else Exit.OK)
    assert (ran.out == "") is wrong


def _told(printed: str) -> Iterator[str]:
    """What is told and where: all but the excerpts, the count, and that somebody is due in fantasyland."""
    printed = re.sub("(?m)^<stdin>: warning.fantasyland-due.*\n  help: .*\n", "", printed)
    for line in printed.splitlines():
        if not re.match("[ 0-9]+[|] |[0-9]+ (problem|warning)", line):
            yield line.removeprefix("<stdin>:")


BOARDS = "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n"


class Pipe(io.RawIOBase):
    """Bytes that come as they come and cannot be gone back in."""

    def __init__(self, data: bytes) -> None:
        self.rest = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        return self.rest.readinto(buffer)


def test_what_cannot_be_gone_back_in_is_read_from_its_beginning() -> None:
    data = BOARDS.encode() + b"# the rest of it\n" * 6_000
    items, problems = read_session([Source("night", lambda: cast(BinaryIO, Pipe(data)))])
    assert problems == ()
    assert [board.player for item in items if isinstance(item, Deal) for board in item.boards] == ["A", "B"]


def test_json_lines_in_a_file_that_is_called_json() -> None:
    data = b'{"rules": "ofc"}\n{"boards": {"A": "foul", "B": "foul"}}\n'
    items, problems = read_session([Source("night.json", lambda: io.BytesIO(data))])
    assert problems == ()
    assert sum(isinstance(item, Deal) for item in items) == 1


def test_what_fails_while_it_is_read_is_a_problem() -> None:
    class Broken(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

        read1 = readline

        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    _, problems = read_session([Source("night.ofc", Broken)])
    assert [problem.message for problem in problems] == ["cannot be read: input/output error"]


@pytest.mark.parametrize("currency", ["", "."])
def test_a_currency_option_without_a_name(currency: str) -> None:
    """Amounts were printed with a blank and nothing behind them."""
    log = "A: JJ5 / AA762 / 9TJQK\nB: foul\n"
    told = "--currency: error[currency]: no currency is named\n"
    ran = run("score", "-", "--from", "text", "--stake", "1", "--currency", currency, stdin=log)
    assert (ran.out, ran.status) == ("", Exit.USAGE)
    assert ran.err.startswith(told)
    settled = run("settle", "A=-1", "B=+1", "--stake", "1", "--currency", currency)
    assert settled.err.startswith(told)


def test_a_currency_option_that_is_none() -> None:
    _, problems = read_session([text_source(BOARDS)], Overrides(currency="12 x"))
    assert [problem.status for problem in problems] == [Exit.USAGE]


def test_what_a_rule_file_says_is_said_once(tmp_path: Path) -> None:
    """A file that is named twice, alone and in a sum, warns once."""
    (tmp_path / "house.yaml").write_text("extends: ofc\nroyalties: {top: {pair: {Q: 7, K: 1}}}\n", "utf-8")
    log = f"rules: ./house.yaml\ndeal 1\n{BOARDS}deal 2\nrules: ./house.yaml + overall-point\n{BOARDS}"
    items, problems = read_session([text_source(log, base=str(tmp_path))])
    assert len({item.table.rules.digest for item in items}) == 2
    assert [(p.code, p.message, p.place.line) for p in problems if p.code != "deal-repeated"] == [
        ("rules-doubt", "royalties.top pays 1 for pair K and 7 for the weaker pair Q", 2)
    ]


def test_names_of_deals_are_kept_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory does not grow with the log: what is not kept is not told when it comes again."""
    monkeypatch.setattr("ofcscore.log.check.deal_names.RUNS_KEPT", 1)
    monkeypatch.setattr("ofcscore.log.check.deal_names.NAMES_KEPT", 1)
    # Two boards with a status each are no whole deal that is read at once.
    log = "".join(f"deal {name}\nA: foul\nB: foul\n" for name in ("1", "2", "7", "a", "b", "7", "a", "b"))
    _, problems = read_session([text_source(log)])
    assert [p.message for p in problems if p.code == "deal-name-repeated"] == [
        "there is already a deal 7 in this log"
    ]


def test_rows_of_a_table_go_back_to_a_deal_only_as_far_as_names_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ofcscore.log.read.from_csv.NAMES_KEPT", 0)
    table = "deal,player,status\n1,A,foul\n1,B,foul\n2,A,foul\n2,B,foul\n1,C,foul\n1,D,foul\n"
    items, problems = read_session([text_source(table, "csv")])
    assert sum(isinstance(item, Deal) for item in items) == 2
    assert [problem.code for problem in problems] == ["deal-name-repeated"]


def test_a_grammar_in_the_package_comes_before_the_one_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pkgutil.get_data", lambda package, name: b"start: X")
    assert load_grammar() == "start: X"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("points: {scoop: {pionts: 3}}", ["`pionts` is no setting of points.scoop"]),
        ("points: {scoop: {points: 3, factor: 2}}", ["points.scoop is either {points: N} or {factor: N}"]),
        ("royalties: {top: {pair: {Q: x}}}", ["royalties.top.pair.Q is none or a whole number, not `x`"]),
    ],
)
def test_settings_that_are_none(rules: str, told: list[str], tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(f"extends: ofc\n{rules}\n", "utf-8")
    _, problems = load_rules(str(house))
    assert [problem.message for problem in problems] == told


def test_equal_rule_sets_hash_alike() -> None:
    first, second = (load_rules(text)[0] for text in ("ofc", "ofc"))
    assert hash(first) == hash(second)
