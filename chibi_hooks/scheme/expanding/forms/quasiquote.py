"""Quasi-quoted templates come in; constants and calls of list, cons, append and list->vector go out (R7RS 4.2.8)."""

from __future__ import annotations

from typing import Any

from chibi_hooks.scheme.core import Const, Node
from chibi_hooks.scheme.expanding.expander import Expander, primitive
from chibi_hooks.scheme.expanding.scope import CORE_FORMS, Scope, auxiliary, core_form, flat, means
from chibi_hooks.scheme.reading.syntax import Form, Syntax, VectorForm
from chibi_hooks.scheme.values.source import Place

UNQUOTE = auxiliary("unquote", "`(… ,expression …)")
SPLICING = auxiliary("unquote-splicing", "`(… ,@list …)")
DEPTH = 60  # template brackets open at once, unquoted templates included; each costs three frames of Python


@core_form("quasiquote", "(quasiquote template)")
def _expand_quasiquote(x: Expander, form: Form, scope: Scope) -> Node:
    if len(form.items) != 2:
        raise x.wrong("quasiquote", form)
    return _Template(x, scope, form.place).node(form.items[1], 1)


class _Template:
    """One quasi-quote being expanded. `level` counts quasi-quotes less unquotes."""

    def __init__(self, x: Expander, scope: Scope, place: Place) -> None:
        self.x = x
        self.scope = scope
        self.place = place

    def node(self, template: Syntax, level: int) -> Node:
        made = self.build(template, level)
        return Const(self.x.datum(template), self.place) if made is None else made

    def build(self, template: Syntax, level: int) -> Node | None:
        """The node, or None for what is constant. Raises SchemeError."""
        kind = template.__class__
        if kind is not Form and kind is not VectorForm:
            return None
        self.x.spend(len(template.items))
        self.x.brackets += 1
        if self.x.brackets > DEPTH:
            raise self.x.refuse(template, f"a template nested more than {DEPTH} deep", who="quasiquote", kind="limit")
        made: Node | None
        if kind is VectorForm:
            made = self.list(template.items, None, level)
            if made is not None:
                made = primitive("list->vector", made, place=self.place)
        else:
            made = self.form(flat(template), level)
        self.x.brackets -= 1
        return made

    def form(self, form: Form, level: int) -> Node | None:
        items = form.items
        if len(items) > 1 and form.tail is None:
            word = self.word(items[-2])
            if word is not None:  # (unquote x), and (a . ,x) which is (a unquote x)
                if len(items) == 2:
                    return self.marked(word, form, level)
                return self.list(items[:-2], Form(items[-2:], form.place), level)
        return self.list(items, form.tail, level)

    def word(self, x: Syntax) -> Any:
        """Which of the three words of quasi-quotation syntax is, or None."""
        for word in (UNQUOTE, CORE_FORMS["quasiquote"]):
            if means(x, word, self.scope):
                return word
        return None

    def marked(self, word: Any, form: Form, level: int) -> Node | None:
        """`(unquote x)` or `(quasiquote x)`."""
        level += 1 if word is not UNQUOTE else -1
        if not level:
            return self.x.expand(form.items[1], self.scope)
        inner = self.list(form.items[1:], None, level)
        return None if inner is None else primitive("cons", self.constant(form.items[0]), inner, place=self.place)

    def list(self, items: list[Syntax], tail: Syntax | None, level: int) -> Node | None:
        """A list or the members of a vector, as segments that append puts together; None if all is constant."""
        constant = True
        segments: list[Node] = []
        run: list[Node] = []
        for item in items:
            spliced = self.spliced(item, level)
            if spliced is not None:
                constant = False
                if run:
                    segments.append(primitive("list", *run, place=self.place))
                    run = []
                segments.append(spliced)
                continue
            made = self.build(item, level)
            constant = constant and made is None
            run.append(self.constant(item) if made is None else made)
        end = None if tail is None else self.build(tail, level)
        if constant and end is None:
            return None
        if end is None and tail is not None:
            end = self.constant(tail)
        if end is not None and len(run) == 1 and not segments:
            return primitive("cons", run[0], end, place=self.place)
        if run:
            segments.append(primitive("list", *run, place=self.place))
        if end is not None:
            segments.append(end)
        return segments[0] if len(segments) == 1 else primitive("append", *segments, place=self.place)

    def spliced(self, item: Syntax, level: int) -> Node | None:
        """The list that `(unquote-splicing x)` puts in here, else None: with another number of operands it is data.
        Raises SchemeError.
        """
        if item.__class__ is not Form or len(item.items) != 2 or item.tail is not None:
            return None
        if not means(item.items[0], SPLICING, self.scope):
            return None
        if level == 1:
            return self.x.expand(item.items[1], self.scope)
        inner = self.list(item.items[1:], None, level - 1)
        if inner is None:
            return None
        marked = primitive("cons", self.constant(item.items[0]), inner, place=self.place)
        return primitive("list", marked, place=self.place)

    def constant(self, x: Syntax) -> Node:
        return Const(self.x.datum(x), self.place)
