"""Find the player of each board of a deal, and check that they are players of one deal."""

from collections.abc import Sequence
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.words import listed
from ofcscore.game.board import BOARD_SIZE, Board
from ofcscore.log.check.people import People, name_key, normal_name
from ofcscore.log.syntax import BoardSyntax, DealSyntax, located, mended

MOST_BOARDS: Final = 52 // BOARD_SIZE


def read_players(
    boards: Sequence[BoardSyntax | Board], file: str, people: People, problems: Problems
) -> list[str]:
    """Return the player of each board of a log's deal; "" where the name cannot be used.

    Where no board of a deal has a name, they are those of the seats in order.
    """
    players: list[str] = []
    nameless = 0
    for board in boards:
        if isinstance(board, Board):
            players.append(people.known(board.player) or people.player(located(board, file).at) or "")
        elif board.name is not None:
            players.append(people.player(board.name) or "")
        else:
            players.append("")
            nameless += 1
    if nameless:
        seats = people.seats or tuple(f"Player {seat}" for seat in range(1, len(boards) + 1))
        named = not people.seats and any(not name.startswith("player ") for name in people.names)
        if nameless == len(boards) == len(seats) and not named:
            players = [*seats]
        else:
            others = "others in this log have one" if named else f"`players:` names {len(seats)}"
            others = "others in the deal have one" if nameless < len(boards) else others
            for above, board in zip((None, *boards), boards, strict=False):
                if isinstance(board, BoardSyntax) and board.name is None:
                    _ask_whose(board, above and located(above, file), others, problems)
    people.play(players)
    return players


def _ask_whose(board: BoardSyntax, above: BoardSyntax | None, others: str, problems: Problems) -> None:
    """Refuse a board without a name, which stands below another; `others` says what else is named."""
    if board.spoiled:
        return
    hint = "whose is it? Write the name and a colon before it"
    marked = _with_mark(above, board.marks[0].text) if above and board.marks and not board.rows else None
    if marked is not None:
        hint = f"if the board above is meant, leave this line out and write `{marked}`"
    what = f"this board has no player's name, and {others}"
    problems.refuse("name-missing", board.at.place, what, hint)


def _with_mark(board: BoardSyntax, mark: str) -> str | None:
    """Return the line in which a board's rows end, with a mark behind; None where that reads as none."""
    # To read a line takes time to import, and most logs have no such board.
    from ofcscore.log.text.chat import message_of
    from ofcscore.log.text.normalize import normalize
    from ofcscore.log.text.parser import parse
    from ofcscore.log.vocabulary import ENGLISH

    if not board.rows:
        return None
    row = board.rows[-1]
    marked = mark in (known.text for known in board.marks)
    line = mended(row, row.text if marked else f"{row.text} ({mark})")
    marked_line = row.line._replace(text=line)
    sent = message_of(marked_line)
    read = parse(normalize(marked_line, sent.start if sent is not None else 0), ENGLISH)
    return line if read.sound and isinstance(read.value, BoardSyntax) else None


def check_players(
    syntax: DealSyntax, players: Sequence[str], name: str, problems: Problems, people: People | None = None
) -> list[str]:
    """Return the players, "" for a board whose player has one already, which is not looked at further."""
    first: dict[str, BoardSyntax] = {}
    once: list[str] = []
    playing = 0
    for index, (board, player) in enumerate(zip(syntax.boards, players, strict=True)):
        before = first.setdefault(player, board) if player else board
        plain = _without_correction(player) if before is board and player else None
        if plain in first:
            message = f"{plain} has a board in this deal already (line {first[plain].at.line.number})"
            hint = f"if this one is right, delete the other and write `{plain}:`"
            problems.refuse("player-repeated", board.at.place, message, hint)
        playing += _plays(board)
        once.append(player if before is board and playing <= MOST_BOARDS else "")
        if before is board:
            continue
        # The first player again, here or further on, behind others: another deal has begun.
        again = index > 1 and players[0] in players[index:]
        names = [normal_name(one.name.text) for one in (before, board) if one.name is not None]
        if len({*names}) > 1 and len({*map(name_key, names)}) == 1:
            one = f"{listed(names, 'and')} are one player, who has a board in this deal already"
            message = f"{one} (line {before.at.line.number})"
            line = people.players_line(dict.fromkeys(names, "")) if people is not None else "players:"
            hint = f"if they are two players, the line of the players is `{line}`"
            problems.refuse("name-case", board.at.place, message, hint)
            continue
        message = f"{player} has a board in this deal already (line {before.at.line.number})"
        hint = "was a `deal` line left out before it?" if again else "one of the two is somebody else's"
        others = len(players) - index - 1
        is_foul = board.status is not None and board.status.text == "foul" and not board.rows
        is_foul = is_foul and not board.marks and not (again and others)
        marked = _with_mark(before, "foul") if is_foul else None
        if marked is not None:
            hint = f"if it was a foul, leave this line out and write `{marked}`"
        problems.refuse("player-repeated", board.at.place, message, hint)
        if again:
            return [*once, *[""] * others]
    _check_count(syntax, players, name, problems)
    return once


def _without_correction(player: str) -> str | None:
    """Return the name before a word that corrects: `Ben` of `Ben new`; None for any other name."""
    name, _, word = player.rpartition(" ")
    if not name:
        return None
    from ofcscore.log.vocabulary import tables

    return name.rstrip(" ,-(") if word.strip("()").lower() in tables()["people"]["corrects"] else None


def _plays(board: BoardSyntax) -> bool:
    return board.status is None or board.status.text != "absent"


def _check_count(syntax: DealSyntax, players: Sequence[str], name: str, problems: Problems) -> None:
    there = [board for board in syntax.boards if _plays(board)]
    if len(there) > MOST_BOARDS:
        cards = f"{len(there)} boards of {BOARD_SIZE} cards, and a deck has cards for {MOST_BOARDS}"
        at = there[MOST_BOARDS].at.place
        problems.refuse("deal-players", at, f"deal {name} has {cards}", "was a `deal` line left out?")
    if len(there) >= 2:
        return
    behind = syntax.boards[-1].at if syntax.boards else syntax.at
    hint = "write a board for each player, or take the deal out"
    if not syntax.boards:
        message = f"deal {name} has no boards"
    elif not there:
        message = f"nobody plays in deal {name}"
    else:
        only = players[syntax.boards.index(there[0])] or "one player"
        message = f"{only} is alone in deal {name}, and a deal needs at least two"
        hint = "`ofcscore explain` ranks one board alone"
    problems.refuse("deal-players", behind.place, message, hint)
