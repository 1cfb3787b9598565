"""How cards and tables are fitted, from plain figures."""

from __future__ import annotations

from app.campaign.documents.cards import FIGURES, Figure, Printed
from app.campaign.documents.fitting import density, lay, rows
from app.campaign.warbands.frozen import FrozenItem


def model(name: str = "Bjarke", wounds: int = 2, effect: str = "", keywords: int = 0) -> Printed:
    return Printed(
        name=name,
        card_name="Huscarl",
        types="Warrior",
        points=15,
        icon="fighter",
        leader=False,
        mercenary=False,
        role=None,
        figures=tuple(Figure(figure, "2", "") for figure in FIGURES),
        wounds=wounds,
        ranged="1D8",
        melee="3D8",
        gear=(),
        items=(FrozenItem("1", "x", "Thing", "Common", None, effect),) if effect else (),
        keywords=tuple("Stubborn" for _ in range(keywords)),
        spells=(),
        rules=(),
        experience=0,
        rank=None,
    )


def test_a_card_is_as_wide_as_its_text_needs() -> None:
    assert [lay(model(effect="word " * count)).width for count in (0, 40, 80, 400)] == [1, 1, 2, 3]


def test_only_a_card_with_room_shows_its_drawing() -> None:
    assert lay(model()).airy
    assert not lay(model(effect="word " * 40)).airy


def test_more_wounds_or_a_long_name_leave_less_room_for_text() -> None:
    text = ("word " * 47)[:232]  # with the item's name seven lines, beside the one of the weapons
    assert lay(model(effect=text)).width == 1
    assert lay(model(effect=text, wounds=8)).width == 2
    assert lay(model(effect=text, name="Ægir Ulv Größe og Søn af Den Store Nordwacht")).width == 2


def test_rows_are_filled_and_nothing_is_left_out() -> None:
    small, wide = model(), model(effect="word " * 80)
    made = rows([small, wide, small, wide, wide, None], 3)
    assert [[card.width for card in row] for row in made] == [[1, 2], [1, 2], [2, 1]]
    assert [card.model for row in made for card in row].count(None) == 1


def test_a_large_warband_is_set_tighter_and_a_small_one_leaves_room_for_notes() -> None:
    assert density([model()] * 5) == ("", True)
    assert density([model()] * 14) == ("", False)
    assert density([model()] * 18)[0] == "dense"
    assert density([model()] * 25)[0] == "tight"
