"""Configuration of the documentation; built with ``tox -e docs``, without any network."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # boardkit may not be installed, and the scan of the tests never is
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

import boardkit  # noqa: E402

project = "boardkit"
author = "the boardkit authors"
copyright = "2026, the boardkit authors"  # noqa: A001  the name is Sphinx's
version = release = boardkit.__version__

extensions = [
    "boardkit_docs",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_generated", "_ext"]

html_theme = "furo"
html_title = f"boardkit {release}"
html_static_path = ["_static"]
html_css_files = ["boardkit.css"]
html_copy_source = False

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
napoleon_numpy_docstring = False
napoleon_use_ivar = True

doctest_global_setup = "import boardkit"

# Everything that is named has to exist. What follows is outside of this documentation, and looking it up would
# need a network; type variables have no page.
nitpick_ignore_regex = [
    (r"py:.*", r"(collections\.abc|msgspec)\.\w+"),
    (r"py:.*", r"boardkit(\.\w+)*\.[A-Z]"),
]
