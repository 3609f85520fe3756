"""The index of the project's source code."""

from chibi_hooks.hooks.deciding.point import Count, Point, told


class PostIndexFile(Point):
    """A source file has been indexed."""

    when = "after a file was indexed"

    path: str = told("path, relative to the project", "src/parser.rs")
    lang: str = told('language of the file, or "unknown"', "rust")
    symbol_count: Count = told("names defined in it", 18)
    ref_count: Count = told("names used in it", 96)
