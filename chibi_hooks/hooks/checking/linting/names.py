"""The names that a file uses and nothing defines -> findings: from which library they come, or what was meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Finding, Fix, Spot
from chibi_hooks.hooks.checking.linting.nodes import text_at
from chibi_hooks.hooks.deciding.point import POINTS, Everywhere
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries, where_is
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.scheme.values.spelling import near
from chibi_hooks.scheme.worlds.hints import written_in_r7rs

CERTAIN: Final = 0.85  # likeness of a slip of the finger: string-apend; string-ends-with? and string-length have 0.65

WHOLE: Final = "payload"
MOST_WORDS: Final = 10_000  # of a form that are looked at
LATIN: Final = str.maketrans(  # letters that look alike
    "аеорсухіјѕАВЕКМНОРСТХαονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijsABEKMHOPCTXaovABEZHIKMNOPTYX"
)


def testing_names() -> Collection[str]:
    """What a test file finds besides, without an import."""
    return {*exports_of("(chibi test)"), "fire", "fixture"}


def unbound_names(scope: TopLevel, place_in_home: str, given: Collection[str] = ()) -> Iterator[Finding]:
    """The names that the file uses and nothing defines, each at its first use; `given`: those that somebody defines
    before it is run."""
    first: dict[str, Place] = {}
    for name, place in scope.unbound:
        if name not in given:
            first.setdefault(name, place)
    bound = sorted(scope.bound_names()) if first else []
    texts: dict[SourceText, Sequence[Syntax]] = {}
    for name, place in first.items():
        if place.source not in texts:
            texts[place.source] = _read(place.source)
        around = list(_forms_around(place, texts[place.source]))
        if any(_defines_in_another_way(form, first, place) for form in around):
            continue
        local = sorted({*_words(around[:1])} - first.keys())
        told = _unbound(name[:64], place, (local, bound), place_in_home, around)
        if told.hint or not any(_is_unknown(form, first, place) for form in around):
            yield told


def _read(source: SourceText) -> Sequence[Syntax]:
    try:
        return read_source(source)
    except SchemeError:
        return ()


def _forms_around(place: Place, inside: Sequence[Syntax]) -> Iterator[Form]:
    """The forms of a text in which a place lies, outermost first."""
    while True:
        forms = [each for each in inside if isinstance(each, Form) and each.place.source is place.source]
        found = next((each for each in forms if each.place.start <= place.start < each.place.end), None)
        if found is None:
            return
        yield found
        inside = found.items


def _words(inside: Sequence[Syntax]) -> Iterator[str]:
    """The names that stand in some forms."""
    pending = list(inside)
    for _ in range(MOST_WORDS):
        if not pending:
            return
        each = pending.pop()
        if isinstance(each, Identifier):
            yield each.name
        elif isinstance(each, Form):
            pending += each.items


def _like(name: str, local: Sequence[str], bound: Sequence[str]) -> tuple[str, str]:
    """What is said of the name that was meant, and that name: one of the form itself, first of all."""
    latin = name.translate(LATIN)
    if latin != name and latin in (*local, *bound):
        odd = next(each for each in name if each != each.translate(LATIN))
        return f': its "{odd}" ({unicodedata.name(odd)}) is none of the Latin letters', latin
    names = [*local, *bound]
    meant = [each for each in names if _plain(each) == _plain(name)] or near(name, names)
    return (f': did you mean "{meant[0]}"?', meant[0]) if meant else ("", "")


def _defines_in_another_way(form: Form, unbound: Collection[str], place: Place) -> bool:
    """Is it a definition or an import of another Lisp, whose name is all that is to be told? (defun bad (x) x)"""
    head = form.items[0] if form.items else None
    if not isinstance(head, Identifier) or head.name not in unbound or head.place.start == place.start:
        return False
    return (written_in_r7rs(head.name) or "").startswith(("define", "set!", "(import", "nothing"))


def _is_unknown(form: Form, unbound: Collection[str], place: Place) -> bool:
    """Does nothing define what a form begins with? What it does with the names in it nobody knows then."""
    head = form.items[0] if form.items else None
    return isinstance(head, Identifier) and head.name in unbound and head.place.start != place.start


def _meant(name: str, around: Sequence[Form]) -> tuple[str, str]:
    """What is said of a name for where it stands, and what to write; nothing where that tells nothing."""
    for form in reversed(around):
        match [each.name if isinstance(each, Identifier) else each if isinstance(each, Form) else None
               for each in form.items]:  # fmt: skip
            case ["payload-ref", _, key, *_] | ["assoc", key, _] if key == name:
                return ": a key of a payload is a string", f'write "{name}"'
            case ["let", Form(items=bindings), *_]:
                variables = [each.items[0] for each in bindings if isinstance(each, Form) and each.items]
                if form is not around[-1] and name in [getattr(each, "name", "") for each in variables]:
                    return ": the values of a let do not see its variables", "write let* in place of let"
    return "", ""


def _plain(name: str) -> str:
    return name.replace("_", "-").lower()


def _field(name: str, local: Sequence[str], around: Sequence[Form]) -> tuple[str, str]:
    """The same of a field that the hook does not list, of what is in one, and of the whole payload."""
    match around[0].items if around else []:
        case [Identifier(name="define-hook"), Identifier(name=point), Form() as fields, *_] if point in POINTS:
            listed = text_at(fields.place)[1:-1].strip()
            stated = {**Everywhere.stated, **POINTS[point].stated}
        case _:
            return "", ""
    if name == WHOLE:
        behind = f"({listed.partition(' . ')[0]} . {name})" if listed else name
        return "", f"write (define-hook {point} {behind} …)"
    if any(_plain(each) == _plain(name) for each in local):
        return "", ""
    for key, each in stated.items():
        if _plain(each.alias or key) == _plain(name):
            right = f"({listed} {name})" if listed else f"({name})"
            return f": it is a field of {point} that is not listed", f"write (define-hook {point} {right} …)"
        if isinstance(each.example, dict) and name in each.example:
            return f": it is one of the {each.alias or key}", f'write (payload-ref {each.alias or key} "{name}" "")'
    return "", ""


def _member(name: str, place: Place, local: Sequence[str], around: Sequence[Form]) -> tuple[str, str]:
    """The same of `arguments.command` and `tool-name.startswith`."""
    head, _, rest = name.partition(".")
    if head not in local or not rest:
        return "", ""
    first = around[-1].items[0] if around and around[-1].items else None
    is_called = first is not None and first.place.start == place.start
    instead = (written_in_r7rs(rest) if is_called else None) or f'(payload-ref {head} "{rest}")'
    return f": nothing is reached behind a dot of {head}", f"write {instead}"


def _unbound(
    name: str, place: Place, names: tuple[Sequence[str], Sequence[str]], place_in_home: str, around: Sequence[Form]
) -> Finding:
    """`names`: those of the form around it, and those that are defined."""
    message = f"{name or '||'} is not defined"
    why, right = _meant(name, around)
    if not right:
        why, right = _field(name, names[0], around)
    if not right:
        why, right = _member(name, place, names[0], around)
    if right:
        return Finding(Spot.of(place), "error", f"{message}{why}", "unbound", right)
    libraries = where_is(name, "harness")
    if not libraries and (instead := written_in_r7rs(name or "||")):
        return Finding(Spot.of(place), "error", f"{message} in Scheme", "unbound", f"write {instead}")
    if not libraries and name in POINTS:
        fix = Fix(place.start, place.end, f"'{name}") if text_at(place) == name else None
        return Finding(Spot.of(place), "error", f"{message}: a point is a symbol", "unbound", f"write '{name}", fix)
    if not libraries and name.startswith(":") and not near(name[1:], ["else"]):
        return Finding(Spot.of(place), "error", f"{message}: keys are strings", "unbound", f'write "{name[1:]}"')
    if not libraries:
        why, right = _like(name, *names)
        is_certain = right and text_at(place) == name and SequenceMatcher(None, name, right).ratio() >= CERTAIN
        fix = Fix(place.start, place.end, right) if is_certain else None
        return Finding(Spot.of(place), "error", message + why, "unbound", f"write {right}" if right else "", fix)
    library = libraries[0]
    message += f"; it is in {library}: (import {library})"
    if standard_libraries().get(library) != "unsandboxed":
        return Finding(Spot.of(place), "error", message, "unbound", f"write (import {library}) at the top of the file")
    where = "in chibi-hooks.toml, under [scheme.tiers]"
    hint = f'files and processes are out of reach in the sandbox; {where}: "{place_in_home}" = "unsandboxed"'
    return Finding(Spot.of(place), "error", message, "sandboxed", hint)
