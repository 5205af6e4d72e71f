"""The tree drawn in the docstring of `bridge.errors` is the tree of its classes."""

import inspect
import re

from bridge import errors
from bridge.errors import BridgeError


def drawn() -> dict[str, tuple[str | None, int | None]]:
    """Read the docstring: class -> (parent, exit status where one is drawn)."""
    tree: dict[str, tuple[str | None, int | None]] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        if row := re.match(r"( *)([A-Z]\w+)\s{2,}(\d+)?", line):
            indent, name, status = row.groups()
            path[len(indent) // 4 :] = [name]
            tree[name] = (path[-2] if len(path) > 1 else None, int(status) if status else None)
    return tree


def test_the_drawn_tree_names_every_class_under_its_parent() -> None:
    classes = {
        name: found.__bases__[0].__name__
        for name, found in inspect.getmembers(errors, inspect.isclass)
        if issubclass(found, BridgeError) and found.__module__ == errors.__name__
    }
    classes["BridgeError"] = None  # type: ignore[assignment] # the root has no parent of ours
    assert {name: parent for name, (parent, _) in drawn().items()} == classes


def test_the_drawn_exit_statuses_are_those_of_the_classes() -> None:
    for name, (_, status) in drawn().items():
        if status is not None:
            assert getattr(errors, name).exit == status, name
