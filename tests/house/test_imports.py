"""The house stays in order: who may import whom, what the rules may know, how modules are named and sized.

`faults(root)` reads the import statements of every module below `root/app` and `root/rules` and returns a
line for each that breaks a rule of docs/architecture.md. Imports under `if TYPE_CHECKING:` do not count.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES = 400
# Modules that may be longer, each with the reason.
LONG_MODULES: dict[str, str] = {}

BAD_NAMES = re.compile(r"(^|_)(utils?|helpers?|managers?|misc|common)(_|$)")
ROLES = ("models", "operations", "queries", "forms", "routes")
# What a module of each role may not import from any room.
FORBIDDEN_ROLES = {
    "models": {"operations", "queries", "forms", "routes"},
    "queries": {"operations", "forms", "routes"},
    "operations": {"forms", "routes"},
    "forms": {"operations", "routes"},
    "routes": {"routes"},
    None: {"routes"},
}
RULES_LIBRARIES = {"msgspec", "numpy", "rules"}
# Clock, language, files, network and processes; rules.content alone reads files, when it is loaded.
IMPURE = {"asyncio", "gettext", "io", "locale", "logging", "os", "pathlib", "secrets", "socket", "sqlite3"}
IMPURE |= {"subprocess", "tempfile", "threading", "time", "urllib"}
READERS = {"io", "os", "pathlib"}
# Folders that are not of the project but made by it.
MADE = {"__pycache__", "instance", "node_modules", "test-results", "tmp"}

Tree = dict[str, Path]


def modules(root: Path) -> Tree:
    """Every module of the app and the rules: dotted name → file."""
    found = {}
    for package in ("app", "rules"):
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(module: str, path: Path, known: Tree) -> Iterator[str]:
    """The dotted names that a module imports, as deep as they are modules of `known`."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    nodes: list[ast.AST] = [ast.parse(path.read_text("utf-8"), str(path))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            nodes.extend(node.orelse)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield full if full in known else base
        else:
            nodes.extend(ast.iter_child_nodes(node))


def role(module: str) -> str | None:
    """The role of a module of the app: that of its file or of the folder in its room; None for the rest."""
    for part in module.split(".")[1:]:
        if part in ROLES:
            return part
    return None


def may_import_routes(module: str, target: str) -> bool:
    """Only the factory registers routes, and the pages of one room may be split over several modules."""
    return module == "app" or module.rpartition(".routes")[0] == target.rpartition(".routes")[0] != ""


def app_faults(known: Tree) -> Iterator[str]:
    for module, path in known.items():
        if not module.startswith("app"):
            continue
        own = role(module)
        for target in imports(module, path, known):
            theirs = role(target) if target in known else None
            if theirs not in FORBIDDEN_ROLES[own]:
                continue
            if theirs != "routes" or not may_import_routes(module, target):
                yield f"{module} imports {target}: {own or 'this module'} may not know {theirs}"


def rules_faults(known: Tree) -> Iterator[str]:
    for module, path in known.items():
        if not module.startswith("rules"):
            continue
        for target in imports(module, path, known):
            top = target.partition(".")[0]
            if top not in sys.stdlib_module_names | RULES_LIBRARIES:
                yield f"{module} imports {target}: the rules know only the standard library and msgspec"
            elif top in IMPURE and not (top in READERS and module.startswith("rules.content")):
                yield f"{module} imports {target}: the rules have no clock, language, files or network"


def cycles(known: Tree) -> Iterator[str]:
    """Each circle of modules that import one another, found by depth-first search."""
    graph = {m: sorted({t for t in imports(m, p, known) if t in known and t != m}) for m, p in known.items()}
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> Iterator[str]:
        if module in way:
            yield "circle: " + " → ".join([*way[way.index(module) :], module])
        elif module not in done:
            for target in graph[module]:
                yield from visit(target, [*way, module])
            done.add(module)

    for module in graph:
        yield from visit(module, [])


def shape_faults(root: Path, known: Tree) -> Iterator[str]:
    for module, path in known.items():
        if BAD_NAMES.search(module.rpartition(".")[2]):
            yield f"{module}: the name does not say what it holds"
        lines = len(path.read_text("utf-8").splitlines())
        if lines > MOST_LINES and module not in LONG_MODULES:
            yield f"{module}: {lines} lines are too many for one module"
    for module in LONG_MODULES:
        if module not in known or len(known[module].read_text("utf-8").splitlines()) <= MOST_LINES:
            yield f"{module}: no longer long, take it off LONG_MODULES"


def faults(root: Path) -> list[str]:
    """Everything that is out of order below `root`."""
    known = modules(root)
    return [*app_faults(known), *rules_faults(known), *cycles(known), *shape_faults(root, known)]


def test_the_house_is_in_order() -> None:
    assert len(modules(ROOT)) > 10, "the walk found no modules to look at"
    assert faults(ROOT) == []


# A house in order: each test of a fault changes one of these files.
HOUSE = {
    "app/__init__.py": "def create_app():\n    from app.gold import routes",
    "app/gold/__init__.py": "",
    "app/gold/models.py": "if TYPE_CHECKING:\n    from app.map.models import Place",
    "app/gold/queries.py": "from app.gold import models\nimport rules.dawn",
    "app/gold/operations.py": "from app.gold import models, queries",
    "app/gold/forms.py": "from app.gold import queries",
    "app/gold/routes.py": "from app.gold import forms, operations, queries",
    "app/map/__init__.py": "",
    "app/map/models.py": "from app.gold.models import Row",
    "app/map/operations.py": "from app.gold.operations import pay",
    "app/map/routes.py": "from app.map import operations",
    "rules/dawn.py": "import math\nimport msgspec",
    "rules/content/load.py": "from pathlib import Path",
}


def lay(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")


def test_a_house_in_order_has_no_faults(tmp_path: Path) -> None:
    lay(tmp_path, HOUSE)
    assert faults(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("rules/dawn.py", "import flask", "rules.dawn imports flask"),
        ("rules/dawn.py", "from sqlalchemy.orm import Session", "rules.dawn imports sqlalchemy.orm"),
        ("rules/dawn.py", "from app.gold import models", "rules.dawn imports app.gold.models"),
        ("rules/dawn.py", "def roll():\n    import time", "rules.dawn imports time"),
        ("rules/dawn.py", "from pathlib import Path", "rules.dawn imports pathlib"),
        ("app/map/models.py", "from app.gold import queries", "models may not know queries"),
        ("app/map/models.py", "from ..gold import operations", "models may not know operations"),
        ("app/map/queries.py", "from .operations import move", "queries may not know operations"),
        ("app/map/forms.py", "import app.map.operations", "forms may not know operations"),
        ("app/map/operations.py", "from app.gold import forms", "operations may not know forms"),
        ("app/map/reach.py", "from app.map.routes import bp", "this module may not know routes"),
        ("app/map/routes.py", "from app.gold import routes", "routes may not know routes"),
        (
            "app/gold/operations.py",
            "def pay():\n    from app.map.operations import move",
            "circle: app.gold.operations → app.map.operations → app.gold.operations",
        ),
        ("app/gold/utils.py", "", "app.gold.utils: the name does not say"),
        ("rules/dice_helpers.py", "", "rules.dice_helpers: the name does not say"),
        ("app/gold/queries.py", "x = 1\n" * 401, "app.gold.queries: 401 lines"),
    ],
)
def test_each_fault_is_found(tmp_path: Path, file: str, text: str, expected: str) -> None:
    lay(tmp_path, {**HOUSE, file: text})
    found = faults(tmp_path)
    assert len(found) == 1
    assert expected in found[0]


def own_files(root: Path) -> Iterator[Path]:
    """Every file of the project; not what it makes when it is set up or run."""
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f not in MADE and not (f.startswith(".") and f != ".ci")]
        yield from (Path(folder, name) for name in names)


def test_nothing_points_outside_the_repository() -> None:
    """A clone alone is enough: no file names a folder beside it."""
    outside = "/".join(["..", "shared"]).encode()
    looked_at = list(own_files(ROOT))
    assert ROOT / "dev" in looked_at
    assert ROOT / ".ci" / "run" in looked_at
    assert [path for path in looked_at if outside in path.read_bytes()] == []
