"""Scalars of YAML as located pieces of text, every character of them in its place."""

from collections.abc import Callable, Sequence

from ofcscore.files.yaml_lines import STAND_IN
from ofcscore.files.yaml_nodes import Node
from ofcscore.log.syntax import Line, Text, fault


class Texts:
    """The scalars of one log; `source` gives the line of a number, None where it is not known any more."""

    def __init__(self, file: str, source: Callable[[int], str | None]) -> None:
        self.file = file
        self.source = source

    def scalar(self, key: Node, value: Node) -> Text:
        if value.kind != "text":
            kind = "a list" if value.kind == "list" else "a mapping"
            raise fault("yaml-shape", self.text(value), f"`{key.text}` is one value, not {kind}")
        return self.text(value)

    def text(self, node: Node) -> Text:
        """Return a node as a located piece."""
        text, column, source = node.text, node.column, node.source or ""
        line = Line(self.file, node.line, source)
        if node.kind != "text":
            return Text("", line, column, 1)
        if source.startswith(text, column - 1) and not node.style:
            return Text(text, line, column, len(text) or 1)
        if source.startswith(text, column) and node.style in ("'", '"'):
            return Text(text, line, column + 1, len(text) or 1)
        return Text(text, line, column, node.width, self._cells(node))

    def _cells(self, node: Node) -> tuple[tuple[Line, int], ...] | None:
        """Return the place of every character of a scalar with escapes or on several lines.

        Folding drops and makes blanks alone, so that everything else is found again in order.
        """
        number, at = node.line, node.column - 1
        if node.style in ("|", ">"):
            number, at = number + 1, 0
        elif node.style:
            at += 1
        line = Line(self.file, number, node.source or "") if number == node.line else self._line(number)
        cells: list[tuple[Line, int]] = []
        for character in node.text:
            while line is not None:
                rest = line.text[at:]
                escape = node.style == '"' and rest[:1] == "\\" and rest.strip() != "\\"
                if character == "\n" and not escape:
                    step = 0
                elif character in " \t" and (not rest.strip() or rest[0] in " \t"):
                    step = 1 if rest[:1] == character else 0
                elif not rest.strip() or (node.style == '"' and rest.strip() == "\\"):
                    number += 1
                    line = self._line(number)
                    at = len(line.text) - len(line.text.lstrip(" \t")) if line is not None else 0
                    continue
                elif escape:
                    step = {"x": 4, "u": 6, "U": 10}.get(rest[1:2], 2)
                elif character in (rest[0], STAND_IN):
                    step = 2 if node.style == "'" and rest.startswith("''") else 1
                elif rest[0] in " \t":
                    at += 1
                    continue
                else:
                    return None
                cells.append((line, at + 1))
                at += step
                break
            else:
                return None
            if character == "\n" and node.style == "|":
                number, at = number + 1, 0
                line = self._line(number)
        return tuple(cells) or None

    def _line(self, number: int) -> Line | None:
        text = self.source(number)
        return None if text is None else Line(self.file, number, text)


def joined(pieces: Sequence[Text], sign: str) -> Text:
    """Return pieces as one text with a sign between them, every character in its place."""
    text = sign.join(piece.text for piece in pieces)
    cells: list[tuple[Line, int]] = []
    for piece in pieces:
        own = piece.cells or [(piece.line, piece.column + i) for i in range(len(piece.text))]
        cells += [own[min(i, len(own) - 1)] for i in range(len(piece.text))] if own else []
        cells += [(piece.behind().line, piece.behind().column)] * len(sign)
    first, last = pieces[0], pieces[-1].behind()
    width = last.column - first.column if last.line == first.line else first.width
    return Text(text, first.line, first.column, max(width, 1), tuple(cells[: len(text)]))
