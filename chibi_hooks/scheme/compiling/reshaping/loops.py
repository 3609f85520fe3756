"""A form in, the same with its loops on better shapes out: merged where they are several, and then gathering; and
without templates (`formatting`), ratios (`quotients`), named consumers of values (`consumers`), handlers that escape
(`handlers`) and generators that are consumed where they are made (`pipelines`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling.analysing.contents import FormContents
from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, global_facts
from chibi_hooks.scheme.compiling.analysing.inlining.consing import as_gathering_loop, onto_itself
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, with_children
from chibi_hooks.scheme.compiling.analysing.trees import ESCAPING, LEAVES
from chibi_hooks.scheme.compiling.reshaping.appending import gathering_inside, may_append_itself
from chibi_hooks.scheme.compiling.reshaping.beginning import asked_how_it_begins
from chibi_hooks.scheme.compiling.reshaping.consumers import has_consumer, put_consumer
from chibi_hooks.scheme.compiling.reshaping.counting import counting_loop, may_count
from chibi_hooks.scheme.compiling.reshaping.entrances import entered_as_loop, with_loop
from chibi_hooks.scheme.compiling.reshaping.formatting import is_formatting, taken_apart
from chibi_hooks.scheme.compiling.reshaping.gathering.loops import may_gather, on_better_shapes
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Vicinity
from chibi_hooks.scheme.compiling.reshaping.gathering.whole import taken_whole
from chibi_hooks.scheme.compiling.reshaping.generated import STAGES
from chibi_hooks.scheme.compiling.reshaping.handlers import has_escaping_handler, with_guards
from chibi_hooks.scheme.compiling.reshaping.merging import may_merge, merged, set_apart
from chibi_hooks.scheme.compiling.reshaping.named_stages import in_place
from chibi_hooks.scheme.compiling.reshaping.nearing import asked_at_ends, asked_of_loop, brought_in, enters_further_down
from chibi_hooks.scheme.compiling.reshaping.peeking import is_look, taken_at_once
from chibi_hooks.scheme.compiling.reshaping.pipelines import (
    CONSUMERS,
    belongs_to_pipeline,
    consumes_pipeline,
    held_in_one,
    in_one,
)
from chibi_hooks.scheme.compiling.reshaping.quotients import OF_QUOTIENT, divided_at_once, is_quotient_asked
from chibi_hooks.scheme.compiling.reshaping.spelling import may_spell, spelling_loop
from chibi_hooks.scheme.compiling.reshaping.taken import SOURCES
from chibi_hooks.scheme.core import Call, Define, Global, GlobalRef, If, Lambda, Let, Letrec, Node


def reshaped(root: Node, inside: FormContents, origins: Origins, around: Vicinity) -> Node:
    """The tree with its loops on better shapes; the same tree where there are none. `inside`: what stands in it;
    `around`: what is known there."""
    made = root
    asked = any(_is_asked(each, around) for each in set(inside.named))
    if any(map(_is_loop, inside.letrecs)) or (asked and any(_may_become(each, around) for each in inside.calls)):
        around.look(root)
        made = _rebuilt(root, origins, around)
    if isinstance(made, Define) and around.cuts and around.known.get(made.location) is not None:
        made = _counted(made, inside, origins)
        if isinstance(made.value, Lambda) and made.location in inside.named:
            around.look(made)
            made = asked_how_it_begins(made, made.value, origins, around)
    if isinstance(root, Define) and root.location in around.known:
        around.before[root.location] = around.known[root.location]
    return made


def _counted(node: Define, inside: FormContents, origins: Origins) -> Define:
    """A procedure of the top level that adds to what it answers itself, or appends strings to it, as a loop."""
    if not isinstance(node.value, Lambda) or node.location not in inside.named:
        return node
    made = with_loop(node.value, node.location, origins, counting_loop)
    if made is node.value:
        made = with_loop(made, node.location, origins, spelling_loop)
    return node if made is node.value else Define(node.location, made, node.place)


def _is_loop(node: Letrec) -> bool:
    """Whether it looks like one that may have another shape."""
    if may_gather(node) or may_merge(node) or may_append_itself(node) or may_count(node) or may_spell(node):
        return True
    return onto_itself(node) is not None or enters_further_down(node)


def _is_asked(location: Global, around: Vicinity) -> bool:
    """Whether calls of what it holds may become something else."""
    return (
        location in around.before
        or location.name in ASKED
        or bool(location.primitive is None and global_facts(location).stands_for)
    )


def _may_become(node: Call, around: Vicinity) -> bool:
    """Whether it looks like a call that may become something else."""
    if type(node.operator) is not GlobalRef:
        return False
    location = node.operator.location
    if location in around.before and in_place(node, around) is not None:
        return True
    primitive = location.primitive or called_primitive(node)
    if primitive is not None and (asked := ASKED.get(primitive.name)) is not None and asked(node):
        return True
    return location.primitive is None and (asked := ASKED.get(location.name)) is not None and asked(node)


ASKED: Final[dict[str, Callable[[Call], bool]]] = {
    "format": is_formatting,
    "peek-char": is_look,
    "call-with-values": has_consumer,
    **dict.fromkeys(ESCAPING, has_escaping_handler),
    **dict.fromkeys(OF_QUOTIENT, is_quotient_asked),
    **dict.fromkeys((*STAGES, *SOURCES, *CONSUMERS), belongs_to_pipeline),
}
"""Which calls may become something else, by the name of what is called: few are asked more than that."""


def _rebuilt(root: Node, origins: Origins, around: Vicinity) -> Node:
    """The tree with each loop changed after those inside it."""

    def rebuilt(node: Node) -> Node:
        if node.__class__ in LEAVES:
            return node
        if type(node) is Letrec and (near := brought_in(set_apart(node), origins)) is not node:
            return rebuilt(near)
        if type(node) is Let:
            around.whole.update(taken_whole(node))
        asked = asked_of_loop(node) if type(node) is Call else None
        if asked is None:
            made = with_children(node, rebuilt, origins)
        else:
            loop, asking = rebuilt(asked[0]), asked[1]
            if (ended := asked_at_ends(loop, asking, origins)) is not None:
                return _shaped(ended, origins, around)
            made = node if loop is asked[0] else asking(loop)
        return _changed(node, made, origins, around) if made.__class__ in CHANGED else made

    return rebuilt(root)


CHANGED: Final = frozenset({Call, If, Let, Letrec})


def _changed(node: Node, made: Node, origins: Origins, around: Vicinity) -> Node:
    """What becomes of a node, which is `made` with those below it changed."""
    if type(made) is Call:
        return _changed_call(made, around)
    if isinstance(made, (Let, If)) and around.cuts:
        made = taken_at_once(made)
    if type(made) is Let:
        return held_in_one(made, origins)
    if type(made) is Letrec:
        made = merged(made, origins, around.lengths if around.cuts else ())
    if type(made) is Letrec and around.cuts:
        made = gathering_inside(made, origins)
    if type(made) is Letrec and around.cuts:
        made = as_gathering_loop(made, origins)
        for each in (counting_loop, spelling_loop):
            made = entered_as_loop(made, origins, each)
    return on_better_shapes(made, origins, around, node in around.whole) if type(made) is Letrec else made


def _shaped(node: Node, origins: Origins, around: Vicinity) -> Node:
    """A loop with variables around it on better shapes."""
    if isinstance(node, Let):
        return Let(node.variables, node.inits, _shaped(node.body, origins, around), node.place)
    return on_better_shapes(node, origins, around) if isinstance(node, Letrec) else node


def _changed_call(made: Call, around: Vicinity) -> Node:
    if type(made.operator) is not GlobalRef or not _is_asked(made.operator.location, around):
        return made
    made = in_place(made, around) or made
    if is_formatting(made):
        return taken_apart(made)
    if has_consumer(made):
        return put_consumer(made)
    if has_escaping_handler(made):
        return with_guards(made)
    if consumes_pipeline(made):
        return in_one(made)
    return divided_at_once(made) if is_quotient_asked(made) else made
