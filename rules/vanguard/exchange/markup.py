"""XML as a plain tree, without anything that XML can do to its reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from rules.vanguard.exchange.unreadable import Unreadable

MOST_NODES = 300_000
DEEPEST = 80


@dataclass(slots=True)
class Node:
    """An element: its name without namespace, attributes, text and children, in order."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def get(self, name: str) -> str:
        """The attribute, without blanks at its ends; "" if there is none."""
        return self.attributes.get(name, "").strip()

    def under(self, group: str, *tags: str) -> Iterator[Node]:
        """The children named ``tags`` of this element's child ``group``, as BattleScribe nests its lists."""
        for child in self.children:
            if child.tag == group:
                yield from (one for one in child.children if one.tag in tags)

    def walk(self) -> Iterator[Node]:
        """This element and everything below it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


def parse_markup(data: bytes) -> Node:
    """The tree of an XML file. Raises Unreadable for what is none, and for a document type of any kind.

    A document type is where entities are declared, and with them every known attack by XML: files of
    roster programs have none, so there is nothing to lose.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    builder = _Builder()
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Unreadable("import.markup_broken", line=error.lineno) from error
    except (LookupError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable("import.encoding") from error
    if builder.root is None:
        raise Unreadable("import.markup_broken", line=1)
    return builder.root


class _Builder:
    def __init__(self) -> None:
        self.root: Node | None = None
        self._open: list[Node] = []
        self._count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_NODES or len(self._open) > DEEPEST:
            raise Unreadable("import.too_deep")
        node = Node(name.rpartition(" ")[2], attributes)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def end(self, _name: str) -> None:
        self._open.pop()

    def text(self, data: str) -> None:
        if self._open:
            self._open[-1].text += data


def _refuse(*_: Any) -> None:
    raise Unreadable("import.document_type")
