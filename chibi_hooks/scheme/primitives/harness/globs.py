"""A path and the lines of a `.gitignore` come in, whether they take it in goes out: what `(harness paths)` stands on.

What reads a line is pathspec; what that makes is matched in linear time, like every regular expression here. Lines that
say the same, one after the other, are one expression; what was made of lines lately is kept, for all worlds.
"""

from __future__ import annotations

from itertools import groupby

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.primitives.harness.paths import is_file_url, is_own_root, path_of_url
from chibi_hooks.scheme.values.arguments import list_items, text
from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, Value, Vector
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.frozen import LiteralPair
from chibi_hooks.scheme.values.late import late_module, late_pattern
from chibi_hooks.typenames import Final

LENGTH: Final = 1_000  # characters of a pattern
LINES: Final = 1_000  # of one call
DEEPEST: Final = 8  # names of a line above what it names
PATTERN: Final = late_pattern(r"^[!#]|[*?\[]")
DOUBTFUL: Final = late_pattern(r"[\[\\]|^!?$")
SPECIAL: Final = late_pattern(r"(?s)\[.*|[*?]")  # where a set ends is not asked: []a] has a ] in it
WITHOUT_MEANING: Final = late_pattern(r"(?<=[^/]):[^/]*|(?<=[^. /])[. ]++(?=/|\Z)")  # NTFS: a::$DATA, "a. " are a
KEPT: Final = 64  # lists of lines: more than the policies of a large home have

GitignoreGroup = tuple[str, bool]  # an expression, and whether it takes in what it finds


@primitive("%gitignore-takes-in?", returns="boolean")
def gitignore_takes_in(path: Value, lines: Value) -> bool:
    """(%gitignore-takes-in? path (line ...)) -> does a .gitignore with these lines take the path in?"""
    who = "path-matches?"
    return _lines_of(who, lines).takes_in(who, names_of(text(who, 1, path)))


@primitive("%gitignore-lines?", returns="boolean")
def are_gitignore_lines(lines: Value) -> bool:
    """(%gitignore-lines? (line ...)) -> does each of them read?"""
    try:
        for line in list_items("check-lines", 1, lines):
            if DOUBTFUL.search(text("check-lines", 1, line)):  # no other is wrong
                _expression(line.s)
    except SchemeError:
        return False
    return True


@primitive("%find-path")
def find_path(words: Value, lines: Value) -> Value:
    """(%find-path (word ...) (line ...)) -> the first of a command's words that a .gitignore with these lines takes in,
    or #f."""
    who = "path-find"
    waiting = list_items(who, 1, words)
    if not waiting:
        return FALSE
    found = _lines_of(who, lines)
    for word in waiting:
        known = text(who, 1, word.v[0] if word.__class__ is Vector else word)
        if word.__class__ is Vector and (end := _end_of(text(who, 1, word.v[1]))) and found.takes_in(who, f"?/{end}"):
            return word
        if not known:
            continue
        relative = names_of(known)
        if found.takes_in(who, relative):
            return word
        if found.takes_in_without_case(who, relative):
            return word  # where names have no case it is the same file
        if WITHOUT_MEANING.search(relative) is not None:
            bare = WITHOUT_MEANING.sub("", relative)
            if found.takes_in(who, bare) or found.takes_in_without_case(who, bare):
                return word  # where NTFS keeps the files
        if word.__class__ is Vector:
            continue
        if known[-1] == "/" and found.has_below(relative):
            return word
        if ("*" in known or "?" in known or "[" in known) and found.may_become(relative):
            return word
    return FALSE


def may_name(line: Value, lines: Value) -> bool:
    """May running a text touch what a .gitignore with these lines takes in? False: surely not; it is not read."""
    needles = _lines_of("judge-words", lines).folded
    mentions = late_module("chibi_hooks.scheme.shell.programs.mentions")
    return needles is None or bool(mentions.may_name(text("judge-words", 1, line), needles))


def _end_of(source: str) -> str:
    """The names at the end of a word of which only the run tells the beginning: x/y of $D/x/y; "" without."""
    at = max(map(source.rfind, "$`)}"))
    found = source[at + 1 :].partition("/")[2] if at >= 0 else ""
    return found.replace('"', "").replace("'", "")


class GitignoreLines:
    """What lines of a .gitignore were made into."""

    __slots__ = ("_above", "_caseless", "_directories", "_groups", "_names", "_placed", "_taking", "folded", "needles")

    def __init__(self, patterns: tuple[str, ...]) -> None:
        """Raises SchemeError."""
        small = tuple([each.casefold() for each in patterns])
        self._caseless = self if small == patterns else GitignoreLines(small)
        self._groups = _groups(patterns)
        taking = [expression for expression, takes_in in self._groups if takes_in]
        self._taking = "|".join(taking) if len(taking) > 1 else ""
        plain = [each.strip("/").removeprefix("**/").split("/") for each in patterns if not PATTERN.search(each[2:])]
        self._names = frozenset(parts[-1] for parts in plain)
        self.needles = _needles(patterns)  # one of them stands in all that is found; None: unknown
        quotes = any("'" in each or '"' in each for each in self.needles or ())  # they are looked for without them
        self.folded = None if quotes else self.needles and tuple([each.casefold() for each in self.needles])
        self._above = frozenset(tuple(parts[:at]) for parts in plain for at in range(1, len(parts)))
        self._directories = frozenset(parts[-1] for parts in self._above)
        self._placed = [parts for parts in plain if len(parts) > 1]

    def takes_in(self, who: str, relative: str) -> bool:
        """Is it, in the form of `names_of`, taken in? Raises SchemeError."""
        if self.needles is not None and not any(map(relative.__contains__, self.needles)):
            return False  # most paths
        kept = late_module("chibi_hooks.scheme.regexps.kept").kept  # RE2 is not small
        if self._taking and kept(who, self._taking).search(relative, grouped=False) is None:
            return False  # one search, however many lines
        for expression, takes_in in self._groups:
            if kept(who, expression).search(relative, grouped=False) is not None:
                return takes_in
        return False

    def takes_in_without_case(self, who: str, relative: str) -> bool:
        """Would it be, where names have no case, if it is not? Raises SchemeError."""
        small = relative.casefold()
        return (small != relative or self._caseless is not self) and self._caseless.takes_in(who, small)

    def has_below(self, relative: str) -> bool:
        """Does something that a line without * names lie in this directory?"""
        parts = tuple(relative.rstrip("/").split("/"))
        return any(parts[-length:] in self._above for length in range(1, min(len(parts), DEEPEST) + 1))

    def may_become(self, relative: str) -> bool:
        """May the shell make a name of this pattern that a line names? `*` alone stands for what is there, and means
        none of them but where a line says the directory."""
        from fnmatch import fnmatchcase

        directory, _, name = relative.rstrip("/").rpartition("/")
        above = directory.split("/")
        if any(above[1 - len(parts) :] == parts[:-1] and fnmatchcase(parts[-1], name) for parts in self._placed):
            return True
        if name[:1] in ("*", "?", "[", ""):
            return False
        names = self._names | self._directories if relative[-1] == "/" else self._names
        return any(fnmatchcase(each, name) for each in names)


def _needles(patterns: tuple[str, ...]) -> tuple[str, ...] | None:
    """What stands in every path that a line takes in, and in a directory above it: of the line's first name the longest
    run of characters that mean themselves; None where a line has none."""
    found = []
    for pattern in patterns:
        if pattern[:1] in ("!", "#") or not pattern.strip():
            continue
        names = [each for each in pattern.strip().strip("/").split("/") if each != "**"]
        runs = SPECIAL.split(names[0]) if names and "\\" not in pattern else [""]
        found.append(max(runs, key=len))
    return tuple(dict.fromkeys(found)) if all(found) else None


_kept: dict[tuple[str, ...], GitignoreLines] = {}  # the oldest first
_literals: dict[int, tuple[Value, GitignoreLines]] = {}  # the same by the identity of what nobody can change


def _lines_of(who: str, lines: Value) -> GitignoreLines:
    known = _literals.get(id(lines))
    if known is not None and known[0] is lines:
        return known[1]
    found = _read_lines(who, lines)
    if type(lines) is LiteralPair:
        while len(_literals) >= KEPT:
            _literals.pop(next(iter(_literals), 0), None)
        _literals[id(lines)] = (lines, found)
    return found


def _read_lines(who: str, lines: Value) -> GitignoreLines:
    patterns = tuple(_texts_of(who, lines))
    found = _kept.get(patterns)
    if found is None:
        found = GitignoreLines(patterns)
        while len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept), patterns), None)
        _kept[patterns] = found
    return found


def _texts_of(who: str, lines: Value) -> list[str]:
    """The lines; every policy about files asks with some twenty. Raises SchemeError."""
    found: list[str] = []
    rest = lines
    try:
        while rest.__class__ is Pair and len(found) <= LINES:
            found.append(rest.car.s)
            rest = rest.cdr
        if rest is NIL:
            return found
    except AttributeError:
        pass  # it is said below
    return [text(who, 2, each) for each in list_items(who, 2, lines)]


def _groups(patterns: tuple[str, ...]) -> list[GitignoreGroup]:
    """The lines as expressions, the last one first: it decides. Raises SchemeError."""
    if len(patterns) > LINES:
        raise fail("limit", f"there are more than {LINES} patterns", who="path-matches?")
    read = [each for each in map(_expression, patterns) if each is not None]
    found = [
        ("|".join(f"(?:{expression})" for expression, _ in group), takes_in)
        for takes_in, group in groupby(read, key=lambda each: each[1])
    ]
    return found[::-1]


def _expression(pattern: str) -> GitignoreGroup | None:
    """A line as an expression; None for a comment. Raises SchemeError."""
    from pathspec.patterns.gitignore.base import GitIgnorePatternError  # few homes match paths
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    if len(pattern) > LENGTH:
        raise fail("limit", f"the pattern has more than {LENGTH} characters", who="path-matches?")
    try:
        expression, takes_in = GitIgnoreSpecPattern.pattern_to_regex(pattern)
    except GitIgnorePatternError:
        raise fail("syntax", f"{pattern}: no pattern of a .gitignore", who="path-matches?") from None
    if expression is None:
        return None
    if "[" in pattern:
        try:
            late_module("chibi_hooks.scheme.regexps.kept").kept("path-matches?", expression)
        except SchemeError:
            raise fail("syntax", f"{pattern}: no pattern of a .gitignore", who="path-matches?") from None
    return expression.replace("\\ ", " ").replace("(?P<ps_d>", "(?:"), bool(takes_in)


def names_of(path: str) -> str:
    """A path without `.`, `..` and empty names, from where the lines stand; a directory still ends with a /."""
    found: list[str] = []
    whole = path.replace("\\", "/") if "\\" in path else path
    if whole[4:5] == ":" and is_file_url(whole):
        whole = path_of_url(whole)
    if "//" not in whole and "/." not in whole and whole[:1] != "." and "/root" not in whole:
        return (whole if whole[:1] != "/" else whole[1:]) or "."
    rooted = whole[:1] == "/"
    for part in whole.split("/"):
        if part == ".." and found and found[-1] != "..":
            found.pop()
        elif part == ".." and not rooted or part not in ("", ".", ".."):
            found.append(part)
            if part == "root" and rooted and is_own_root(found):
                found.clear()
    end = "/" if len(path) > 1 and path.endswith("/") and found else ""
    return "/".join(found) + end if found else "."
