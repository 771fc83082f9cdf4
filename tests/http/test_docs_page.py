"""The page at /docs brings everything along: no other host is ever asked."""

import re

import pytest


@pytest.fixture
def page(client):
    answer = client.get("/docs")
    assert answer.mimetype == "text/html"
    return answer


def test_every_asset_comes_from_the_application(client, page):
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(links) >= 5
    for link in links:
        assert "//" not in link
        answer = client.get("/" + link)
        assert answer.status_code == 200
        assert answer.data
    assert client.get("/docs/assets/start.js").mimetype == "text/javascript"
    assert client.get("/docs/assets/swagger-ui.css").mimetype == "text/css"


def test_the_browser_is_told_to_ask_nobody_else(page):
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "connect-src 'self';" in policy
    assert "http" not in policy
    assert "<script>" not in page.text


def test_the_licence_of_the_assets_is_served_too(client):
    assert "Apache License" in client.get("/docs/assets/LICENSE").text


def test_the_script_shows_our_specification(client):
    script = client.get("/docs/assets/start.js").text
    assert "openapi.json" in script
    assert "validatorUrl: null" in script


@pytest.mark.parametrize(
    "name", ["../__init__.py", "swagger-ui.js.map", "..%2f..%2fapi%2f__init__.py", "x" * 300]
)
def test_other_files_are_not_served(client, name):
    assert client.get("/docs/assets/" + name).status_code == 404


def test_the_root_leads_to_the_page(client):
    answer = client.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")


def test_answers_are_not_sniffed(client):
    for path in ("/docs", "/openapi.json", "/v1/games", "/nowhere"):
        assert client.get(path).headers["X-Content-Type-Options"] == "nosniff"
