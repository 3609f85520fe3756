"""The payload of a call and what a policy looks for come in, the commands or the words that it has to judge go out:
what `(harness policy)` stands on. A text is read once for all policies, and only where one of them has to look at it.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.primitives.harness.globs import may_name
from chibi_hooks.scheme.primitives.harness.payloads import NothingThere, under_key
from chibi_hooks.scheme.primitives.text.regexp import compiled_from
from chibi_hooks.scheme.values.arguments import list_items, text
from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, String, Value, string_of, to_list
from chibi_hooks.scheme.values.frozen import GivenPair, LiteralPair
from chibi_hooks.scheme.values.late import late_module, late_pattern
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.shell.commands import ReadCommands

SHORT: Final = range(16)  # members of a payload and of the arguments of most calls
KEPT: Final = 256  # lists of programs: more than the policies of a large home have
FEW: Final = 64  # members of such a list that a program made; of one that it goes on making nothing else is held
LENGTH: Final = 64 * 1024  # characters; no longer text is looked at
LINES: Final = frozenset({"command", "commands", "cmd", "cmds", "commandline", "shellcommand"})
"""Under these, also with a _ or a capital in them, other servers' tools take a command line, or its words."""
TEXTS: Final = frozenset({"script", "input", "code", "text", "line", "lines", "data", "keys", "program", "executable"})
"""Those that are a terminal take them under these, too."""
WORDS: Final = frozenset({"args", "argv", "arguments"})
TERMINALS: Final = ("shell", "bash", "zsh", "term", "console", "tmux", "ssh", "exec", "command", "process", "pty")
CODES: Final = frozenset({"code", "script", "source", "snippet", "program", "expression", "input", "cell", "function"})
"""Those whose name, or whose argument `language`, says another language take a program of it under these."""
LANGUAGES: Final = {
    **dict.fromkeys(("python", "python3", "py", "ipython", "jupyter", "notebook", "pyodide", "kernel"), "ipython -c"),
    **dict.fromkeys(("node", "nodejs", "javascript", "js", "typescript", "ts", "deno", "bun", "puppeteer", "playwright",
                     "browser", "chrome"), "node -e"),
    "ruby": "ruby -e", "perl": "perl -e", "php": "php -r", "lua": "lua -e", "julia": "julia -e", "elixir": "elixir -e",
    **dict.fromkeys(("r", "rscript"), "Rscript -e"),
    **dict.fromkeys(("bash", "sh", "shell", "zsh"), ""),
}
SAID: Final = frozenset({"language", "lang", "kernel", "runtime", "interpreter"})
WORD: Final = late_pattern(r"[a-z]+\d*")
WORDLIKE: Final = "chibi_hooks.scheme.shell.text.words"
MENTIONS: Final = "chibi_hooks.scheme.shell.programs.mentions"
VALUES: Final = "chibi_hooks.scheme.shell.values"  # tree-sitter: few homes need it
SYNTAX: Final = "chibi_hooks.scheme.shell.text.syntax"
NOWHERE: Final = "^$"  # whose policy objects to nothing that cannot be read
WHO: Final = "judge-commands"


class Programs:
    """A list of texts, most often of programs' names; the texts, the same without their case or None if quotes stand in
    them, and what can be looked for in a text, or None."""

    __slots__ = ("folded", "itself", "looked_for", "names", "texts")

    def __init__(self, itself: Value, texts: list[str], others: bool, looked_for: tuple[str, ...] | None) -> None:
        """`others`: also what nobody can tell."""
        self.itself = itself
        self.texts = texts
        self.names: frozenset[str | None] = frozenset((*texts, None) if others else texts)
        quotes = any("'" in each or '"' in each for each in texts)
        self.folded = None if quotes else tuple([each.casefold() for each in texts])
        self.looked_for = looked_for

    def may_be_run(self, line: str) -> bool:
        """False: no command of the line has one of these names; nor, where that counts, one that nobody can tell."""
        if self.looked_for is None:
            return True
        mentions = late_module(MENTIONS)
        if mentions.may_run(line, self.looked_for):
            return True
        return None in self.names and bool(mentions.may_be_pattern(line, self.looked_for))


_last: tuple[Value, String | None] = (None, None)  # the payload that was asked for last, and its line
_programs: Final[dict[int, Programs]] = {}  # lists of literals by their identity


@primitive("%commands-to-judge")
def commands_to_judge(payload: Value, mentioned: Value, programs: Value, parts: Value) -> Value:
    """(%commands-to-judge payload mentioned programs parts) -> the commands of a call of the shell that may be objected
    to, or a string: why they cannot be read, where the pattern `mentioned` is found. See judge-commands; #f: all."""
    given = _line_of(payload)
    if given is None:
        return NIL
    line = given.s
    wanted = _programs_of(programs, 4) if programs is not FALSE else None
    values = late_module(VALUES)
    found: ReadCommands | str | None = values.read_already(line)
    if found is not None and found.__class__ is not str:
        if wanted is not None and wanted.names.isdisjoint(found.names):  # type: ignore[union-attr]
            return NIL
        if parts is not FALSE and not _may_hold(line, parts):
            return NIL
    else:
        looks = wanted is None or wanted.may_be_run(line)
        if not (looks and (parts is FALSE or _may_hold(line, parts))) and not _is_mentioned(mentioned, line):
            return NIL
        if found is None:
            found = values.commands_in(line[: LENGTH + 1])
            if found.__class__ is not str and parts is not FALSE and not _may_hold(line, parts):
                return NIL  # now it is known what stands in it
    if found.__class__ is not str:
        try:
            return to_list(found.all() if wanted is None else found.of(wanted.names))  # type: ignore[union-attr]
        except Exception as error:
            found = values.broken(error)
    return string_of(found) if _may_mean(mentioned, line, found) else NIL  # type: ignore[arg-type]


@primitive("%changes-to-judge")
def changes_to_judge(payload: Value, mentioned: Value, lines: Value) -> Value:
    """(%changes-to-judge payload mentioned lines) -> the words for the files that a call of the shell changes, or a
    string: why it cannot be read, where the pattern `mentioned` is found. See judge-changes; #f: another call."""
    given = _line_of(payload)
    if given is None:
        return FALSE
    line = given.s
    if lines is not FALSE and not may_name(given, lines) and not _is_mentioned(mentioned, line):
        return NIL
    values = late_module(VALUES)
    found = values.commands_in(line[: LENGTH + 1])
    if found.__class__ is not str:
        if lines is not FALSE and not may_name(given, lines):
            return NIL  # now it is known what stands in it
        try:
            return values.changes_in(found)
        except Exception as error:
            found = values.broken(error)
    return string_of(found) if _may_mean(mentioned, line, found) else NIL


@primitive("%may-touch?", returns="boolean")
def may_touch(line: Value, lines: Value, mentioned: Value) -> bool:
    """(%may-touch? text (line ...) mentioned) -> may running the text touch what a .gitignore with these lines takes
    in, or is it unreadable and the pattern found in it? #f: surely not."""
    if may_name(line, lines):
        written = text("judge-words", 1, line)
        found = late_module(VALUES).commands_in(written[: LENGTH + 1])
        if found.__class__ is str or may_name(line, lines):
            return True
    return _is_mentioned(mentioned, text("judge-words", 1, line))


@primitive("shell-text")
def shell_text(payload: Value) -> Value:
    """(shell-text payload) -> the command line of a call of the shell, or #f."""
    return _line_of(payload) or FALSE


@primitive("written-path")
def written_path(payload: Value) -> Value:
    """(written-path payload) -> the path of the file that a call writes, or #f."""
    found = _under(_written(payload), "path")
    return found if found.__class__ is String else FALSE


@primitive("written-text")
def written_text(payload: Value) -> Value:
    """(written-text payload) -> the text that a call writes into a file, or #f."""
    arguments = _written(payload)
    found = _under(arguments, "content")
    if found.__class__ is not String:
        found = under_key(arguments, "new")
    return found if found.__class__ is String else FALSE


def _line_of(payload: Value) -> String | None:
    """The command line of a call of the shell."""
    global _last
    last = _last
    if last[0] is payload:
        return last[1]
    try:  # as agents send it
        entry, other = payload.car, payload.cdr.car
        usual = entry.car.s == "tool_name" and other.car.s == "arguments"
    except AttributeError:
        usual = False
    if usual:
        name, arguments = entry.cdr, other.cdr
    else:
        name, arguments = _under(payload, "tool_name"), _under(payload, "arguments")
    if name.__class__ is not String:
        return None
    if name.s == "shell_exec":
        found = _under(arguments, "command")
        found = found if found.__class__ is String else _line_of_other(name.s, arguments)
    elif name.s[:4] == "mcp:":
        found = _line_of_other(name.s, arguments)
    else:
        return None
    if found.__class__ is not String:
        return None
    if type(payload) is GivenPair:  # all who are asked share it, and nobody changes it
        _last = (payload, found)
    return found


def _line_of_other(name: str, arguments: Value) -> Value:
    """What another server's tool is told to run: every text that may be a command line, and the words of one."""
    keys = LINES | TEXTS if any(map(name.lower().__contains__, TERMINALS)) else LINES
    by = _language_of(name, arguments)
    keys = keys if by is None else keys | CODES
    lines: list[str] = []
    words: list[str] = []
    places: list[tuple[str, Value]] = [("", arguments)]
    for key, x in places:  # which become more
        texts = _texts_at(x, key, keys, places)
        if key in WORDS:
            words += texts
        elif key in CODES and by is not None and texts:
            lines += [line for each in texts for line in _run_by(by, each)]
        elif key and texts:
            alone = len(texts) == 1 or " " in texts[0].strip() or key.endswith("s")  # or words of one line
            lines += texts if alone else [_as_line(texts)]
    if len(keys) > len(LINES) and words and not lines:
        lines, words = [_as_line(words)], []
    behind = f" {_as_line(words)}" if words else ""
    if len(lines) < 2:
        return string_of(lines[0] + behind) if lines else NothingThere
    made: list[str] = []
    size = 0
    for each in lines:
        made.append(f"eval {_as_line([each + behind])}")
        size += len(made[-1])
        behind = behind if size <= LENGTH else ""  # nobody reads it, but for what stands in it
    return string_of("\n".join(made))


def _language_of(name: str, arguments: Value) -> str | None:
    """By which program the code is run that such a tool is given; "" for a shell, None where nothing says so."""
    said = [found.s for key in SAID if (found := under_key(arguments, key)).__class__ is String]
    words = WORD.findall(" ".join(said).lower()) or WORD.findall(name[4:].lower())
    named = [LANGUAGES[each] for each in words if each in LANGUAGES]
    return next(iter(named), None) if said or "" not in named else None


def _run_by(program: str, code: str) -> list[str]:
    """Command lines that do what a program's text does; in that of a notebook a line behind a ! is one."""
    if not program.startswith("ipython"):
        return [f"{program} {_as_line([code])}"] if program else [code]
    if code.lstrip().startswith("%%bash") or code.lstrip().startswith("%%sh"):
        return [code.partition("\n")[2]]
    lines = [line.strip() for line in code.splitlines()]
    shown = [line.lstrip("!%").removeprefix("sx ").removeprefix("system ") for line in lines if line[:1] in ("!", "%")]
    return [f"{program} {_as_line([code])}", *shown]


def _texts_at(x: Value, key: str, keys: frozenset[str], places: list[tuple[str, Value]]) -> list[str]:
    """A text, or those of a list that stands under one of the keys, or under none that counts; what has places of its
    own, the members of objects and of lists, is added to these."""
    found: list[str] = []
    rest = x if isinstance(x, Pair) else to_list([x])
    while isinstance(rest, Pair):
        each, rest = rest.car, rest.cdr
        if each.__class__ is String:
            found.append(each.s)
        elif each.__class__ in (int, float):
            found.append(str(each))
        elif isinstance(each, Pair) and each.car.__class__ is String:  # a member, or a list of texts
            own = each.car.s.replace("_", "").casefold()
            is_own = own in keys or own in WORDS
            is_list = key and not is_own and isinstance(each.cdr, Pair)
            places.append((own if is_own else key, each if is_list else each.cdr))
        elif isinstance(each, Pair):
            places.append((key, each))
    return found


def _as_line(words: list[str]) -> str:
    return " ".join(map(late_module(WORDLIKE).one_word, words))


def _under(x: Value, name: str) -> Value:
    """What `under_key` says, without its looks whether a list leads back to itself."""
    rest = x
    try:
        for _ in SHORT:
            entry = rest.car
            if entry.car.s == name:
                return entry.cdr
            rest = rest.cdr
    except AttributeError:  # the end, or no payload
        pass
    return under_key(x, name)


def _written(payload: Value) -> Value:
    """The arguments of a call that writes a file."""
    name = _under(payload, "tool_name")
    if name.__class__ is not String or name.s not in ("write_file", "file_edit"):
        return NothingThere
    return _under(payload, "arguments")


def _is_mentioned(pattern: Value, line: str) -> bool:
    if pattern.__class__ is String and pattern.s == NOWHERE:
        return not line
    return compiled_from(WHO, pattern).search(line, grouped=False) is not None


def _may_mean(pattern: Value, line: str, reason: str) -> bool:
    """May a line that cannot be read, for that reason, do what the pattern tells of?"""
    if pattern.__class__ is String and pattern.s == NOWHERE:
        return not line
    if not late_module(SYNTAX).is_judged_by_what_it_mentions(reason):
        return True
    if _is_mentioned(pattern, line):
        return True
    shown = late_module(MENTIONS).without_quotes(line)
    return shown is not None and (shown == "" or _is_mentioned(pattern, shown))


def _may_hold(line: str, parts: Value) -> bool:
    mentions = late_module(MENTIONS)
    if parts.__class__ is String:
        pattern = compiled_from(WHO, parts)
        return bool(mentions.may_match(line, lambda shown: pattern.search(shown, grouped=False) is not None))
    needles = _programs_of(parts, 5).folded
    return needles is None or bool(mentions.may_hold(line, needles))


def _programs_of(names: Value, number: int) -> Programs:
    """What a list of names comes to."""
    found = _programs.get(id(names))
    same = found is not None and found.itself is names
    if found is None or not same or not (isinstance(names, LiteralPair) or _are_still(names, found.texts)):
        items = list_items(WHO, number, names)
        texts = [text(WHO, number, each) for each in items if each is not FALSE]
        found = Programs(names, texts, len(texts) < len(items), late_module(MENTIONS).plain_names(texts))
        if type(names) is LiteralPair or len(items) <= FEW:  # one that can be changed is looked at each time
            while len(_programs) >= KEPT:
                _programs.pop(next(iter(_programs), 0), None)
            _programs[id(names)] = found
    return found


def _are_still(names: Value, texts: list[str]) -> bool:
    """Does a list that can be changed hold these texts, and nothing else?"""
    rest = names
    try:
        for each in texts:
            if rest.car.s != each:
                return False
            rest = rest.cdr
    except AttributeError:
        return False
    return rest is NIL
