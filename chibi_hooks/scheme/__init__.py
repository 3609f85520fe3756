"""The Scheme: text in, values out. This layer knows no hook, no payload and no JSON.

How one text becomes code, and code a value; a folder is a phase (to see one: `chibi-hooks scheme --show core FILE`):

    text ──reading──▶ syntax ──expanding──▶ core nodes ──compiling──▶ Python tree, code
         tokens, data      names, macros,        `core.py`      facts, lines,   │
         with places       libraries, bodies                    constants       │
                                                                                ▼
    a value, or a SchemeError with a place  ◀──running──  a function in the world's namespace

Each folder imports only from those below it (`tests/test_house.py`, RANKS):

    interpreter.py   one world behind a narrow seam: evaluate, call, budgets
    worlds/          what belongs to one world: front, names, redefinition, coverage, access; how it is kept on disk
    libraries/       `(import …)`: finding, loading and sharing the libraries of `scheme_lib` and a program's own
    primitives/      what Python does for Scheme, a family of procedures per file
    compiling/       core nodes -> Python: reshaping, analysing, emitting, verified code; resuming: the rest of a body
    expanding/       syntax -> core nodes; forms/: the core forms; macros/: `syntax-rules`
    running/         the machine: calls, continuations, frames on the heap, errors explained, budgets, backtraces
    core.py          the core language on one page
    primitive.py     how a primitive is declared
    regexps/         regular expressions in linear time, and the notation of SRFI 115
    shell/           a command line -> the simple commands that a shell would run
    reading/         text -> syntax with places; `read`; where the libraries of ours lie
    values/          what a Scheme value is in Python: data, numbers, ports, errors, and their written form

The layout is the laziness: a program that comes from disk loads values, running, primitives and what reads images
(`libraries.loading`, `worlds.kept`); reader, expander and compiler when one of them is first needed. Only what may be
needed in the middle of a script, on a stack that may be full, is loaded by name (`values.late`).

Words, where they do not say it themselves:

    datum            a value as it stands in a text; syntax: the same with places (`Identifier`, `Form`, …)
    place, source    a range of characters; the text it is in
    scope            names -> meanings (`Variable`, `Global`, `Macro`, `CoreForm`); alias: a name that a macro inserted
    top level        the outermost scope of a program or library
    location         a `Global`: what holds a top-level variable; key: its name in generated code
    unit             what is compiled together: one file, library or input
    emission         what the compiler makes of a unit, before it is code; site: one line of it, and what it stands for
    image            a unit as it is kept on disk
    world            a program with its libraries, output and budget: an `Interpreter`; front: its expander's half
    run              one call into a world; machine: what drives calls, captures and tail calls of a run
    trampoline       calls in tail position made one after the other, in place of frames
    heap frame       a frame of Python turned into data: when a continuation is captured, or the stack is full
    budget, ticket   what one call may use; its entry with the watchdog, which sends a `Stop`
    table            what all generated code falls back to; counting: that of code which counts its steps

Short names in this layer: `x` the expander at work (in `expanding`), any value elsewhere; `a b c d` arguments of a
primitive, `k` a continuation, `n` a count, `y` another value, `top` a top level.
"""

from __future__ import annotations

from chibi_hooks.typenames import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chibi_hooks.scheme.interpreter import Interpreter as Interpreter

__all__ = ["Interpreter"]


def __getattr__(name: str) -> Any:
    """Load the interpreter on first use: `import chibi_hooks.scheme` itself stays light (DESIGN §13)."""
    if name == "Interpreter":
        from chibi_hooks.scheme.interpreter import Interpreter

        return Interpreter
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
