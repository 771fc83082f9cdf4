"""Effervescent: organic tiles in one free-form sea, tail to head, and the habitats that they close off."""

from boardkit.games.effervescent.menus import placements
from boardkit.games.effervescent.model import (
    Attach,
    Draft,
    HabitatView,
    Pass,
    Piece,
    PlaceDolphin,
    PlaceTile,
    PlayerView,
    RemoveEel,
    StackView,
    State,
    Stop,
    Swap,
    Take,
    TakeSpecial,
    Token,
    View,
)
from boardkit.games.effervescent.options import Options
from boardkit.games.effervescent.rules import Effervescent
from boardkit.games.effervescent.sampling import sample_action
from boardkit.games.effervescent.snapping import Snap, snap
from boardkit.games.effervescent.tiles import Components

__all__ = [
    "GAME",
    "Attach",
    "Components",
    "Draft",
    "Effervescent",
    "HabitatView",
    "Options",
    "Pass",
    "Piece",
    "PlaceDolphin",
    "PlaceTile",
    "PlayerView",
    "RemoveEel",
    "Snap",
    "StackView",
    "State",
    "Stop",
    "Swap",
    "Take",
    "TakeSpecial",
    "Token",
    "View",
    "placements",
    "sample_action",
    "snap",
]

GAME = Effervescent
