"""What the games of the house answer alike: content files that a pack may replace, two strengths of bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from flask_babel import lazy_gettext as _l

from app.refusal import Sentence
from rules.content import content_bytes
from rules.engine.core import Action


class Plain:
    """To be inherited by an adapter, which may answer more than this says."""

    id: str
    pack_files: tuple[str, ...]
    """The content files of the game, in ``rules/content/<id>``."""
    read: ClassVar[Any]
    """Reads a whole set of content files; raises ContentError with every fault."""
    played: ClassVar[Any]
    """The rules with these files, or with the shipped content if there are none; cheap the second time."""

    def rules(self, pack: Mapping[str, Any] | None) -> Any:
        """The rules of a game at a table."""
        return self.played(tuple(sorted(pack["files"].items())) if pack else ())

    def check_pack(self, files: Mapping[str, str]) -> Mapping[str, Any]:
        """An owner's own board or cards; files that are not in the pack are the shipped ones."""
        whole = {name: files.get(name) or content_bytes(self.id, name).decode() for name in self.pack_files}
        self.read(whole)
        return {"files": whole}

    def fitted(self, rules: Any, state: Any, action: Action) -> Action:
        """Codes of this game do not change while a form is worked off."""
        return action

    def bots(self) -> tuple[tuple[str, Sentence], ...]:
        """The weaker first."""
        return (("easy", _l("Easy bot")), ("strong", _l("Strong bot")))
