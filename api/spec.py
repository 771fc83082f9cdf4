"""``python -m api.spec openapi/boardkit.json``: write the specification; without a file, print it.

It covers boardkit's own games, whatever a service is configured to serve beside them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from api import create_app
from api.config import Config
from api.specification import to_text

__all__ = ["committed_text", "main"]


def committed_text() -> str:
    """Return the specification of boardkit's own games, as it is committed."""
    app = create_app(Config(database="sqlite://"))
    try:
        return to_text(app.extensions["boardkit-spec"])
    finally:
        app.extensions["boardkit"].database.close()


def main(arguments: list[str]) -> int:
    """Write or print the specification."""
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        sys.stderr.write("usage: python -m api.spec [FILE]\n")
        return 2
    text = committed_text()
    if arguments:
        Path(arguments[0]).write_text(text, "utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
