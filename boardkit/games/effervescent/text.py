"""A view as lines of text, an action or event as one line, in English and Japanese."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from boardkit.games.effervescent import events as ev
from boardkit.games.effervescent import model
from boardkit.state import Action, Event

if TYPE_CHECKING:
    from boardkit.games.effervescent.model import View
    from boardkit.games.effervescent.rules import Effervescent

__all__ = ["card_name", "describe", "text", "tile_name"]


def _word(game: Effervescent, category: str, name: str, language: str) -> str:
    title = game.names()[category].get(name)
    return name if title is None else title.in_language(language)


def card_name(game: Effervescent, category: str, name: str, language: str) -> str:
    """Return the name of a card; ids of other people's sets stand for themselves."""
    return _word(game, category, name, language)


def tile_name(game: Effervescent, name: str | None, language: str, flip: int = 0) -> str:
    """Return the name of a tile, such as ``small green orca``; ``?`` if it is hidden."""
    if name is None:
        return "?"
    tile = game.tiles.get(name)
    if tile is None:
        return name
    if tile.kind in {"start", "octopus", "wreck", "rock"}:
        word = _word(game, "start", tile.kind, language)
        return f"{word} {name.rpartition('-')[2]}" if tile.kind == "rock" else word
    animal = _word(game, "animals", tile.animal_of(flip) or "", language)
    colours = "/".join(_word(game, "colours", colour, language) for colour in tile.colours)
    size = _word(game, "sizes", tile.stack or "", language) if tile.size else ""
    if language == "ja":
        return f"{colours}の{animal}{f'({size})' if size else ''}"
    return " ".join(part for part in (size, colours, animal) if part)


def text(view: View, language: str = "en") -> str:
    """Return the table, the seats and the cards as lines of text."""
    game = view.game
    ja = language == "ja"
    lines = []
    asked = "-" if view.current_player is None else _player(view.current_player, ja)
    lines.append(
        f"ラウンド {view.round} / {view.phase} / 手番 {asked}"
        if ja
        else f"round {view.round}, {view.phase}, asked: {asked}"
    )
    drift = ", ".join(
        card_name(game, "drift", card, language) + (" *" if card in view.met else "") for card in view.row
    )
    lines.append(f"{'漂流物' if ja else 'drift'}: {drift} ({view.deck_size})")
    harmony = ", ".join(
        f"{card_name(game, 'harmony', card, language)} {game.harmony[card].points}" for card in view.harmony
    )
    lines.append(f"{'ハーモニー' if ja else 'harmony'}: {harmony}")
    for stack in view.stacks:
        top, shown = (tile_name(game, tile, language) if tile else "-" for tile in (stack.top, stack.display))
        name = _word(game, "stacks", stack.name, language)
        lines.append(
            f"{name}: {'場' if ja else 'display'} {shown}; {'山札' if ja else 'stack'} {top} ({stack.size})"
        )
    for seat, player in enumerate(view.seats):
        lines.append(_seat_line(view, seat, player, language))
    lines.extend(_sea_lines(view, language))
    return "\n".join(lines)


def _player(seat: int, ja: bool) -> str:
    return f"プレイヤー{seat}" if ja else f"player {seat}"


def _seat_line(view: View, seat: int, player: model.PlayerView, language: str) -> str:
    game, ja = view.game, language == "ja"
    hand = ", ".join(tile_name(game, tile, language) for tile in player.hand) or "-"
    tide = "?" if player.tide is None else card_name(game, "tides", player.tide, language)
    wave = ("(波)" if ja else " (wave)") if seat == view.first else ""
    rank = f" #{view.ranking[seat]}" if view.ranking is not None else ""
    if ja:
        line = f"{_player(seat, ja)}{wave}{rank}: {player.points}点, 隠れ家{player.hideout}+{player.spares}"
        line += f", 潮流 {tide}, 手元 {hand}"
    else:
        line = f"player {seat}{wave}{rank}: {player.points} points, hideout {player.hideout}+{player.spares}"
        line += f", tide {tide}, holds {hand}"
    if game.options.lionfish:
        line += f", {'ミノカサゴ' if ja else 'lionfish'} {player.lionfish}"
    return line


def _sea_lines(view: View, language: str) -> list[str]:
    game, ja = view.game, language == "ja"
    lines = []
    for number, piece in enumerate(view.pieces):
        owner = "" if piece.player is None else f" ({_player(piece.player, ja)})"
        name = tile_name(game, piece.tile, language, piece.flip)
        pose = f"({piece.x}, {piece.y}) {piece.rotation * 5}°{' ↔' if piece.flip else ''}"
        lines.append(f"  {number}: {name} {pose}{owner}")
    if view.tokens:
        spots = " ".join(f"{token.player}@{token.x},{token.y}" for token in view.tokens)
        lines.append(f"  {'発泡' if ja else 'effervescents'}: {spots}")
    if view.lionfish:
        spots = " ".join(f"{spot.x},{spot.y}" for spot in view.lionfish)
        lines.append(f"  {'ミノカサゴ' if ja else 'lionfish'}: {spots}")
    if view.dolphin is not None:
        lines.append(f"  {'イルカ' if ja else 'dolphin'}: {view.dolphin.x},{view.dolphin.y}")
    for habitat in view.habitats:
        inside = " ".join(f"{seat}:{number}" for seat, number in enumerate(habitat.inside) if number) or "-"
        name = "生息地" if ja else "habitat"
        lines.append(f"  {name} {habitat.x},{habitat.y}: {habitat.area} mm2, {inside}")
    return lines


# ---- one line ----------------------------------------------------------------------------------


def describe(game: Effervescent, thing: Action | Event, language: str = "en") -> str:
    """Return one line for an action or an event; what is hidden shows as ``?``."""
    known = _LINES.get(type(thing))
    if known is None:
        return type(thing).__name__
    english, japanese = known
    words = _Words(game, thing, language)
    return (japanese if language == "ja" else english).format_map(words)


class _Words(dict[str, str]):
    """The fields of a thing as words, for the templates below."""

    def __init__(self, game: Effervescent, thing: Action | Event, language: str) -> None:
        super().__init__()
        self.game, self.thing, self.language = game, thing, language

    def __missing__(self, key: str) -> str:
        field, _, how = key.partition("__")
        value = getattr(self.thing, field)
        if how:
            return _HOW[how](self, value)
        return "?" if value is None else str(value)

    def tile(self, value: str | None) -> str:
        """A tile's name."""
        return tile_name(self.game, value, self.language, getattr(self.thing, "flip", 0))

    def tiles(self, value: tuple[str, ...]) -> str:
        """Tiles' names."""
        return ", ".join(self.tile(one) for one in value)

    def source(self, value: str) -> str:
        """A source's name."""
        name, display = ev.split_source(value)
        place = _word(self.game, "zones", "display" if display else "stack", self.language)
        stack = _word(self.game, "stacks", name, self.language)
        return f"{stack}の{place}" if self.language == "ja" else f"the {stack} {place}"


def _cards(category: str) -> Callable[[_Words, tuple[str, ...] | str | None], str]:
    def named(words: _Words, value: tuple[str, ...] | str | None) -> str:
        if value is None:
            return "?"
        cards = (value,) if isinstance(value, str) else value
        return ", ".join(card_name(words.game, category, card, words.language) for card in cards)

    return named


def _choice(**words: tuple[str, str]) -> Callable[[_Words, object], str]:
    def chosen(self: _Words, value: object) -> str:
        english, japanese = words[str(value).lower().replace("-", "_")]
        return japanese if self.language == "ja" else english

    return chosen


_HOW: dict[str, Callable[[_Words, object], str]] = {
    "tile": _Words.tile,  # type: ignore[dict-item]  # each takes the type of its field
    "tiles": _Words.tiles,  # type: ignore[dict-item]
    "source": _Words.source,  # type: ignore[dict-item]
    "stack": lambda words, value: _word(words.game, "stacks", str(value), words.language),
    "drift": _cards("drift"),  # type: ignore[dict-item]
    "harmony": _cards("harmony"),  # type: ignore[dict-item]
    "tide": _cards("tides"),  # type: ignore[dict-item]
    "flipped": _choice(**{"0": ("", ""), "1": (", mirrored", "・裏返し")}),
    "degrees": lambda _, value: str(int(str(value)) * 5),
    "spare": _choice(false=("", ""), true=(" (a spare one)", "(予備)")),
    "enclosed": _choice(false=("", ""), true=(" (enclosed)", "(囲い)")),
    "windfall": _choice(false=("", ""), true=(" (windfall)", "(ウィンドフォール)")),
    "left": _choice(
        no_spot=("no free place", "場所なし"),
        none_left=("none left", "残りなし"),
        stopped=("stopped", "終了を選択"),
    ),
    "skip": _choice(
        no_tile=("no tile", "タイルなし"), no_placement=("nothing can be placed", "置けるタイルなし")
    ),
    "end": _choice(
        hideout=("a hideout is empty", "隠れ家が空"),
        tiles=("the tiles run out", "タイル切れ"),
        no_placement=("nobody could place a tile", "誰も置けない"),
    ),
    "count": lambda _, value: str(len(value)),  # type: ignore[arg-type]
}

_POSE = "({x}, {y}), {rotation__degrees}°{flip__flipped}"
_LINES: dict[type, tuple[str, str]] = {
    model.Draft: ("Draft from the {stack__stack} stack", "{stack__stack}の山札から取る"),
    model.PlaceTile: ("Place {tile__tile} at " + _POSE, "{tile__tile}を" + _POSE + "に置く"),
    model.Attach: ("Attach an effervescent at ({x}, {y})", "({x}, {y})に発泡を付ける"),
    model.Stop: ("Stop attaching", "取り付けを終える"),
    model.RemoveEel: ("Leave with {tile__tile}", "{tile__tile}と去る"),
    model.PlaceDolphin: ("Dolphin to ({x}, {y})", "イルカを({x}, {y})へ"),
    model.Take: ("Take from {source__source}", "{source__source}から取る"),
    model.TakeSpecial: ("Windfall: take from {source__source}", "ウィンドフォール: {source__source}から取る"),
    model.Pass: ("Windfall: take none", "ウィンドフォール: 取らない"),
    model.Swap: ("Swap {tile__tile} for {source__source}", "{tile__tile}を{source__source}と交換"),
    ev.StartPieceLaid: ("{tile__tile} lies at " + _POSE, "{tile__tile}が" + _POSE + "にある"),
    ev.LionfishScattered: ("{spots__count} lionfish are scattered", "ミノカサゴ{spots__count}匹を散らす"),
    ev.RowLaid: ("Drift row: {cards__drift}", "漂流物: {cards__drift}"),
    ev.HarmonyLaid: ("Harmony: {cards__harmony}", "ハーモニー: {cards__harmony}"),
    ev.WaveTaken: ("Player {player} takes the wave", "プレイヤー{player}が波を取る"),
    ev.TideDealt: (
        "Player {player} gets a tide card: {card__tide}",
        "プレイヤー{player}の潮流: {card__tide}",
    ),
    ev.EelDealt: ("Player {player} gets {tile__tile}", "プレイヤー{player}に{tile__tile}"),
    ev.Drafted: (
        "Player {player} drafts {tile__tile}",
        "プレイヤー{player}が最初に{tile__tile}を取る",
    ),
    ev.DolphinPlaced: (
        "Player {player} puts the dolphin at ({x}, {y})",
        "プレイヤー{player}がイルカを({x}, {y})へ",
    ),
    ev.TilePlaced: (
        "Player {player} places {tile__tile} at " + _POSE,
        "プレイヤー{player}が{tile__tile}を" + _POSE + "に置く",
    ),
    ev.LionfishTaken: (
        "Player {player} takes the lionfish at ({x}, {y}){enclosed__enclosed}",
        "プレイヤー{player}が({x}, {y})のミノカサゴを取る{enclosed__enclosed}",
    ),
    ev.DriftMet: ("Player {player} meets {cards__drift}", "プレイヤー{player}が達成: {cards__drift}"),
    ev.EffervescentAttached: (
        "Player {player} attaches an effervescent at ({x}, {y}){spare__spare}",
        "プレイヤー{player}が({x}, {y})に発泡を付ける{spare__spare}",
    ),
    ev.AttachingEnded: (
        "Player {player} attaches {left} fewer: {reason__left}",
        "プレイヤー{player}は{left}個付けない: {reason__left}",
    ),
    ev.HabitatMade: ("A habitat of {area} mm2 at ({x}, {y})", "({x}, {y})に{area} mm2の生息地"),
    ev.HarmonyScored: (
        "Player {player} scores {points} by {card__harmony}",
        "プレイヤー{player}が{card__harmony}で{points}点",
    ),
    ev.DolphinEnclosed: (
        "Player {player} encloses the dolphin: 1 point",
        "プレイヤー{player}がイルカを囲む: 1点",
    ),
    ev.DolphinStayed: ("The dolphin has nowhere to jump", "イルカは動けない"),
    ev.EelsLeft: ("{tiles__tiles} swim away", "{tiles__tiles}が去る"),
    ev.TileTaken: (
        "Player {player} takes {tile__tile} from {source__source}{windfall__windfall}",
        "プレイヤー{player}が{source__source}から{tile__tile}を取る{windfall__windfall}",
    ),
    ev.WindfallPassed: ("Player {player} takes no windfall", "プレイヤー{player}はウィンドフォールなし"),
    ev.DisplayRefilled: ("Display: {tile__tile}", "場に{tile__tile}"),
    ev.TilesShown: ("Player {player} shows {tiles__tiles}", "プレイヤー{player}が見せる: {tiles__tiles}"),
    ev.TileSwapped: (
        "Player {player} swaps {given__tile} for {taken__tile}",
        "プレイヤー{player}が{given__tile}を{taken__tile}と交換",
    ),
    ev.TurnSkipped: ("Player {player} skips: {reason__skip}", "プレイヤー{player}は休み: {reason__skip}"),
    ev.RoundEnded: ("Round {round} ends", "ラウンド{round}終了"),
    ev.DriftMoved: (
        "Drift: {left__drift} goes, {entered__drift} comes",
        "漂流物: {left__drift}→{entered__drift}",
    ),
    ev.GameEnded: ("The game ends: {reason__end}", "ゲーム終了: {reason__end}"),
    ev.TideRevealed: ("Player {player} reveals {card__tide}", "プレイヤー{player}の潮流: {card__tide}"),
    ev.EffervescentsRemoved: (
        "Player {player} removes {number} effervescents",
        "プレイヤー{player}の発泡{number}個を取り除く",
    ),
    ev.TideScored: ("Player {player} scores {points} by the tide", "プレイヤー{player}が潮流で{points}点"),
    ev.LionfishScored: (
        "Player {player} scores {points} by lionfish",
        "プレイヤー{player}がミノカサゴで{points}点",
    ),
}
