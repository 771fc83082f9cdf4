"""boardkit over HTTP: a thin application over the library.

``python -m api`` serves it; ``api:create_app`` is the factory for any WSGI server. It adds what a server needs
(seats, tokens, storage, versions) and holds no rule of any game: the games come from the registry.
"""

from __future__ import annotations

import os
from typing import Any

import msgspec
from flask import Flask, Response
from flask.json.provider import JSONProvider

from api import specification
from api.config import Config
from api.docs_page import page
from api.problems import install
from api.served import ServedGames
from api.service import Service
from api.store import open_database

__all__ = ["create_app"]


class _Json(JSONProvider):
    """msgspec writes JSON: UTF-8, no spaces, and no surprises with what it does not know."""

    def dumps(self, obj: Any, **_: Any) -> str:
        return msgspec.json.encode(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        return msgspec.json.decode(s)


class _Flask(Flask):
    json_provider_class = _Json


def create_app(config: Config | None = None, **parts: Any) -> Flask:
    """Make the application.

    Args:
        config: the settings; None reads them from the environment.
        **parts: other parts for the :class:`~api.service.Service`, such as ``now`` or ``entropy`` in tests.

    Raises:
        SettingError: the environment holds what it may not.
        UnknownGame: a game that the configuration lists is not installed.
        SQLAlchemyError: the database cannot be opened.
    """
    chosen = Config.from_environ(os.environ) if config is None else config
    app = _Flask("api", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = chosen.max_body_bytes
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.url_map.strict_slashes = True
    games = ServedGames(chosen.games)
    app.extensions["boardkit"] = Service(chosen, games, open_database(chosen.database), **parts)
    install(app)
    document = specification.build(specification.register(app, games))
    app.extensions["boardkit-spec"] = document
    app.register_blueprint(page)
    published = msgspec.json.encode(document)

    @app.get("/openapi.json")
    def openapi() -> Response:
        return Response(published, mimetype="application/json")

    app.after_request(_harden)
    return app


def _harden(response: Response) -> Response:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response
