"""The page at /docs: Swagger UI, served with all its assets by the application itself."""

from __future__ import annotations

import mimetypes
from importlib import resources

from flask import Blueprint, Response, redirect, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

page = Blueprint("docs", __name__)

# Swagger UI (Apache-2.0) comes in the package flask-swagger-ui (MIT), licence and all.
_PACKAGE = "flask_swagger_ui"
_ASSETS = ("LICENSE", "favicon-32x32.png", "index.css", "swagger-ui-bundle.js", "swagger-ui.css")

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>boardkit over HTTP</title>
<link rel="icon" type="image/png" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<link rel="stylesheet" href="docs/assets/index.css">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>This page needs scripts. The specification itself is at <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/assets/start.js"></script>
</body>
</html>
"""

_START = """window.ui = SwaggerUIBundle({
  url: new URL("../../openapi.json", document.currentScript.src).href,
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
});
"""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@page.get("/")
def start() -> AnyResponse:
    """Send people to the documentation."""
    return redirect(url_for("docs.show"))


@page.get("/docs")
def show() -> Response:
    """Return the page."""
    response = Response(_PAGE, mimetype="text/html")
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@page.get("/docs/assets/<name>")
def asset(name: str) -> Response:
    """Return one of the page's own files."""
    if name == "start.js":
        return Response(_START, mimetype="text/javascript")
    if name not in _ASSETS:
        raise NotFound
    data = resources.files(_PACKAGE).joinpath("dist", name).read_bytes()
    response = Response(data, mimetype=mimetypes.guess_type(name)[0] or "text/plain")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
