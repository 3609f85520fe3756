"""A command line comes in, the simple commands that a shell would run go out: what `(harness shell)` stands on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values.arguments import list_items, text
from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, String, Value, Vector, string_of, to_list, vector_of
from chibi_hooks.scheme.values.equality import equal
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.typenames import Final

SUBCOMMANDS: Final = "chibi_hooks.scheme.shell.programs.subcommands"
WORDS, SUBCOMMAND = 1, 12  # the numbers of these parts of a command
ASKED: Final = (  # who asks for a part, by its number
    "command-name", "command-words", "command-assignments", "command-redirects", "command-source", "command-through",
    "command-input", "command-fed?", "command-piped?", "command-changes", "command-reads", "command-code", "subcommand",
    "command-verb",
)  # fmt: skip
FEW: Final = range(16)
TOGETHER: Final = 1_000  # words that are looked through at once: no regular expression takes any length
LENGTH: Final = 64 * 1024  # characters; no longer text is looked at


@primitive("%shell-commands")
def shell_commands(line: Value) -> Value:
    """(%shell-commands text) -> its commands as vectors (see `shell.values`), or a string that says why not."""
    values = late_module("chibi_hooks.scheme.shell.values")  # tree-sitter: few homes need it
    found = values.commands_in(text("shell-commands", 1, line)[: LENGTH + 1])
    return string_of(found) if found.__class__ is str else to_list(found.all())


@primitive("%shell-part", inline="a.shell_parts[b] if a.shell_parts[b] is not None else made_shell_part(a, b)")
def shell_part(command: Value, number: Value) -> Value:
    """(%shell-part command k) -> a part of a command, by its number (see `shell.values`)."""
    made = _parts(ASKED[number], command)[number]
    return made_shell_part(command, number) if made is None else made


@internal
def made_shell_part(command: Value, number: Value) -> Value:
    """A part that nobody has asked for yet."""
    return late_module("chibi_hooks.scheme.shell.values").shell_part(command, number)


@primitive("flag?", returns="boolean")
def is_flag_given(command: Value, *names: Value) -> bool:
    """(flag? command name ...) -> is one of these options given?"""
    _parts("flag?", command)
    wanted = _texts("flag?", names)
    if not command.may_have(wanted):
        return False
    return any(map(late_module(SUBCOMMANDS).is_option, command.options, repeat(wanted)))


@primitive("option")
def option(command: Value, *names: Value) -> Value:
    """(option command name ...) -> the value of the first of these options that is given, a word; #f without."""
    made = _parts("option", command)[WORDS]
    wanted = _texts("option", names)
    subcommands = late_module(SUBCOMMANDS)
    is_option, attached = subcommands.is_option, subcommands.attached
    words: list[Value] | None = None
    texts = command.texts if made is None else None
    if texts is not None:
        texts = texts[1:]  # none is dynamic: the words need not be made
    else:
        words = list_items("option", 1, _arguments("option", command))
        texts = _known(words)
    for at, known in enumerate(texts, 1):
        if known[:1] != "-":
            continue
        if known == "--":
            break
        if is_option(known, wanted):
            _, given, value = known.partition("=")
            if given:
                return string_of(value)
            if (here := attached(known, wanted)) is not None:  # -n5
                return string_of(here)
            if at == len(texts):
                return FALSE
            return string_of(texts[at]) if words is None else words[at]
    return FALSE


@primitive("operands")
def operands(command: Value, *names: Value) -> Value:
    """(operands command name ...) -> its arguments that are no options, nor the values of the named ones."""
    subcommands = late_module(SUBCOMMANDS)
    takes_value, operands_of = subcommands.takes_value, subcommands.operands_of
    wanted = _texts("operands", names)
    arguments = list_items("operands", 1, _arguments("operands", command))
    return to_list(operands_of(arguments, _known(arguments), lambda known: takes_value(known, wanted)))


@primitive("runs?", returns="boolean")
def runs(command: Value, name: Value, *words: Value) -> bool:
    """(runs? command name word ...) -> does it run this program, with these words where a subcommand stands? One whose
    name nobody can tell may be it, where these words stand there."""
    rest = _parts("runs?", command)[SUBCOMMAND]
    if name.__class__ is not String or (command.name != name.s and (command.name is not None or not words)):
        return False
    if not words:
        return True
    verb = command.verb
    if verb is not None:  # seen at once
        first = words[0]
        if first.__class__ is not String or first.s != verb:
            return False
        if len(words) == 1:
            return True
    if rest is None:
        rest = made_shell_part(command, SUBCOMMAND)
    for each in words:
        if rest is NIL or not equal(rest.car, each):
            return False
        rest = rest.cdr
    return True


@primitive("%known-texts")
def known_texts(words: Value) -> Value:
    """(%known-texts words) -> a vector of the words, or of as much of their beginning as is known; a vector: itself."""
    if words.__class__ is Vector:
        return words
    found: list[Value] = []
    rest = words
    for _ in FEW:  # as many as most lines have
        if rest.__class__ is not Pair:
            break
        each = rest.car
        found.append(each if each.__class__ is String else each.v[0] if each.__class__ is Vector else each)
        rest = rest.cdr
    if rest is not NIL:
        found = [each.v[0] if each.__class__ is Vector else each for each in list_items("find-outside", 1, words)]
    return vector_of(found)


@primitive("find-word")
def find_word(pattern: Value, words: Value) -> Value:
    """(find-word pattern words) -> the first of the words in which the pattern is found, #f: none; one that only the
    run would tell counts as it is written."""
    kept = late_module("chibi_hooks.scheme.regexps.kept").kept  # RE2 is not small
    who = "find-word"
    if words.__class__ is not Pair:
        return FALSE
    waiting = list_items(who, 2, words)
    wanted = text(who, 1, pattern)
    texts = [text(who, 2, word.v[1] if word.__class__ is Vector else word) for word in waiting]
    for at in range(0, len(texts), TOGETHER):
        few = texts[at : at + TOGETHER]
        if len(few) > 1 and kept(who, f"(?m:{wanted})").search("\n".join(few), grouped=False) is None:
            continue  # most words: one search
        one = kept(who, wanted)
        for word, each in zip(waiting[at : at + TOGETHER], few, strict=True):
            if one.search(each, grouped=False):
                return word
    return FALSE


def _known(words: list[Value]) -> list[str]:
    """The texts of words, or as much of their beginning as is known."""
    return [each.s if each.__class__ is String else each.v[0].s for each in words]


def _texts(who: str, names: tuple[Value, ...]) -> tuple[str, ...]:
    """Names, which stand behind a command."""
    try:
        return tuple([each.s for each in names])
    except AttributeError:  # of one that is no string
        return tuple([text(who, at, each) for at, each in enumerate(names, 2)])


def _parts(who: str, command: Value) -> Sequence[Value]:
    """The parts of a command, as far as they are made. Raises SchemeError for what is none."""
    try:
        parts: Sequence[Value] = command.shell_parts
    except AttributeError:
        raise wrong_type(who, 1, "a command out of shell-commands", command) from None
    return parts


def _arguments(who: str, command: Value) -> Value:
    """The words of a command without its name."""
    words = _parts(who, command)[WORDS]
    if words is None:
        words = made_shell_part(command, WORDS)
    return NIL if words is NIL else words.cdr
