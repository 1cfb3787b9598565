"""C1.3: a roster out of a BattleScribe file, a New Recruit export, or plain lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from rules.vanguard.exchange.markup import Node, parse_markup
from rules.vanguard.exchange.unreadable import Unreadable

Source = Literal["battlescribe", "new_recruit", "text"]
MOST_LINES = 300
MOST_OF_ONE = 50
_LONGEST = 120
_DEEPEST = 40


class Line(msgspec.Struct, frozen=True):
    """Models that are alike: ``count`` of ``name``, each with the options, spells and items ``gear``."""

    name: str
    count: int = 1
    gear: tuple[str, ...] = ()


class Roster(msgspec.Struct, frozen=True):
    """What a file says: its own name, the game it is for ("" if it does not say), forces, and lines."""

    source: Source
    name: str
    system: str
    forces: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def of_another_game(self) -> bool:
        """Whether the file names a game, and it is not Vanguard."""
        return bool(self.system) and "vanguard" not in self.system.casefold()

    def as_text(self) -> str:
        """The roster as lines that ``read_roster`` reads again."""
        return "\n".join(as_line(line) for line in self.lines)


def as_line(line: Line) -> str:
    """«3 Ranger: Crossbow, Throwing Axe»."""
    return f"{line.count} {line.name}" + (f": {', '.join(line.gear)}" if line.gear else "")


def read_roster(content: bytes) -> Roster:
    """The roster of a file, of whichever kind it is, unpacked. Raises Unreadable."""
    if not content.strip():
        raise Unreadable("import.empty")
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start == b"<" or content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _from_markup(parse_markup(content.lstrip(b" \t\r\n")))
    if start in (b"{", b"["):
        return _from_json(content)
    return read_lines(_decoded(content))


def read_lines(text: str) -> Roster:
    """The roster of lines such as «3 Ranger», «Ranger x3», «- Ranger [15 Points]: Crossbow».

    Headings and sums of the text exports of roster programs are passed over. Raises Unreadable if no line
    is left, or there are more than any company has.
    """
    lines = [line for raw in text.splitlines() if (line := _line(raw)) is not None]
    return _roster("text", "", "", (), lines)


def _roster(source: Source, name: str, system: str, forces: Iterable[str], lines: Iterable[Line]) -> Roster:
    summed: dict[tuple[str, tuple[str, ...]], int] = {}
    for line in lines:
        key = (line.name, line.gear)
        summed[key] = summed.get(key, 0) + line.count
        if len(summed) > MOST_LINES:
            raise Unreadable("import.too_many", most=MOST_LINES)
    if not summed:
        raise Unreadable("import.no_lines")
    merged = tuple(Line(name, min(count, MOST_OF_ONE), gear) for (name, gear), count in summed.items())
    return Roster(source, _short(name), _short(system), tuple(forces), merged)


def _decoded(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("import.encoding") from error
    if "\x00" in text:
        raise Unreadable("import.encoding")
    return text


def _short(text: str) -> str:
    """One line of what can be read."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:_LONGEST].strip()


# --- BattleScribe ---------------------------------------------------------------------------


def _from_markup(root: Node) -> Roster:
    if root.tag in ("catalogue", "gameSystem"):
        raise Unreadable("import.is_catalogue")
    if root.tag != "roster":
        raise Unreadable("import.no_roster")
    forces = list(_forces(root))
    names = tuple(dict.fromkeys(_short(force.get("catalogueName")) for force in forces))
    lines = [
        line
        for force in forces
        for selection in force.under("selections", "selection")
        for line in _lines_of(_Selection.of_node(selection), 0)
    ]
    return _roster("battlescribe", root.get("name"), root.get("gameSystemName"), names, lines)


def _forces(node: Node, depth: int = 0) -> Iterator[Node]:
    for force in node.under("forces", "force"):
        yield force
        if depth < _DEEPEST:
            yield from _forces(force, depth + 1)


class _Selection(msgspec.Struct, frozen=True):
    """What both programs call a selection: a model, a unit of models, or something bought for one."""

    name: str
    kind: str
    number: int
    inner: tuple[_Selection, ...] = ()

    @classmethod
    def of_node(cls, node: Node) -> _Selection:
        inner = tuple(cls.of_node(one) for one in node.under("selections", "selection"))
        return cls(_short(node.get("name")), node.get("type"), _number(node.get("number")), inner)


def _number(value: object) -> int:
    try:
        number = int(float(str(value or 1)))
    except (ValueError, OverflowError):
        return 1
    return min(max(number, 1), MOST_OF_ONE)


def _lines_of(selection: _Selection, depth: int) -> Iterator[Line]:
    models = [one for one in selection.inner if one.kind in ("model", "unit")]
    if depth > _DEEPEST:
        return
    if selection.kind == "unit" and models:
        for model in models:
            yield from _lines_of(model, depth + 1)
    elif selection.kind in ("model", "unit") and selection.name:
        gear = sorted(_gear(selection, 0))
        yield Line(selection.name, selection.number, tuple(gear))


def _gear(selection: _Selection, depth: int) -> Iterator[str]:
    for one in selection.inner:
        # Some data files hold their own checks as things that every model carries.
        if one.name and not one.name.casefold().startswith("rule check"):
            yield one.name
        if depth < _DEEPEST:
            yield from _gear(one, depth + 1)


# --- New Recruit ----------------------------------------------------------------------------


def _from_json(content: bytes) -> Roster:
    try:
        read: Any = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable("import.json_broken") from error
    roster = read.get("roster", read) if isinstance(read, Mapping) else None
    if not isinstance(roster, Mapping) or not _listed(roster, "forces", "force"):
        raise Unreadable("import.no_roster")
    forces = _listed(roster, "forces", "force")
    names = tuple(dict.fromkeys(_short(str(force.get("catalogueName") or "")) for force in forces))
    lines = [
        line
        for force in forces
        for one in _listed(force, "selections", "selection")
        for line in _lines_of(_of_object(one, 0), 0)
    ]
    name, system = (str(roster.get(key) or "") for key in ("name", "gameSystemName"))
    return _roster("new_recruit", name, system, names, lines)


def _listed(holder: Mapping[str, Any], group: str, one: str) -> list[Mapping[str, Any]]:
    """A list of objects, also in the form that XML takes when it is turned into JSON."""
    found = holder.get(group)
    if isinstance(found, Mapping):
        found = found.get(one)
    if isinstance(found, Mapping):
        found = [found]
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def _of_object(data: Mapping[str, Any], depth: int) -> _Selection:
    deeper = _listed(data, "selections", "selection") if depth < _DEEPEST else []
    inner = tuple(_of_object(one, depth + 1) for one in deeper)
    name, kind = str(data.get("name") or ""), str(data.get("type") or "")
    return _Selection(_short(name), kind, _number(data.get("number")), inner)


# --- Plain text -----------------------------------------------------------------------------

_BULLET = re.compile(r"^[\s\-*•·–—>]+")  # the dashes that people write
_COST = re.compile(
    r"\s*[\[(]\s*(?:\d+\s*x\s*)?\d+(?:[.,]\d+)?\s*(?:points|point|pts?|p|punkte|point)?\.?\s*[\])]", re.I
)
_BEFORE = re.compile(r"^(\d{1,3})\s*[x×]?\s+(?=\S)", re.I)
_AFTER = re.compile(r"\s+[x×]\s*(\d{1,3})$|\s*\((\d{1,3})\s*[x×]\)$", re.I)
_HEADING = re.compile(r"^(\+|=|#|--|total\b|sum\b|i alt\b|gesamt\b)", re.I)


def _line(raw: str) -> Line | None:
    if _HEADING.match(raw.strip()):
        return None
    text = _COST.sub("", _BULLET.sub("", raw)).strip().rstrip(".;")
    name, colon, gear = text.partition(":")
    if colon and not gear.strip():
        return None
    name = name.strip()
    count = 1
    if (before := _BEFORE.match(name)) is not None:
        count, name = int(before[1]), name[before.end() :]
    elif (after := _AFTER.search(name)) is not None:
        count, name = int(after[1] or after[2]), name[: after.start()]
    name = _short(name)
    if not any(letter.isalpha() for letter in name) or count < 1:
        return None
    carried = (_short(_COST.sub("", one)) for one in re.split(r"[,;]", gear))
    return Line(name, min(count, MOST_OF_ONE), tuple(sorted(one for one in carried if one)))
