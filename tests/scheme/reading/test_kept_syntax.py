"""Forms that were read by an earlier process are those that stand in the text."""

from __future__ import annotations

import marshal
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.scheme.libraries.finding import SCHEME_LIB
from chibi_hooks.scheme.reading import store
from chibi_hooks.scheme.reading.kept_syntax import forms_of, forms_read, written
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax, VectorForm
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText

EVERYTHING = r"""(a (b . (c . d))
 "s\n\x3bb;" #\a #\x10ffff #t #f 12 -3.5 +nan.0 #(1 #(x ()) (y)) '`(,z ,@w) |two words|)
() (x . #(1 2)) (x . y)"""


def seen(syntax: Syntax) -> Any:
    """All that there is to see of a form, with its places."""
    kind = syntax.__class__
    if kind is Identifier:
        return syntax.name, syntax.place.start, syntax.place.end
    if kind is Form or kind is VectorForm:
        tail = seen(syntax.tail) if kind is Form and syntax.tail is not None else None
        return kind.__name__, syntax.place.start, syntax.place.end, [seen(each) for each in syntax.items], tail
    return kind.__name__, write_text(syntax)


def source_of(text: str) -> SourceText:
    return SourceText("text", text)


@pytest.mark.parametrize("text", [EVERYTHING, *[path.read_text("utf-8") for path in SCHEME_LIB.rglob("*.s[cl][md]")]])
def test_forms_come_back_from_disk_as_they_were_read(text: str) -> None:
    source = source_of(text)
    forms = read_source(source)
    kept = written(forms)
    assert kept is not None
    assert [seen(each) for each in forms_read(marshal.loads(marshal.dumps(kept)), source)] == [*map(seen, forms)]


@pytest.mark.parametrize("text", ["(1/2)", "#u8(1)", "'#0=(a . #0#)", "+i"])
def test_what_cannot_be_kept_is_read_each_time(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(read_source(source_of(text))) is None
    monkeypatch.setattr(store, "_store", store.Store(tmp_path / "kept"))
    opened: list[str] = []

    def read() -> SourceText:
        opened.append(text)
        return source_of(text)

    for _ in range(2):
        source, forms = forms_of("scheme_lib/none.scm", False, read)
        assert (source.text, len(forms)) == (text, 1)
    assert len(opened) == 3  # to be kept, to be used, and once more by whoever found that it is not kept


def test_a_file_that_is_kept_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_store", store.Store(tmp_path / "kept"))
    opened: list[bool] = []

    def read() -> SourceText:
        opened.append(True)
        return source_of("(a b)\n(c)")

    first, second = (forms_of("scheme_lib/none.scm", False, read) for _ in range(2))
    assert [*map(seen, first[1])] == [*map(seen, second[1])] == [*map(seen, read_source(source_of("(a b)\n(c)")))]
    assert opened == [True]
