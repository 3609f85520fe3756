"""An S-expression, as Emacs and people write data -> JSON, and JSON -> an S-expression.

    ((tool_name . "shell_exec") (arguments (command . "ls") (tags . ["a" "b"])))
    (:tool_name "shell_exec" :arguments (:command "ls" :tags ["a" "b"]))

The subset
----------
* An object is an alist (keys are symbols or strings, the value is the cdr) or a list that begins with a `:keyword`.
* A vector `[…]` is an array; a list that is no object is one too. `()` and `nil` are what is wanted there: the empty
  object or array.
* `t #t true` are true, `#f false :false` false, `null :null` null; numbers and strings are themselves; every other
  symbol is a string. Comments begin with `;`.
* Refused, with their place: quotes, backquotes, `#(…)`, `?c`, `|…|`, braces, a second expression, anything deeper
  than `DEPTH`. This is data; Scheme source has a reader of its own.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload

if TYPE_CHECKING:
    from chibi_hooks.scheme.values.data import Value

DEPTH: Final = 100  # brackets one inside the other; the parser calls itself for each
BYTES: Final = 4_000_000  # of text; a payload is a thousandth of that
TOKEN: Final = re.compile(r'\s+|;[^\n]*|"(?:[^"\\]|\\.)*"|[()\[\]]|[^\s()\[\]";]+', re.DOTALL)
ATOM: Final = re.compile(r"(#[tf]|[^\s#'`,?|{}\\][^\s'`,|{}\\]*)\Z")
CLOSING: Final = {"(": ")", "[": "]"}
TRUE_WORDS: Final = ("t", "#t", "true")
FALSE_WORDS: Final = ("#f", "false", ":false")
PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")


def parse_sexp(text: str, name: str, hint: Json = None) -> Json:
    """The JSON that a text says; `hint` is an example of it, for what is ambiguous. Raises BadPayload."""
    from chibi_hooks.hooks.scripts.alist import Unfit, scheme_to_json  # brings the engine's data; JSON does without

    if len(text) > BYTES:
        raise BadPayload(f"{name}: wanted at most {BYTES} characters, got {len(text)}")
    _check(text, name)
    try:
        return scheme_to_json(_to_scheme(_parsed(text), name), hint, "payload")
    except Unfit as error:
        raise BadPayload(f"{name}: {error}") from None


def write_sexp(value: Json) -> str:
    """JSON as an S-expression that Emacs reads: alists, vectors, `t`, `:false`, `:null`."""
    import sexpdata  # only where it is asked for

    text: str = sexpdata.dumps(_to_sexpdata(value))
    return text


def _parsed(text: str) -> Any:
    import sexpdata  # only where it is asked for

    return sexpdata.loads(text, nil=None, true=None, false=None)


def _check(text: str, name: str) -> None:
    """Raises BadPayload for what the parser would take badly: it knows no places, and fails in odd ways."""
    opened: list[tuple[str, int]] = []
    expressions = position = 0
    while position < len(text):
        found = TOKEN.match(text, position)
        if found is None:
            raise _error(text, position, name, "the text that begins here has no end")
        token = found[0]
        if token[0].isspace() or token[0] == ";":
            position = found.end()
            continue
        if not opened and token not in (")", "]"):
            expressions += 1
            if expressions > 1:
                raise _error(text, position, name, f"wanted one expression, got another: {token[:40]}")
        _check_token(token, opened, text, position, name)
        position = found.end()
    if opened:
        raise _error(text, opened[-1][1], name, f"{opened[-1][0]} is not closed")
    if not expressions:
        raise BadPayload(f"{name}: there is no expression in it")


def _check_token(token: str, opened: list[tuple[str, int]], text: str, position: int, name: str) -> None:
    if token in CLOSING:
        opened.append((token, position))
        if len(opened) > DEPTH:
            raise _error(text, position, name, f"nested more than {DEPTH} deep")
    elif token in (")", "]"):
        if not opened or CLOSING[opened[-1][0]] != token:
            wanted = f"wanted {CLOSING[opened[-1][0]]}, got" if opened else "nothing is open for"
            raise _error(text, position, name, f"{wanted} {token}")
        opened.pop()
    elif token[0] != '"' and (not ATOM.match(token) or ("_" in token and _is_number(token))):
        raise _error(text, position, name, f"wanted a list, vector, string, number or symbol, got {token[:40]}")


def _error(text: str, position: int, name: str, message: str) -> BadPayload:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return BadPayload(f"{name}:{line}:{column}: {message}")


def _to_scheme(node: Any, name: str) -> Value:
    """What sexpdata gives, as Scheme data: there the rules for alists are at home. As deep as `DEPTH` at most."""
    from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, intern, string_of, vector_of  # as above

    kind = type(node).__name__
    if kind == "Symbol":
        word = str(node.value())
        if word in TRUE_WORDS:
            return TRUE
        if word in FALSE_WORDS:
            return FALSE
        return NIL if word == "nil" else intern("null" if word == ":null" else word)
    if kind == "Brackets":
        return vector_of([_to_scheme(each, name) for each in node.I])
    if isinstance(node, list):
        return _list(node, name)
    if isinstance(node, str):
        return string_of(node)
    if isinstance(node, float) and not math.isfinite(node):
        raise BadPayload(f"{name}: {node} is no JSON number")
    return node


def _list(members: list[Any], name: str) -> Value:
    from chibi_hooks.scheme.values.data import NIL, cons  # as above

    if members and (key := _word(members[0])) is not None and _is_keyword(key):
        return _property_list(members, name)
    made: Value = NIL
    if len(members) > 2 and _word(members[-2]) == ".":
        made = _to_scheme(members[-1], name)
        members = members[:-2]
    if any(_word(each) == "." for each in members):
        raise BadPayload(f"{name}: a dot stands before the last member of a list, as in (key . value)")
    for each in reversed(members):
        made = cons(_to_scheme(each, name), made)
    return made


def _property_list(members: list[Any], name: str) -> Value:
    from chibi_hooks.scheme.values.data import NIL, cons, string_of  # as above

    keys = [_word(each) for each in members[::2]]
    if len(members) % 2 or not all(key is not None and _is_keyword(key) for key in keys):
        raise BadPayload(f"{name}: wanted (:key value …), got {len(members)} members that begin with {keys[0]}")
    made: Value = NIL
    for key, value in reversed(list(zip(keys, members[1::2], strict=True))):
        made = cons(cons(string_of(str(key)[1:]), _to_scheme(value, name)), made)
    return made


def _is_keyword(word: str) -> bool:
    return len(word) > 1 and word[0] == ":" and word not in (":false", ":null")


def _word(node: Any) -> str | None:
    return str(node.value()) if type(node).__name__ == "Symbol" else None


def _to_sexpdata(value: Json) -> Any:
    import sexpdata  # only where it is asked for

    if isinstance(value, dict):
        dot = sexpdata.Symbol(".")
        return [[_key(key), dot, _to_sexpdata(each)] for key, each in value.items()]
    if isinstance(value, list):
        return sexpdata.Brackets([_to_sexpdata(each) for each in value])
    if value is None or value is False:
        return sexpdata.Symbol(":null" if value is None else ":false")
    return sexpdata.Symbol("t") if value is True else value


def _is_number(word: str) -> bool:
    """Would the parser, which asks Python, take this for a number (`nan`, `1_000`)?"""
    try:
        float(word)
    except ValueError:
        return False
    return True


def _key(key: str) -> Any:
    import sexpdata  # only where it is asked for

    is_plain = PLAIN_KEY.match(key) and not _is_number(key) and key not in (*TRUE_WORDS, *FALSE_WORDS, "nil", "null")
    return sexpdata.Symbol(key) if is_plain else key
