"""A procedure in; out comes whether Python's own C may call it: whether it is a leaf.

Rules: a leaf is compiled code that calls primitives without effect and other leaves only, assigns nothing but its own
variables, makes strings and gathers members but makes no other data, and answers no tail call. So nothing can be
captured in it, and where the stack turns out to be full in the middle of many calls of it, all of them may begin again
(`begun_again`). It may call `error`: that leaves it as an error of a primitive does, and is handled outside. What is
not sure to be a leaf is none: its bytecode is looked at, and what is not foreseen there is refused. A table that is
looked into may be one that asks procedures of the program; until the first of these is made in the process, a look into
a table is a primitive, or an error.
"""

from __future__ import annotations

from collections.abc import Callable
from opcode import opmap
from types import CodeType, FunctionType
from weakref import ref

from chibi_hooks.scheme.primitive import named_in_code
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.running.runs import current_or_none, dynamics_of
from chibi_hooks.scheme.values.data import FIRST_FIELDS, NIL, Value
from chibi_hooks.typenames import Final, TypeAlias, TypeVar

T = TypeVar("T")

OPCODES: Final = frozenset(
    opmap[name]
    for name in """
    CACHE NOP RESUME POP_TOP COPY SWAP PRECALL CALL KW_NAMES RETURN_VALUE RETURN_CONST COPY_FREE_VARS
    LOAD_CONST LOAD_FAST LOAD_FAST_CHECK LOAD_FAST_LOAD_FAST LOAD_DEREF LOAD_GLOBAL LOAD_ATTR
    STORE_FAST STORE_FAST_STORE_FAST STORE_FAST_LOAD_FAST
    BINARY_OP BINARY_SUBSCR BINARY_SLICE BUILD_SLICE COMPARE_OP IS_OP UNARY_NOT UNARY_NEGATIVE TO_BOOL
    BUILD_LIST LOAD_METHOD GET_ITER FOR_ITER END_FOR JUMP_FORWARD JUMP_BACKWARD JUMP_BACKWARD_NO_INTERRUPT
    POP_JUMP_IF_TRUE POP_JUMP_IF_FALSE POP_JUMP_IF_NONE POP_JUMP_IF_NOT_NONE
    POP_JUMP_FORWARD_IF_TRUE POP_JUMP_FORWARD_IF_FALSE POP_JUMP_BACKWARD_IF_TRUE
    POP_JUMP_BACKWARD_IF_FALSE POP_JUMP_FORWARD_IF_NONE POP_JUMP_FORWARD_IF_NOT_NONE JUMP_IF_TRUE_OR_POP
    JUMP_IF_FALSE_OR_POP CONTAINS_OP FORMAT_VALUE FORMAT_SIMPLE BUILD_STRING
    """.split()  # noqa: SIM905  forty names in quotes are harder to read
    if name in opmap
)
LOAD_GLOBAL: Final = opmap["LOAD_GLOBAL"]
LOAD_ATTR: Final = opmap["LOAD_ATTR"]
LOAD_METHOD: Final = opmap.get("LOAD_METHOD", 256)
STORE_ATTR: Final = opmap["STORE_ATTR"]
CALL: Final = opmap["CALL"]
CALLS: Final = frozenset(opmap[name] for name in ("CACHE", "PRECALL", "CALL") if name in opmap)
LOADS: Final = frozenset(opmap[name] for name in ("LOAD_FAST", "LOAD_FAST_CHECK") if name in opmap)
TWO_LOADS: Final = opmap.get("LOAD_FAST_LOAD_FAST", 256)
STORE_FAST: Final = opmap["STORE_FAST"]
STORE_LOAD: Final = opmap.get("STORE_FAST_LOAD_FAST", 256)
TWO_STORES: Final = opmap.get("STORE_FAST_STORE_FAST", 256)
SLOTS: Final = frozenset(
    ("car", "cdr", "s", "c", "v", "b", "text", "kind", *FIRST_FIELDS, "shell_parts", "__class__", "append")
    + ("isascii", "isprintable", "lower", "upper", "casefold", "strip", "lstrip", "rstrip", "ljust", "rjust")
    + ("startswith", "endswith", "find", "isdecimal", "isalpha", "isspace", "isupper", "islower")
    + ("by_text", "by_number", "direct", "get")
)
"""Slots of data that may be read, what is asked of texts and tables, and how members are gathered: in a list of
Python's that nobody else has."""
ERROR: Final = "error@(engine control)"
LOOKS: Final = frozenset(f"{name}@(srfi 125)" for name in ("hash-table-ref/default", "hash-table-contains?", "%ref"))
"""What code calls to look into a table that is none of the engine's."""
HELPERS: Final = frozenset(
    f"%{name}"
    for name in """
    int len ord chr float Pair String Char Symbol Vector Bytevector HashTable Record char chars intern tick bounce
    numbers_equal is_number is_integer is_zero is_even is_odd divide multiply square maximum minimum floor_quotient
    char_alphabetic char_numeric char_whitespace char_upper_case char_lower_case char_upcase char_downcase char_foldcase
    scalar equal eqv append_strings2 append_strings3 bad_index substring_from hash_table_ref table_contains
    not_a_record digit_values list_ref list_tail made_shell_part members-sum range iter turns_until turns_while
    number_in decimal numeral part copied too_long round_ root pow string_upcase string_downcase string_foldcase
    string_find string_finds string_index string_pad string_pad_right
    string_trim_spaces string_trim_right_spaces string_trim_both_spaces
    """.split()  # noqa: SIM905  as above
)
"""What has no effect of what generated code calls and is no primitive; a leaf answers nothing to `bounce`."""
ANY_NUMBER: Final = 0x0C  # of arguments: flags of code
DEEPEST: Final = 3  # a predicate and the accessors that it uses
METHOD_BITS: Final = int(opmap.get("LOAD_METHOD", 256) > 255)  # from 3.12 on LOAD_ATTR says if it is a method, too

REMEMBERED: Final = 1_000  # code objects: to look at one takes longer than to sort a few elements by it

Called: TypeAlias = "tuple[str, ...] | None"  # the globals that code calls and that are not foreseen; None: no leaf
_asking_tables: Final[list[bool]] = []  # not empty: one was made that asks procedures of the program
_looked_at: Final[dict[int, tuple[ref[CodeType], Called]]] = {}  # by identity: code would be compared by its contents


def is_leaf(x: Value, count: int) -> bool:
    """Is it a leaf that takes so many arguments?"""
    return x.__class__ is FunctionType and x.__code__.co_argcount == count and _calls_leaves(x, DEEPEST)


def _calls_leaves(x: Value, left: int) -> bool:
    """Is it a leaf that calls at most so many, one inside the other?"""
    if x.__class__ is not FunctionType or left == 0:
        return False
    code = x.__code__
    known = _looked_at.get(id(code))
    called = known[1] if known is not None and known[0]() is code else _look_at(code)
    if not called:
        return called is not None
    return all(
        (name in LOOKS and not _asking_tables) or _calls_leaves(_named(x, name), left - 1) for name in called
    )


def tables_may_ask() -> None:
    """From now on there may be tables that ask procedures of the program."""
    if not _asking_tables:
        _asking_tables.append(True)


def _named(x: FunctionType, name: str) -> Value:
    """What a name means in a procedure: in its world, or in what all worlds share."""
    return x.__globals__.get(name) or x.__globals__["__builtins__"].get(name)


def _look_at(code: CodeType) -> Called:
    """What code calls that is not foreseen, to be remembered."""
    if len(_looked_at) >= REMEMBERED:
        _looked_at.clear()
    found = _called(code)
    _looked_at[id(code)] = ref(code), found
    return found


def _called(code: CodeType) -> Called:
    if code.co_flags & ANY_NUMBER or unit_of(code) is None:
        return None
    text, names = code.co_code, code.co_names
    found: list[str] = []
    for at in range(0, len(text), 2):
        operation = text[at]
        if operation == STORE_ATTR:
            if names[text[at + 1]] != "s" or not _is_made_here(code, at):
                return None
            continue
        if operation not in OPCODES:
            return None
        if operation == LOAD_GLOBAL:
            called, name = text[at + 1] & 1, names[text[at + 1] >> 1]
            if called and not _is_harmless(name):
                found.append(name)
        elif (operation == LOAD_ATTR and names[text[at + 1] >> METHOD_BITS] not in SLOTS) or (
            operation == LOAD_METHOD and names[text[at + 1]] not in SLOTS
        ):
            return None
    return tuple(found)


def _is_made_here(code: CodeType, at: int) -> bool:
    """Whether what is stored there in an attribute becomes the text of a string which a variable holds that is given
    nothing but strings made for it: nobody else has those.
    """
    text = code.co_code
    if text[at - 2] in LOADS:
        variable = text[at - 1]
    elif text[at - 2] == TWO_LOADS or text[at - 2] == STORE_LOAD:
        variable = text[at - 1] & 15
    else:
        return False
    if variable < code.co_argcount:
        return False
    for place in range(0, len(text), 2):
        operation, stored = text[place], text[place + 1]
        if operation == TWO_STORES and variable in (stored >> 4, stored & 15):
            return False
        first = stored if operation == STORE_FAST else stored >> 4 if operation == STORE_LOAD else None
        if first == variable and not _is_new_string(code, place):
            return False
    return True


def _is_new_string(code: CodeType, at: int) -> bool:
    """Whether what is stored there is what `%String()` gives."""
    text = code.co_code
    called = False
    at -= 2
    while text[at] in CALLS and text[at + 1] == 0:
        called = called or text[at] == CALL
        at -= 2
    return called and text[at] == LOAD_GLOBAL and code.co_names[text[at + 1] >> 1] == "%String"


def _is_harmless(name: str) -> bool:
    primitive = named_in_code(name.removeprefix("%")) or named_in_code(name)
    return name in HELPERS or name == ERROR or (primitive is not None and primitive.pure and primitive.leaf)


def begun_again(act: Callable[[], T]) -> T:
    """What `act` gives, which calls leaves. Raises RecursionError as if it had not begun. No handler is asked while it
    runs: that would be a procedure which is no leaf.
    """
    run = current_or_none()
    saved = run.dynamics if run is not None else None
    if run is not None and saved is not None:
        run.dynamics = dynamics_of(saved.winders, NIL, saved.parameters)
    try:
        return act()
    except RecursionError:
        pass
    finally:
        if run is not None and saved is not None:
            run.dynamics = saved
    raise RecursionError
