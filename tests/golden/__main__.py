"""``python -m tests.golden`` writes the golden files anew; ``--digests GAME`` prints the lines of one game."""

import sys

from tests.golden import DIGESTS, FOLDER, digests, playthrough
from tests.settings import BUILTIN


def main() -> None:
    if sys.argv[1:2] == ["--digests"]:
        print(*digests(sys.argv[2]), sep="\n", flush=True)
        return
    for name in BUILTIN:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
    lines = [line for name in BUILTIN for line in digests(name)]
    DIGESTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(BUILTIN)} games in words, {len(lines)} digests in {FOLDER}")


main()
