"""A card's options as lines that a person writes: one option a line, groups parted by an empty line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from flask_babel import gettext as _
from wtforms.validators import ValidationError

from rules.vanguard.catalogue import Option, OptionGroup
from rules.vanguard.exchange.keys import free_key

_LINE = re.compile(r"(?P<name>.+?)\s*[;:]\s*(?P<points>[0-9]{1,4})\s*$")


def options_text(groups: tuple[OptionGroup, ...]) -> str:
    """«Spear; 2» for each option; of the options of one block a model may have as many as before."""
    return "\n\n".join(
        "\n".join(f"{option.name}; {option.points}" for option in group.options) for group in groups
    )


def read_options(text: str, before: tuple[OptionGroup, ...]) -> tuple[OptionGroup, ...]:
    """The groups that the lines say; an option of a known name stays the one it was.

    Raises ValidationError, in words, for a line that is none.
    """
    known = {option.name.casefold(): option for group in before for option in group.options}
    groups_of = {option.key: group for group in before for option in group.options}
    taken = {option.key for group in before for option in group.options}
    made: list[OptionGroup] = []
    group_keys: set[str] = set()
    for block in _blocks(text):
        options = []
        for line in block:
            found = _LINE.match(line)
            if found is None:
                raise ValidationError(
                    _("“%(line)s” is no option. Write the name, a semicolon and the points.", line=line)
                )
            name, points = found["name"].strip(), int(found["points"])
            old = known.get(name.casefold())
            if old is None:
                key = free_key(name, taken)
                taken.add(key)
                old = Option(key=key, name=name, points=points)
            options.append(msgspec.structs.replace(old, name=name, points=points))
        group = groups_of.get(options[0].key)
        key = group.key if group is not None else "options"
        key = key if key not in group_keys else free_key("options", group_keys)
        group_keys.add(key)
        template = group or OptionGroup(key=key, options=())
        made.append(msgspec.structs.replace(template, key=key, options=tuple(options)))
    return tuple(made)


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip():
            block.append(line.strip())
        elif block:
            yield block
            block = []
