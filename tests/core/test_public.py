"""The public face: complete sorted ``__all__``, one dependency, and an engine that is pure."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from inspect import isclass, isfunction
from pathlib import Path

import pytest

import boardkit

ROOT = Path(boardkit.__file__).parent
# Clients of the engine: they read files, clocks and entropy, and import extras when they are used.
CLIENTS = ("boardkit.adapters", "boardkit.agents", "boardkit.cli", "boardkit.simulate", "boardkit.testing")
MODULES = sorted(module.name for module in pkgutil.walk_packages([str(ROOT)], "boardkit."))
PUBLIC = [
    "boardkit",
    *(name for name in MODULES if "._" not in name and not re.match(r"boardkit\.games(\.\w+\.|$)", name)),
]
ENGINE = [name for name in ("boardkit", *MODULES) if not name.startswith(CLIENTS)]


def is_client(name):
    return name.startswith(CLIENTS)


@pytest.fixture(scope="module")
def loaded():
    found = {}
    for name in PUBLIC:
        try:
            found[name] = importlib.import_module(name)
        except ImportError:
            if not is_client(name):  # a client whose extra is not installed here
                raise
    return found


def reading_order(name):
    """Constants, classes, the rest: the order that ruff asks for."""
    return not name.isupper(), not name[0].isupper(), name


def test_all_is_there_sorted_and_without_duplicates(loaded):
    for name, module in loaded.items():
        assert isinstance(getattr(module, "__all__", None), list), f"{name} has no __all__"
        assert module.__all__ == sorted(set(module.__all__), key=reading_order), (
            f"{name}.__all__ is not sorted"
        )
        missing = [public for public in module.__all__ if not hasattr(module, public)]
        assert not missing, f"{name}.__all__ names what it has not: {missing}"


@pytest.mark.parametrize(
    "name", ["boardkit.chance", "boardkit.errors", "boardkit.state", "boardkit.testing", "boardkit.agents"]
)
def test_all_is_complete(name):
    module = importlib.import_module(name)
    own = {
        public
        for public, thing in vars(module).items()
        if not public.startswith("_")
        and getattr(thing, "__module__", "") == name
        and (isclass(thing) or isfunction(thing))
    }
    # `shorten` is shared inside the package and promised to nobody.
    assert own - {"shorten"} <= set(module.__all__)


def test_the_package_offers_what_its_modules_define():
    for name in boardkit.__all__:
        thing = getattr(boardkit, name)
        assert name == "__version__" or thing.__doc__, f"{name} has no docstring"
    assert boardkit.__version__.count(".") == 2
    assert (ROOT / "py.typed").exists()


def test_every_error_is_offered_by_the_package():
    from boardkit import errors

    assert set(errors.__all__) <= set(boardkit.__all__)


# ---- dependencies and purity -----------------------------------------------------------------------

IMPORTS = """
import importlib, sys
before = set(sys.modules)
for name in {names!r}:
    importlib.import_module(name)
roots = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(*sorted(roots - set(sys.stdlib_module_names) - {{"boardkit", "msgspec", "typing_extensions"}}))
"""


def test_the_engine_imports_nothing_but_msgspec():
    code = IMPORTS.format(names=[*ENGINE, "boardkit.agents", "boardkit.testing", "boardkit.testing._trace"])
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT.parent, check=True)
    # msgspec takes typing_extensions where there is one. What a .pth file preloads does not count.
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", ENGINE)
def test_the_engine_names_nothing_but_msgspec(name):
    roots = set()
    for node in ast.walk(ast.parse(source(name))):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            roots.add((node.module or "").partition(".")[0])
    assert roots <= {*sys.stdlib_module_names, "boardkit", "msgspec"}


BANNED_MODULES = {
    *(
        "random",
        "time",
        "datetime",
        "os",
        "io",
        "socket",
        "subprocess",
        "threading",
        "asyncio",
        "uuid",
        "tempfile",
    ),
    *(
        "pathlib",
        "shutil",
        "logging",
        "urllib",
        "http",
        "pickle",
        "shelve",
        "sqlite3",
        "multiprocessing",
        "platform",
    ),
}
BANNED_CALLS = {"open", "exec", "eval", "compile", "input", "print", "id", "globals", "__import__"}


def allowed(name, root):
    """Each exception has one place, and its reason."""
    if (name, root) == ("boardkit.chance", "secrets"):
        return True  # fresh_seed: the one place where entropy enters
    # permute_hidden, for tests alone, may use a generator of its own that it seeds itself.
    return root == "random" and name.startswith("boardkit.games.") and name.endswith(".secrets")


def source(name):
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).read_text(encoding="utf-8")


def impurities(name, text):
    """Yield what a module must not use; ``hash`` and ``id`` differ between processes."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            names = []
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in BANNED_CALLS | {"hash"}
            ):
                yield f"line {node.lineno}: {node.func.id}()"
            if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "urandom"}:
                yield f"line {node.lineno}: .{node.attr}"
            if (
                isinstance(node, ast.Attribute)
                and getattr(node.value, "id", "") == "random"
                and node.attr != "Random"
            ):
                yield f"line {node.lineno}: the generator that everybody shares"
        for module in names:
            root = module.partition(".")[0]
            if root in BANNED_MODULES | {"secrets"} and not allowed(name, root):
                yield f"line {node.lineno}: import {module}"


@pytest.mark.parametrize("name", ENGINE)
def test_the_engine_is_pure(name):
    assert list(impurities(name, source(name))) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from time import time",
        "import os.path",
        "open('x')",
        "print(1)",
        "x = os.environ",
        "hash(x)",
        "import secrets",
    ],
)
def test_the_scan_finds_what_it_is_for(text):
    assert len(list(impurities("boardkit.game", text))) == 1


def arrows(name):
    for node in ast.walk(ast.parse(source(name))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("boardkit"):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("boardkit"))


@pytest.mark.parametrize("name", ENGINE)
def test_arrows_run_downwards(name):
    """No game is known to the core, none to another game, and no client to the engine."""
    for target in arrows(name):
        assert not is_client(target), f"{name} imports {target}"
        if target.startswith("boardkit.games."):
            game = ".".join(target.split(".")[:3])
            assert name.startswith(game), f"{name} imports {target}"
