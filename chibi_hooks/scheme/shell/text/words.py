"""A word of the tree -> the words that the shell would make of it, as far as the text alone says.

Theory. A word is built as characters and marks: a quoted character is preceded by QUOTED, an unknown piece stands as
UNKNOWN, a blank that separates words (`$IFS`, a variable's value without quotes) is BLANK. Brace expansion and
splitting then work on plain text, and what is left of UNKNOWN makes the word dynamic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from chibi_hooks.scheme.shell.text.braces import braced
from chibi_hooks.scheme.shell.text.marks import BLANK, GLOB, LONGEST, QUOTED, UNKNOWN
from chibi_hooks.scheme.shell.text.parameters import CUT, OPERATIONS, made_of, number_of
from chibi_hooks.scheme.values.late import late_pattern

if TYPE_CHECKING:
    from tree_sitter import Node

PLACES: Final = {"HOME": "~", "PWD": "."}  # variables whose value every command line can spell
OWN: Final = {"SHELL": "/bin/sh", "BASH": "/bin/bash", "0": "/bin/sh"}  # and who every shell says that it is
SET: Final = frozenset({*PLACES, *OWN, "PATH", "USER", "LOGNAME", "LANG", "TERM"})  # nearly everywhere
DEFAULTS: Final = (":-", "-", ":=", "=")
ALTERNATIVES: Final = (":+", "+")
ARGUMENTS: Final = "@"  # the variable that holds $1, $2 …, as marked text with a BLANK between them
PLAIN: Final = re.compile(r"[\w@%+=:,./~^#-]+", re.ASCII)  # a word that stands for itself
SPECIAL: Final = re.compile(r"([{},*?\[\]~\s\\])")
BLANKS: Final = re.compile(r"\s+")
OPTION_OR_NAME: Final = re.compile(r"-|[a-z][\w-]*\Z")
BETWEEN: Final = re.compile(rf"(?<!{QUOTED})\s+")
MARKS: Final = re.compile("[\ufdd0-\ufdd2]")
_SAID: Final = r"[\w@%+=:,./^-]+|'[^'\\]*'|\"[^\"$`\\]*\""
SAYS: Final = late_pattern(  # a substitution that says words which are known, or where a program is
    r"(?a)(?:\$\(|`)[ \t]*(?:(echo)(?:[ \t]+-n)?(?![ \t]+-[neE]+[ \t])"
    r"|(printf|which|command[ \t]+-v|type[ \t]+-[pP])(?![ \t]+-))"
    rf"[ \t]+((?:{_SAID})(?:[ \t]+(?:{_SAID}))*)[ \t]*[)`]"
)
MAKES_FILE: Final = late_pattern(  # where a file is made whose name nobody knows
    r"(?a)\$\([ \t]*mktemp(?:[ \t]+-(?:[dqu]+|-directory|-quiet))*"
    r"(?:[ \t]+-t[ \t]+['\"]?[\w.-]+['\"]?|[ \t]+['\"]?/tmp/[\w.-]+['\"]?)?(?:[ \t]+-d)?[ \t]*\)"
)
MADE_FILE: Final = "/tmp/tmp.XXXXXXXXXX"  # stands for each of them
DOCUMENT: Final = late_pattern(  # $(cat <<'EOF' …): how a message of several lines is given
    r"\$\([ \t]*cat[ \t]*<<[ \t]*(['\"]?)(\w+)\1[ \t]*\n((?s:.*?)\n?)\2[ \t]*\n?[ \t]*\)"
)
SPECIAL_IN_DOCUMENT: Final = late_pattern(r"[$`\\]")
QUOTES: Final = "'\""
SAID: Final = late_pattern(r"(?a)([\w@%+=:,./^-]+)|'([^']*)'|\"([^\"]*)\"")
SUPPOSED: Final = 200  # words of a command that are read once more

ESCAPES: Final = {"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
                  "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?"}  # fmt: skip
ANSI_C: Final = re.compile(
    r"\\(?:(?P<octal>[0-7]{1,3})|x(?P<hex>[0-9A-Fa-f]{1,2})|u(?P<u>[0-9A-Fa-f]{1,4})|U(?P<U>[0-9A-Fa-f]{1,8})"
    r"|c(?P<control>.)|(?P<plain>.))",
    re.DOTALL,
)


class ShellWord(NamedTuple):
    """One word of a command. `text` is None where only the run would tell; `source` is how it is written;
    `known` is the longest beginning that the text alone tells; `glob`: a pattern stands in it without quotes; `rest`:
    what stands behind `known`, with UNKNOWN for each piece that only the run would tell."""

    text: str | None
    source: str
    known: str = ""
    glob: bool = False
    rest: str = ""

    @property
    def whole(self) -> str | None:
        """The word with UNKNOWN for what only the run would tell; None where nothing else is known."""
        return self.text if self.text is not None else partly(self.known + (self.rest or UNKNOWN))


class Redirect(NamedTuple):
    """`>`, `>>`, `<`, `>&` … with the descriptor as it is written ("" if it is not) and the target."""

    operator: str
    descriptor: str
    target: ShellWord


Variables = Mapping[str, str | None]


class Supposed(dict[str, str | None]):
    """Variables of which those that nobody has set are supposed to be what the text gives as a default; `bare`: and
    those without one to be empty."""

    def __init__(self, variables: Variables, bare: bool) -> None:
        super().__init__({**OWN, **variables})
        self.bare = bare


def words_of(node: Node, source: str, variables: Variables) -> list[ShellWord]:
    """What the shell makes of one argument: usually one word, none of an empty variable, several of braces. `source`:
    how it is written, "" where the node's text says it."""
    source = source or text_of(node)
    if node.type == "word" and PLAIN.fullmatch(source) is not None:
        return [ShellWord(source, source, source)]
    return split_words(_marked(node, variables), source, _is_quoted(node))


def all_words(nodes: Iterable[tuple[Node, str]], variables: Variables) -> list[ShellWord]:
    """The words of a command."""
    found: list[ShellWord] = []
    size = 0
    for node, source in nodes:
        found += words_of(node, source, variables) if size < LONGEST else [ShellWord(None, source or text_of(node))]
        size += len(found[-1].known) if found else 0
    return found


def supposed_words(nodes: Sequence[tuple[Node, str]], variables: Variables) -> list[ShellWord]:
    """The words of a command if variables have the defaults that the text gives, and those without one that stand in
    its name, in an option or in the middle of a word are empty: nobody who means well hides these so."""
    bare, given = Supposed(variables, True), Supposed(variables, False)
    found: list[ShellWord] = []
    for node, source in nodes[:SUPPOSED]:
        words = words_of(node, source, bare)
        if found and not any(OPTION_OR_NAME.match(word.known) for word in words):
            words = words_of(node, source, given)
        found += words
    return found


def split_words(marked: str, source: str, quoted: bool) -> list[ShellWord]:
    """Marked text -> its words; `quoted`: quotes stand in it, so that it is a word even when it is empty."""
    found = []
    for expanded in braced(marked):
        pieces = expanded.split(BLANK)
        kept = [piece for piece in pieces if piece] if len(pieces) > 1 else pieces
        found += [_word(piece, source) for piece in kept if piece or quoted]
    return found


def value_of(node: Node | None, variables: Variables) -> str | None:
    """A word where the shell splits nothing, as far as it is known: the value of an assignment, a here-string."""
    if node is None:
        return ""
    return unsplit(_marked(node, variables))


def cut(word: ShellWord, at: int) -> ShellWord:
    """A word without its first characters, `at` of them."""
    text, source, known, glob, rest = word
    return ShellWord(None if text is None else text[at:], source, known[at:], glob, rest)


def word_from(text: str) -> ShellWord:
    """A text as a word; UNKNOWN may stand in it."""
    known, unknown, rest = text.partition(UNKNOWN)
    return ShellWord(None if unknown else text, text, known, False, unknown + rest)


def partly(text: str) -> str | None:
    """A text in which UNKNOWN stands for what only the run would tell; None where that is all of it."""
    return text if text.strip(UNKNOWN) or not text else None


def joined(words: Iterable[ShellWord]) -> str | None:
    """Words as one text, as far as it is known (see `partly`)."""
    return partly(" ".join(map(_with_unknown, words)))


def _with_unknown(word: ShellWord) -> str:
    return UNKNOWN if (whole := word.whole) is None else whole


def unsplit(marked: str) -> str | None:
    """Marked text -> the text, as far as it is known (see `partly`)."""
    return partly(marked.replace(BLANK, " ").replace(QUOTED, ""))


def text_of(node: Node) -> str:
    """How it is written."""
    return (node.text or b"").decode("utf-8", "replace")


def _word(marked: str, source: str) -> ShellWord:
    known, dynamic, rest = marked.partition(UNKNOWN)
    plain = known.replace(QUOTED, "")
    glob = GLOB.search(marked) is not None
    if not dynamic:
        return ShellWord(plain, source, plain, glob)
    return ShellWord(None, source, plain, glob, dynamic + rest.replace(QUOTED, ""))


def _is_quoted(node: Node) -> bool:
    return node.type in ("string", "raw_string", "ansi_c_string", "translated_string") or (
        node.type in ("concatenation", "command_name") and any(_is_quoted(child) for child in node.children)
    )


def one_word(text: str) -> str:
    """A text as one word of a command line."""
    return "'" + text.replace("'", "'\\''") + "'"


def quote(text: str) -> str:
    """A text as it stands in quotes."""
    return SPECIAL.sub(QUOTED + r"\1", text)


def _marked(node: Node, variables: Variables, *, quoted: bool = False) -> str:
    kind = node.type
    if kind in ("command_name", "concatenation"):
        return _joined(_between(node, variables))
    if kind == "raw_string":
        return quote(text_of(node)[1:-1])
    if kind == "ansi_c_string":
        return quote(unescaped(text_of(node)[2:-1]))
    if kind == "translated_string":
        return "".join(_marked(child, variables) for child in node.named_children)
    if kind == "string":
        return _double_quoted(node, variables)
    if kind in ("simple_expansion", "expansion"):
        return _expansion(node, variables, quoted=False)
    if kind in ("command_substitution", "process_substitution", "arithmetic_expansion"):
        return substituted(text_of(node), quoted=quoted)
    if kind == "string_content":
        return quote(text_of(node))
    if kind == "``":
        return ""
    return _bare(text_of(node))


def _joined(pieces: Iterable[str]) -> str:
    """One text of its pieces, as long as that has an end: a variable stands for many characters."""
    made, size = [], 0
    for each in pieces:
        made.append(each)
        size += len(each)
        if size > LONGEST:
            made.append(UNKNOWN)
            break
    return "".join(made)


def _between(node: Node, variables: Variables) -> Iterator[str]:
    """The children's pieces, and the text that stands between them without a node of its own."""
    at = node.start_byte
    whole = node.text or b""
    for child in node.children:
        if child.start_byte > at:
            yield _bare(whole[at - node.start_byte : child.start_byte - node.start_byte].decode("utf-8", "replace"))
        yield _marked(child, variables)
        at = child.end_byte
    if node.end_byte > at:
        yield _bare(whole[at - node.start_byte :].decode("utf-8", "replace"))


def _bare(text: str) -> str:
    """A text without quotes: a backslash quotes the next character, and with a line's end is nothing."""
    if "\\" not in text:
        return text
    return re.sub(r"\\(\n|.)", lambda found: "" if found[1] == "\n" else QUOTED + found[1], text, flags=re.DOTALL)


def _double_quoted(node: Node, variables: Variables) -> str:
    made = []
    whole, base = node.text or b"", node.start_byte
    start = base + 1
    for child in node.named_children:
        if child.type == "string_content":
            continue
        text = child.text or b""
        blanks = len(text) - len(text.lstrip())  # the grammar counts those behind the quote to what follows
        made.append(in_quotes(whole[start - base : child.start_byte - base + blanks].decode("utf-8", "replace")))
        varies = child.type in ("simple_expansion", "expansion")
        made.append(_expansion(child, variables, quoted=True) if varies else _marked(child, variables, quoted=True))
        start = child.end_byte
    made.append(in_quotes(whole[start - base : -1].decode("utf-8", "replace")))
    return _joined(made)


def document_of(body: Node, variables: Variables) -> str | None:
    """What stands in a here-document, as far as it is known."""
    pieces = [child for child in body.named_children if child.type != "heredoc_content"]
    if not pieces:
        return text_of(body) if is_literal(body) else _unescaped(text_of(body))
    made, whole, base, at = [], body.text or b"", body.start_byte, body.start_byte
    for child in pieces:
        made.append(in_quotes(whole[at - base : child.start_byte - base].decode("utf-8", "replace")))
        varies = child.type in ("simple_expansion", "expansion")
        made.append((_expansion if varies else _marked)(child, variables, quoted=True))
        at = child.end_byte
    return unsplit(_joined([*made, in_quotes(whole[at - base :].decode("utf-8", "replace"))]))


def is_literal(body: Node) -> bool:
    """Does the mark of a here-document say that nothing is expanded in it?"""
    starts = [each for each in body.parent.children if each.type == "heredoc_start"] if body.parent is not None else []
    return any(mark in text_of(each) for each in starts for mark in "'\"\\")


def in_quotes(text: str) -> str:
    """The inside of double quotes, without what is expanded there."""
    return quote(_unescaped(text, '"'))


def _unescaped(text: str, also: str = "") -> str:
    """A text where a backslash quotes no more than what is expanded there, and `also`."""
    if "\\" not in text:
        return text
    return re.sub(rf"\\([$`\\\n{also}])", lambda found: "" if found[1] == "\n" else found[1], text)


def _expansion(node: Node, variables: Variables, *, quoted: bool) -> str:
    """`$X`, `${X}` and `${X[@]}` of a variable that the text itself has set; every other operation on it is unknown."""
    if node.children[1:] and node.children[1].type == "subscript":
        return _of_array(node, variables, quoted=quoted)
    name = next((text_of(child) for child in node.children if child.type.endswith("variable_name")), "")
    plain = node.type == "simple_expansion" or len(node.children) == 3
    if plain or (name == "IFS" and name not in variables):
        return expanded(name, variables, quoted=quoted)
    if text_of(node.children[1]) != name:  # ${!x}, ${#x}
        other = variables.get(name) if len(node.children) == 4 and text_of(node.children[1]) == "!" else None
        return expanded(other, variables, quoted=quoted) if other else UNKNOWN
    return _operated(node, name, variables, quoted=quoted)


def _of_array(node: Node, variables: Variables, *, quoted: bool) -> str:
    """`${X[1]}`, `${X[@]}`, `${X[@]:1}`; without an array of that name X is its own first member."""
    name, index = text_of(node.children[1])[:-1].split("[", 1)
    members = variables.get(array_of(name), "" if array_of(name) not in variables else None)
    if members == "" and (value := variables.get(name)) is not None:
        members = quote(value)
    number = number_of(index)
    which = index if number is None else str(number + 1)
    value = None if which in ("@", "*") else variables.get(member_of(name, index))
    if value is not None or (number is None and which not in ("@", "*")):
        return UNKNOWN if value is None or len(node.children) > 3 else expanded_value(value, variables, quoted=quoted)
    if len(node.children) > 3:
        count = [text_of(each) for each in node.children[2:-1]]
        if number is not None or not members or count[0] != ":" or not all(e == ":" or e.isdecimal() for e in count):
            return UNKNOWN
        members = part_of(members, "".join(count[1:]))
    return _argument(which, members or None, quoted=quoted)


def member_of(name: str, index: str) -> str:
    """The variable that holds a member of an array which was set alone."""
    return f"{name}[{index.strip(QUOTES)}]"


def put(members: str | None, index: str, member: str | None) -> str | None:
    """The members with one in its place, or behind all; None where nobody can tell them then."""
    number = number_of(index)
    each = members.split(BLANK) if members else []
    if members is None or member is None or number is None or number > len(each):
        return None
    return BLANK.join([*each[:number], member, *each[number + 1 :]])


def part_of(members: str, cut_at: str) -> str | None:
    """Those of the members that ${X[@]:1:2} is."""
    start, colon, count = cut_at.partition(":")
    each, first, many = members.split(BLANK), number_of(start or "0"), number_of(count)
    if first is None or (colon and many is None) or any(UNKNOWN in before for before in each[:first]):
        return None
    return BLANK.join(each[first:] if not colon else each[first : first + (many or 0)])


def _operated(node: Node, name: str, variables: Variables, *, quoted: bool) -> str:
    """`${X:-y}` and the like; a default is taken where it is known, or supposed, that nobody has set the variable."""
    operator, behind = text_of(node.children[2]), node.children[2].end_byte
    blanks = " " * (node.children[3].start_byte - behind) if operator in CUT else ""  # which are in no node
    value, supposed = variables.get(name), isinstance(variables, Supposed)
    if value is not None and operator in OPERATIONS and UNKNOWN not in value:
        made = made_of(value, operator, [blanks, *(_marked(child, variables) for child in node.children[3:-1])])
        return UNKNOWN if made is None else quote(made) if quoted else _parted(made, variables)
    if not (supposed or value is not None) or operator not in (*DEFAULTS, *ALTERNATIVES):
        return "" if value is None and _is_bare(variables) else UNKNOWN
    if perhaps(name) in variables and value is not None:
        if not supposed:
            return UNKNOWN
        value = None
    is_set = bool(value) or (value is not None and ":" not in operator) or (value is None and name in SET)
    if operator in DEFAULTS and is_set:
        return expanded(name, variables, quoted=quoted)
    if operator in ALTERNATIVES and not is_set and (value is not None or _is_bare(variables)):
        return ""
    given = "".join(_marked(child, variables) for child in node.children[3:-1])
    return BETWEEN.sub(BLANK, given) if not quoted else given


def _is_bare(variables: Variables) -> bool:
    return isinstance(variables, Supposed) and variables.bare


def substituted(source: str, *, quoted: bool) -> str:
    """The marked text that a substitution stands for: what `echo` says of words that stand for themselves is known."""
    if source in ("$(pwd)", "`pwd`"):
        return "."
    if "mktemp" in source and MAKES_FILE.fullmatch(source) is not None:
        return MADE_FILE
    found = SAYS.fullmatch(source)
    if found is None:
        document = DOCUMENT.fullmatch(source)
        if document is None or (not document[1] and SPECIAL_IN_DOCUMENT.search(document[3]) is not None):
            return UNKNOWN
        return quote(document[3].rstrip("\n")) if quoted else BLANKS.sub(BLANK, document[3].rstrip("\n"))
    echoes, finds, said = found.groups()
    words = ["".join(each) for each in SAID.findall(said)]
    if not echoes and finds != "printf" and len(words) > 1:
        return UNKNOWN
    text = printed(words) if finds == "printf" else " ".join(words)
    if text is None:
        return UNKNOWN
    if not echoes and finds != "printf" and "/" not in text:
        text = f"/usr/bin/{text}"
    return quote(text) if quoted else BLANKS.sub(BLANK, text)


def expanded(name: str, variables: Variables, *, quoted: bool) -> str:
    """The marked text that a variable stands for."""
    if name in ("@", "*") or (name.isdecimal() and name not in variables):
        arguments = variables.get(ARGUMENTS)
        return "" if arguments is None and _is_bare(variables) else _argument(name, arguments, quoted=quoted)
    if name == "IFS" and "IFS" not in variables:
        return quote(" ") if quoted else BLANK
    if name in PLACES and name not in variables:
        return PLACES[name]
    if (value := variables.get(name)) is None:
        return "" if _is_bare(variables) and name not in SET else UNKNOWN
    return expanded_value(value, variables, quoted=quoted)


def expanded_value(value: str, variables: Variables, *, quoted: bool) -> str:
    """The marked text that a variable of this value stands for."""
    return quote(value) if quoted else _parted(value, variables)


def _parted(value: str, variables: Variables) -> str:
    """A value where the shell splits it into words: at what IFS says."""
    if "IFS" not in variables:
        return BLANKS.sub(BLANK, value)
    if (ends := variables["IFS"]) is None or UNKNOWN in ends:
        return UNKNOWN
    return re.sub(f"[{re.escape(ends)}]+", BLANK, value) if ends else value


def array_of(name: str) -> str:
    """The variable that holds the members of an array, as `ARGUMENTS` holds them."""
    return f"{name}[@]"


def perhaps(name: str) -> str:
    """The sign that a variable may not be set at all."""
    return f"{name}?"


def held(words: Sequence[ShellWord]) -> str:
    """Words as `ARGUMENTS` holds them."""
    return BLANK.join(map(quote, map(_with_unknown, words)))


def left(arguments: str | None, count: str | None) -> str | None:
    """What `shift` leaves of them."""
    number = number_of(count)
    return None if arguments is None or number is None else BLANK.join(arguments.split(BLANK)[number:])


def _argument(name: str, arguments: str | None, *, quoted: bool) -> str:
    """The marked text that `$@`, `$*` or `$1` stands for; in quotes `$@` is as many words as there are."""
    if arguments is None or name.strip("0") == "":
        return UNKNOWN
    if name.isdecimal():
        each, number = arguments.split(BLANK), number_of(name)
        if any(UNKNOWN in before for before in each[: number and number - 1]):  # which may be any number of words
            return UNKNOWN
        arguments = each[number - 1] if number and number <= len(each) else ""
    elif quoted and name == "*":
        arguments = arguments.replace(BLANK, quote(" "))
    return arguments if quoted else BLANKS.sub(BLANK, arguments.replace(QUOTED, ""))


def unescaped(text: str) -> str:
    """The inside of `$'…'` as the shell reads it."""

    def one(found: re.Match[str]) -> str:
        if found["octal"]:
            return chr(int(found["octal"], 8) & 0xFF)
        if digits := found["hex"] or found["u"] or found["U"]:
            code = int(digits, 16)
            return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        if found["control"]:
            return chr(ord(found["control"]) & 0x1F)
        return ESCAPES.get(found["plain"], "\\" + found["plain"])

    return ANSI_C.sub(one, text)


def printed(arguments: Sequence[str]) -> str | None:
    """What printf makes of its arguments; None: not told."""
    form = unescaped(arguments[0])
    pieces = re.split("%[sb]", form)
    if "%" in "".join(pieces).replace("%%", ""):
        return None
    if len(pieces) == 1:
        return form.replace("%%", "%")
    made, rest = "", [*arguments[1:]]
    while True:
        for piece in pieces[:-1]:
            made += piece + (rest.pop(0) if rest else "")
        made += pieces[-1]
        if not rest or len(made) > LONGEST:
            return made if not rest else None
