"""Paths as text come in, the same without detours or where they lie goes out: what `(harness paths)` stands on."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, Value, string_of
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.typenames import Final

HOST: Final = late_pattern(r"^//[^/]*")
BEHIND: Final = late_pattern(r"(?s)[?#](?!.*\.\.).*")  # what leads further is a name to whoever reads no URLs
OWN_ROOT: Final = late_pattern(r"^proc/(?:self|thread-self|\d+)(?:/task/\d+)?/root$")


@primitive("%path-normalize")
def path_normalize(path: Value, directory: Value) -> Value:
    """(%path-normalize path directory) -> the path without ".", ".." and empty names, from the directory; #f: none."""
    who = "path-normalize"
    return string_of(normalized(text(who, 1, path), "" if directory is FALSE else text(who, 2, directory)))


@primitive("%path-inside?", returns="boolean")
def is_path_inside(path: Value, directory: Value, base: Value) -> bool:
    """(%path-inside? path directory base) -> is it the directory or something in it, both from the base? #f: none."""
    who = "path-inside?"
    start = "" if base is FALSE else text(who, 3, base)
    return is_inside(normalized(text(who, 1, path), start), normalized(text(who, 2, directory), start))


def normalized(path: str, directory: str) -> str:
    """A path without ".", ".." and empty names; a relative one is taken from the directory, "": as it is."""
    if path[4:5] == ":" and is_file_url(path):
        path = path_of_url(path)
    absolute = path[:1] in ("/", "\\", "~") or (path[1:2] == ":" and path[0].isalpha())
    whole = f"{directory}/{path}" if directory and not absolute else path
    if "\\" in whole:
        whole = whole.replace("\\", "/")
    rooted = whole[:1] == "/"
    found: list[str] = []
    for part in whole.split("/"):
        if part == "..":
            if found and found[-1] != "..":
                found.pop()
            elif not rooted:
                found.append(part)
        elif part and part != ".":
            found.append(part)
            if part == "root" and rooted and is_own_root(found):
                found.clear()
    return "/" + "/".join(found) if rooted else "/".join(found) or "."


def is_file_url(path: str) -> bool:
    """Is it the URL of a file? Without a / it is a name like others."""
    return path[:6].lower() == "file:/"


def path_of_url(url: str) -> str:
    """The path of a file's URL."""
    from urllib.parse import unquote  # cold start: seldom there is one

    return unquote(BEHIND.sub("", HOST.sub("", url[5:])))


def is_own_root(names: list[str]) -> bool:
    """Do these names, from the root on, lead back to it, by a process's own root?"""
    return names[0] == "proc" and len(names) in (3, 5) and OWN_ROOT.search("/".join(names)) is not None


def is_inside(path: str, directory: str) -> bool:
    """Is a normalized path this directory or something in it?"""
    return path == directory or directory == "/" or (path.startswith(directory) and path[len(directory)] == "/")
