"""The options of the game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from boardkit.state import Options as BaseOptions

__all__ = ["Options"]


class Options(BaseOptions, frozen=True):
    """Variants, additional content and the rulings that can be chosen."""

    calm: Annotated[
        bool, Meta(description="The calm game: two harmony cards instead of three (EF-2.1.3, V50).")
    ] = False
    reference_set: Annotated[
        Literal["auto", "red", "green"],
        Meta(description="Which reference cards; auto is red, with five players green (EF-2.1.5, V28)."),
    ] = "auto"
    start: Annotated[
        Literal["base", "octopus", "wreck", "rocks_only"],
        Meta(description="The start tile (EF-2.6)."),
    ] = "base"
    rocks: Annotated[
        int,
        Meta(
            ge=0, le=5, description="How many rocks and corals lie in the sea; rocks_only needs one (EF-2.6)."
        ),
    ] = 0
    start_layout: Annotated[
        str,
        Meta(
            max_length=400,
            description="A start layout of one's own instead of start and rocks: piece@flip,rotation,x,y "
            "joined by semicolons, such as 'octopus@0,0,0,0;rock-0@0,9,120,0' (EF-2.6).",
        ),
    ] = ""
    lionfish: Annotated[bool, Meta(description="Twelve lionfish around the start (EF-2.6).")] = False
    dolphin: Annotated[bool, Meta(description="The dolphin (EF-2.6).")] = False
    eels: Annotated[bool, Meta(description="One electric eel for each player (EF-2.6).")] = False
    starfish: Annotated[bool, Meta(description="The stack of starfish (EF-2.6).")] = False
    ray_betta: Annotated[bool, Meta(description="The stack of rays and bettas (EF-2.6).")] = False
    windfall: Annotated[
        Literal["none", "starfish", "ray_betta"],
        Meta(description="Which side the windfall card shows; its tiles must be in play (EF-2.6)."),
    ] = "none"
    first_tile: Annotated[
        Literal["any_touch", "tail_on_head"],
        Meta(description="Whether the first tile may touch the start with any part (V3)."),
    ] = "any_touch"
    attach_optional: Annotated[
        bool, Meta(description="Whether a player may stop attaching effervescents (V8).")
    ] = False
    rescore_shrunk: Annotated[
        bool, Meta(description="Whether a habitat that a tile makes smaller counts as new (V13).")
    ] = False
    effervescent_walls: Annotated[
        Literal["never", "bridging"],
        Meta(description="Whether an effervescent that touches two pieces closes off water (V18)."),
    ] = "never"
    hidden_hand_tiles: Annotated[
        bool,
        Meta(description="Whether held tiles that nobody has seen, the dealt eels, are hidden (V21)."),
    ] = False
    tile_end: Annotated[
        Literal["all", "any"],
        Meta(description="Whether all sizes or any size must have run low to end the game (V25)."),
    ] = "all"
    rotate_first: Annotated[bool, Meta(description="Whether the wave passes on after each round (V27).")] = (
        False
    )
    harmony_choice: Annotated[
        str,
        Meta(
            max_length=130,
            description="random, or the ids of the harmony cards joined by commas, one for each background "
            "in use (V34).",
        ),
    ] = "random"
    dolphin_wall: Annotated[
        bool, Meta(description="Whether the dolphin closes off water as a piece does (V39).")
    ] = True
    extras_in_draft: Annotated[
        bool,
        Meta(description="Whether starfish and rays may be drafted at the start (V44)."),
    ] = True
    calm_backgrounds: Annotated[
        Literal["random", "kelp_coral", "kelp_abyss", "coral_abyss"],
        Meta(description="Which two backgrounds the calm game uses (V50)."),
    ] = "random"
    first_player: Annotated[
        Literal["random", "0", "1", "2", "3", "4"],
        Meta(description="Who takes the wave: random, or a seat (V51)."),
    ] = "random"
