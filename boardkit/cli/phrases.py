"""The sentences of the command line itself, in English and Japanese; the games bring their own."""

from __future__ import annotations

from boardkit.components import Title

__all__ = ["phrase"]

_PHRASES = {
    "you": Title("you", "あなた"),
    "seat": Title("seat {seat}", "席{seat}"),
    "setting": Title(
        "{title}: {players} players, you have seat {seat}", "{title}：{players}人、あなたは席{seat}"
    ),
    "alone": Title("{title}: alone", "{title}：1人"),
    "your-turn": Title("Your turn (seat {seat})", "あなたの番です（席{seat}）"),
    "actions": Title("Actions: {count}", "選べる行動：{count}"),
    "actions-part": Title(
        "Actions {first} to {last} of {count}; Enter shows more",
        "行動 {first}〜{last}／{count}（Enterで続き）",
    ),
    "actions-found": Title(
        "Actions with {text}: {count}; Enter shows all again", "{text} を含む行動：{count}（Enterで全部）"
    ),
    "ask": Title("Action (1-{count}, ? for help): ", "行動（1〜{count}、?で説明）: "),
    "no-number": Title("there is no action {text}: 1 to {count}", "行動 {text} はありません：1〜{count}"),
    "no-match": Title("no action has {text} in it", "{text} を含む行動はありません"),
    "help": Title(
        "A number does that action. Other words show the actions that have them; /3 those with a 3. "
        "Enter shows more, = the position again, q or Ctrl-D leaves.",
        "番号でその行動を選びます。言葉を入れるとそれを含む行動を、/3 なら3を含む行動を示します。"
        "Enterで続き、= で局面、q か Ctrl-D で終わります。",
    ),
    "left": Title("You left the game.", "ゲームを終えました。"),
    "recorded": Title("The record is in {path}.", "棋譜：{path}"),
    "over": Title("The game is over.", "ゲーム終了です。"),
    "played": Title("{title}: {players} players", "{title}：{players}人"),
    "provenance": Title(
        "rules version {rules}, components {id}, seed {seed}",
        "ルール第{rules}版、コンポーネント {id}、シード {seed}",
    ),
    "seen-by": Title("as seat {seat} saw it", "席{seat}から見たもの"),
    "next-step": Title(
        "Enter for the next step, a for all, q to leave: ", "Enterで次へ、aで最後まで、qで終了: "
    ),
    "unfinished": Title(
        "The record ends here; seat {seat} was to act.", "棋譜はここまで。席{seat}の番でした。"
    ),
    "digest": Title("The digest is right: {digest}", "ダイジェストは一致しました：{digest}"),
    "place": Title("place", "順位"),
    "player": Title("player", "プレイヤー"),
    "points": Title("points", "得点"),
}


def phrase(key: str, language: str, **values: object) -> str:
    """Return a sentence in English (``en``) or Japanese (``ja``), its blanks filled in."""
    return _PHRASES[key].in_language(language).format(**values)
