"""Playing: an action, dice from the table, an undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from flask_babel import lazy_gettext as _l

from app.boardgame.adapter import Adapter
from app.boardgame.audiences import tell
from app.boardgame.history import position_at
from app.boardgame.models import Game, GameState, Member, RowKind
from app.boardgame.operations.rows import add_row, keep_snapshot
from app.boardgame.positions import codec, read_position, write_events, write_position
from app.boardgame.undoing import undoable
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC, seat_audience
from app.refusal import Refusal, Stale
from rules.engine.codec import canonical, fingerprint
from rules.engine.core import Action, BrokenInvariant
from rules.engine.refusal import IllegalAction
from rules.engine.rng import DeclaredRng, DiceWanted, Rng, SeededRng


class Mover:
    """A game while something happens to it: the position, its rules, and who acts."""

    def __init__(self, game: Game, adapter: Adapter, *, actor_id: str | None = None, bot: str | None = None):
        if not game.running or game.position is None:
            raise Refusal(_l("The game is not running."))
        self.game, self.adapter = game, adapter
        self.rules = adapter.rules(game.pack)
        self.state = read_position(self.rules, game.position)
        self.actor_id, self.bot = actor_id, bot

    def answer(self, seat: str, actions: Sequence[Action], stamp: str | None) -> None:
        """Do these actions of a seat in turn, as answers to the question ``stamp`` (None: whatever is asked).

        After the first the others are done as long as the same kind of question is asked; what the rules
        settle by themselves on the way needs no answer. Raises Refusal for what the rules refuse, Stale if
        the question was answered already.
        """
        if self.game.waiting:
            raise Refusal(_l("Dice are awaited first: roll them and enter what fell."))
        prompt = self.rules.prompt(self.state, seat)
        if prompt is None or (stamp is not None and prompt.stamp != stamp):
            raise Stale(_l("That question has been answered already. This is how the game stands now."))
        self._go_on(seat, list(actions), [], prompt.code)
        self._close()

    def declare(self, dice: Sequence[int]) -> None:
        """Enter the dice that were awaited; the action they belong to goes on, and may await more."""
        waiting = self.game.waiting
        if not waiting:
            raise Stale(_l("No dice are awaited any more. This is how the game stands now."))
        sides, count, _why = waiting["want"]
        if len(dice) != count or not all(1 <= value <= sides for value in dice):
            raise Refusal(
                _l(
                    "Enter %(count)d dice, each from 1 to %(sides)d.",
                    count=count,
                    sides=sides,
                )
            )
        actions = [codec(self.rules.action_type).decode(text) for text in waiting["actions"]]
        declared = [*(tuple(roll) for roll in waiting["declared"]), tuple(dice)]
        self.game.waiting, self.bot = None, waiting.get("bot")
        self._go_on(waiting["seat"], actions, declared, waiting["code"])
        self._close()

    def forget_waiting(self) -> None:
        """Take back an action that waits for its first dice: nothing has happened yet."""
        waiting = self.game.waiting
        if not waiting:
            raise Stale(_l("No dice are awaited any more. This is how the game stands now."))
        if waiting["declared"]:
            raise Refusal(_l("Dice have fallen: the action cannot be taken back."))
        self.game.waiting = None
        self.game.seq += 1
        tell(self.game, PUBLIC)

    def _go_on(self, seat: str, actions: list[Action], declared: list[tuple[int, ...]], code: str) -> None:
        while actions:
            prompt = self.rules.prompt(self.state, seat)
            if prompt is None or prompt.code != code:
                return
            try:
                self._do(self.adapter.fitted(self.rules, self.state, actions[0]), declared)
            except IllegalAction as error:
                raise self.adapter.refused(self.rules, error) from None
            except DiceWanted as wanted:
                texts = [codec(self.rules.action_type).encode(one).decode() for one in actions]
                self.game.waiting = {
                    "seat": seat,
                    "actions": texts,
                    "declared": [list(roll) for roll in declared],
                    "want": [wanted.sides, wanted.count, wanted.why],
                    "code": code,
                    "bot": self.bot,
                }
                return
            declared = []
            actions.pop(0)

    def _do(self, action: Action, declared: list[tuple[int, ...]]) -> None:
        game = self.game
        seeded = SeededRng(bytes.fromhex(game.seed), game.cursor)
        rng: Rng = DeclaredRng(declared, seeded) if game.dice == "table" else seeded
        before = self.state
        state, events = self.rules.apply(before, action, rng)
        if faults := self.rules.invariants(state):
            raise BrokenInvariant(faults)
        self.state, game.cursor = state, seeded.cursor
        add_row(
            game,
            RowKind.ACTION,
            seat=action.seat,
            actor_id=self.actor_id,
            bot=self.bot,
            action=codec(self.rules.action_type).encode(action).decode(),
            draws=msgspec.to_builtins(rng.draws),
            events=write_events(events),
            print=fingerprint(state),
        )
        game.position = write_position(state)
        keep_snapshot(game, game.position)
        self._tell(before, state)

    def _tell(self, before: Any, after: Any) -> None:
        """Tell everybody, or only those whose own view has changed when the public one has not."""
        nobody: frozenset[str] = frozenset()
        if canonical(self.rules.view(before, nobody)) != canonical(self.rules.view(after, nobody)):
            tell(self.game, PUBLIC)
            return
        for member in self.game.members:
            seats = frozenset(seat.code for seat in self.game.seats if seat.member_id == member.id)
            if canonical(self.rules.view(before, seats)) != canonical(self.rules.view(after, seats)):
                tell(self.game, seat_audience(member.id))

    def _close(self) -> None:
        """After the actions: the game may be over; a wait for dice is told too."""
        game = self.game
        if game.waiting:
            game.seq += 1
            tell(game, PUBLIC)
        if self.rules.outcome(self.state) is not None:
            game.state, game.finished_at = GameState.FINISHED, now()
            tell(game, PUBLIC)


def take_back(game: Game, adapter: Adapter, member: Member) -> None:
    """Undo one's own last action, if it drew and revealed nothing and the step is still the same (N4.7)."""
    mover = Mover(game, adapter, actor_id=member.person_id)
    row = undoable(game, mover.rules, mover.state, member)
    if row is None:
        raise Refusal(
            _l(
                "Nothing can be taken back: it is not yours, "
                "or dice or something hidden have been seen since."
            )
        )
    before = position_at(game, mover.rules, row.seq - 1)
    game.position = write_position(before)
    add_row(
        game,
        RowKind.UNDO,
        seat=row.seat,
        actor_id=member.person_id,
        undoes=row.seq,
        print=fingerprint(before),
    )
    keep_snapshot(game, game.position)
    tell(game, PUBLIC)
    db.session.flush()
