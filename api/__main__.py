"""``python -m api``: serve it with waitress until Ctrl-C."""

from __future__ import annotations

import logging
import os
import signal
import sys
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from boardkit import BoardkitError


def main() -> int:
    """Serve; returns the exit status: 0 after Ctrl-C or SIGTERM, 2 when it cannot start."""
    try:
        from waitress import create_server  # type: ignore[import-untyped]  # noqa: PLC0415  no types; may be missing

        from api import create_app  # noqa: PLC0415  what it needs may be missing as well
        from api.config import Config, SettingError  # noqa: PLC0415
    except ImportError as error:
        return _refuse(f"{error}; install what the service needs: pip install '.[api]'")
    try:
        config = Config.from_environ(os.environ)
        logging.basicConfig(level=config.log_level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
        logging.getLogger("alembic").setLevel(logging.WARNING)
        # It warns of every request that waits a moment for a thread, the very first ones included.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        app = create_app(config)
    except (SettingError, BoardkitError) as error:
        return _refuse(str(error))
    except ModuleNotFoundError as error:
        return _refuse(f"BOARDKIT_DATABASE needs a driver that is not installed: {error}")
    except SQLAlchemyError as error:
        return _refuse(f"BOARDKIT_DATABASE cannot be opened: {getattr(error, 'orig', None) or error}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    try:
        return _serve(create_server, app, config)
    except KeyboardInterrupt:  # it came before waitress could take care of it
        return 0
    finally:
        app.extensions["boardkit"].database.close()


def _serve(create_server: Any, app: Any, config: Any) -> int:
    try:
        server = create_server(
            app,
            host=config.host,
            port=config.port,
            threads=config.threads,
            max_request_body_size=config.max_body_bytes + 1,
            max_request_header_size=32_768,
            ident=None,
        )
    except (OSError, ValueError) as error:  # waitress says ValueError to a host that is none
        reason = getattr(error, "strerror", None) or error
        return _refuse(f"cannot listen on {config.host}:{config.port}: {reason}")
    address = f"[{config.host}]" if ":" in config.host else config.host
    sys.stdout.write(
        f"boardkit over HTTP: http://{address}:{server.effective_port}/docs (stop with Ctrl-C)\n"
    )
    sys.stdout.flush()
    server.run()
    server.close()
    return 0


def _stop(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _refuse(message: str) -> int:
    line = " ".join(message.split())
    sys.stderr.write(f"boardkit: {line}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
