"""Read JSON exports of chats (Messenger, Instagram, Telegram, Discord) as text lines."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, BinaryIO, Final

from ofcscore.diagnostics.problem import Place, Problem, Problems
from ofcscore.log.read.sources import CONTROL, LINE_LIMIT
from ofcscore.log.syntax import Line, NumberedLine, Text
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.normalize import normalize_value
from ofcscore.log.vocabulary import vocabulary_of

_LARGEST: Final = 1 << 28
_LONGEST_TITLE: Final = 100


def export_lines(stream: BinaryIO, file: str, problems: Problems) -> Iterator[NumberedLine]:
    """Yield the messages of an export as numbered lines with time and sender, oldest first."""
    data = stream.read(_LARGEST)
    try:
        export = json.loads(data.decode("utf-8-sig"))
        found = [sent for message in export["messages"] if (sent := _sent(message)) is not None]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        hint = "export the chat again, or copy its messages into a text file"
        message = "this chat export is damaged or incomplete"
        problems.add(Problem("json-syntax", Place(file), message, hint))
        return
    # Messenger has the newest message first.
    if any(before[0] > behind[0] for before, behind in pairwise(found)):
        found.reverse()
        found.sort(key=lambda sent: sent[0])
    title = export.get("title") or export.get("name")
    title = " ".join(re.sub(CONTROL, " ", _decoded(title)).split()) if isinstance(title, str) else ""
    lines = [title] if _states_more(title, [text for *_, text in found]) else []
    for when, sender, text in found:
        head = f"{when:%Y-%m-%d, %H:%M:%S} - {sender}: "
        for line in text.splitlines():
            whole = re.sub(CONTROL, " ", head + line)
            lines += [whole[start : start + LINE_LIMIT] for start in range(0, len(whole) or 1, LINE_LIMIT)]
            head = ""
    yield from enumerate(lines, 1)


def _states_more(title: str, texts: Sequence[str]) -> bool:
    """Return True if a chat's title, but no message, states rules or a stake."""
    if len(title) > _LONGEST_TITLE:
        return False
    headings = heading_reader(vocabulary_of("\n".join((title, *texts))))

    def stated(text: str) -> set[str]:
        line = Line("", 1, text)
        found = headings.read(normalize_value(Text(text, line, 1, len(text))))
        return set() if found is None or found.unclear else {said.key.text for said in found.entries}

    keys = stated(title) & {"rules", "stake"}
    lines = (line for text in texts for line in text.splitlines())
    short = (line for line in lines if line.strip() and len(line) < _LONGEST_TITLE)
    return bool(keys) and all(keys.isdisjoint(stated(line)) for line in short)


def _sent(message: Mapping[str, Any]) -> tuple[datetime, str, str] | None:
    """Return a message's time, sender and text; None for pictures and app messages."""
    author = message.get("author")
    sender = message.get("sender_name") or message.get("from")
    sender = sender or (author and str(author.get("nickname") or author.get("name") or ""))
    content = message.get("content") if "content" in message else message.get("text")
    # A message may be split into pieces, for example links or bold text.
    pieces = [content] if isinstance(content, str) else content or ()
    text = "".join(piece if isinstance(piece, str) else piece["text"] for piece in pieces)
    taken_back = message.get("is_unsent") or message.get("type") == "service"
    if not sender or not text.strip() or taken_back:
        return None
    when = message.get("timestamp_ms") or message.get("date") or message["timestamp"]
    if isinstance(when, int):
        time = datetime.fromtimestamp(when / 1000, UTC).replace(tzinfo=None)
    else:
        time = datetime.fromisoformat(when).replace(tzinfo=None)
    if "sender_name" in message:
        sender, text = _decoded(sender), _decoded(text)
    return time, " ".join(re.sub("[:\t]", " ", sender).split()), text


def _decoded(text: str) -> str:
    """Return a text decoded if each of its UTF-8 bytes was written as a character."""
    with suppress(UnicodeError):
        return text.encode("latin-1").decode("utf-8")
    return text
