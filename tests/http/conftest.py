"""A service in this process, on a database in memory, with the toy game beside boardkit's own."""

import pytest

from api import create_app
from api.config import Config
from tests import toys
from tests.http.play import Table


@pytest.fixture
def make_app():
    """Make applications that are closed when the test is over."""
    made = []

    def make(**settings):
        parts = {name: settings.pop(name) for name in ("now", "entropy") if name in settings}
        config = Config(**{"database": "sqlite://", "games": (toys.Magpie.info.name,), **settings})
        made.append(create_app(config, **parts))
        return made[-1]

    yield make
    for app in made:
        app.extensions["boardkit"].database.close()


@pytest.fixture
def app(make_app):
    return make_app()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def table(client):
    """A match of Magpie with two players, both seated."""
    return Table(client)
