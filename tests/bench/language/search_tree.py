"""Objects: a binary search tree."""

from __future__ import annotations

from dataclasses import dataclass

SMALL = 20
FULL = 1_500


@dataclass(slots=True)
class Node:
    key: int
    value: int
    left: Node | None = None
    right: Node | None = None


def insert(tree: Node | None, key: int, value: int) -> Node:
    if tree is None:
        return Node(key, value)
    if key < tree.key:
        tree.left = insert(tree.left, key, value)
    elif key > tree.key:
        tree.right = insert(tree.right, key, value)
    else:
        tree.value = value
    return tree


def lookup(tree: Node | None, key: int) -> int | None:
    while tree is not None:
        if key < tree.key:
            tree = tree.left
        elif key > tree.key:
            tree = tree.right
        else:
            return tree.value
    return None


def height(tree: Node | None) -> int:
    return 1 + max(height(tree.left), height(tree.right)) if tree else 0


def run(n: int) -> list[int]:
    tree = None
    x = 1
    for i in range(n):
        tree = insert(tree, x, i)
        x = (x * 1664525 + 1013904223) % 65536
    found = 0
    for k in range(n):
        if lookup(tree, k * 7) is not None:
            found += 1
    return [found, height(tree)]
