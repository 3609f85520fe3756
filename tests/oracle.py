"""Core units in, Scheme values out: the slow and obvious evaluator that the compiler is compared with.

Rules
-----
* Nothing clever: one method per core form, one per control primitive. Where this file and the compiler disagree, R7RS
  decides, then this file.
* Only leaf primitives are shared with the compiler (`PRIMITIVES[name].function`); every primitive that calls a
  procedure or touches the dynamic environment is written here again (`_controls`).

Theory: a CEK machine. A *state* is a tuple `(function, argument, …)`: what to do next. A *continuation* `k` is a
Python function from a value to the next state; it closes over the continuation after it, so the Scheme stack is a
linked list on the heap. `_drive` goes from state to state: Python's own stack never grows, tail calls are proper
because nobody adds a continuation for them, and a captured continuation may be entered any number of times because it
has no mutable parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from inspect import Parameter as Argument
from inspect import Signature
from typing import TYPE_CHECKING, Any

from chibi_hooks.scheme import core
from chibi_hooks.scheme.primitive import PRIMITIVES, Primitive
from chibi_hooks.scheme.primitives import load_families
from chibi_hooks.scheme.primitives.control import sources
from chibi_hooks.scheme.primitives.control.parameters import STANDARD_PORTS, Parameter
from chibi_hooks.scheme.primitives.control.promises import Promise
from chibi_hooks.scheme.primitives.sequences import collecting
from chibi_hooks.scheme.primitives.text import regexp_sre, texts
from chibi_hooks.scheme.running.faults import arity_error, primitive_error
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    UNDEFINED,
    UNSPECIFIED,
    Value,
    Values,
    cons,
    from_list,
    several,
    to_list,
)
from chibi_hooks.scheme.values.errors import Condition, ConditionKind, EngineFault, SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.scheme.values.ports import Port
from chibi_hooks.scheme.values.source import SourceText

if TYPE_CHECKING:
    from chibi_hooks.scheme.expanding.toplevel import Library, TopLevel
    from chibi_hooks.scheme.libraries.library import Libraries
    from chibi_hooks.scheme.reading.syntax import Syntax
    from chibi_hooks.scheme.running.asking import Tier

State = tuple[Any, ...]
Continue = Callable[[Value], State]


PERSISTENT: dict[Any, Callable[..., Value]] = {
    collecting.collector: lambda: NIL,
    collecting.collect: lambda results, x: cons(x, results),
    collecting.collect_list: lambda results, x: cons(x, results),
    collecting.collected: lambda results: to_list(from_list(results)[::-1]),
    collecting.collected_vector: lambda results: collecting.collected_vector(from_list(results)[::-1]),
    texts.collect_part: lambda results, x: cons(x, results),
    regexp_sre.sre_filled: lambda string, said: regexp_sre.sre_filled(string, from_list(said)[::-1]),
    texts.collected_string: lambda results: texts.collected_string(from_list(results)[::-1]),
    texts.collected_parts: lambda results, *backwards: texts.collected_parts(from_list(results)[::-1], *backwards),
    collecting.collected_reversed: lambda results: to_list(from_list(results)),
    texts.members_string: lambda results: texts.members_string(from_list(results)[::-1]),
    sources.taken: lambda pull, *k: FALSE,
    collecting.appended: lambda results: collecting.appended(from_list(results)[::-1]),
}
"""Collectors as values that are never changed: continuations of the oracle share what they hold."""


class OutOfSteps(Exception):
    """The step limit of this oracle was reached; no handler of the program sees it."""


class Environment:
    """The local variables of one activation and those around it."""

    __slots__ = ("variables", "outer")

    def __init__(self, variables: dict[core.Variable, Value], outer: Environment | None) -> None:
        self.variables = variables
        self.outer = outer

    def holder(self, variable: core.Variable) -> dict[core.Variable, Value]:
        """The dictionary that binds the variable."""
        environment: Environment | None = self
        while environment is not None:
            if variable in environment.variables:
                return environment.variables
            environment = environment.outer
        raise EngineFault(f"{variable.name} is used outside its scope")


@dataclass(slots=True, eq=False)
class Winder:
    """One `dynamic-wind` whose thunk is running; `outside` is the dynamic environment of the call to dynamic-wind."""

    before: Value
    after: Value
    outside: Dynamic


@dataclass(frozen=True, slots=True, eq=False)
class Dynamic:
    """The dynamic environment: winders and handlers with the innermost first, and the values of parameters."""

    winder: Winder | None = None
    handlers: tuple[Value, Any] | None = None  # (handler, the handlers outside it)
    parameters: dict[int, list[Value]] = field(default_factory=dict)  # by id of the parameter, which the program keeps


class Procedure:
    """What the oracle makes and Scheme may call; Python code may call it too, in a nested machine."""

    __slots__ = ("oracle", "name")

    def __init__(self, oracle: Oracle, name: str | None) -> None:
        self.oracle = oracle
        self.name = name

    def __call__(self, *args: Value) -> Value:
        return self.oracle.call(self, *args)


class Closure(Procedure):
    """A lambda or case-lambda with its environment."""

    __slots__ = ("clauses", "environment")

    def __init__(
        self, oracle: Oracle, name: str | None, clauses: Sequence[core.Lambda], environment: Environment
    ) -> None:
        super().__init__(oracle, name)
        self.clauses = clauses
        self.environment = environment

    @property
    def __signature__(self) -> Signature:
        """What introspection asks: the arguments of a lambda; any number for a case-lambda."""
        if len(self.clauses) > 1:
            return Signature([Argument("rest", Argument.VAR_POSITIONAL)])
        named = [Argument(f"a{i}", Argument.POSITIONAL_ONLY) for i, _ in enumerate(self.clauses[0].params)]
        rest = [Argument("rest", Argument.VAR_POSITIONAL)] if self.clauses[0].rest else []
        return Signature([*named, *rest])


class Continuation(Procedure):
    """What `call/cc` hands out."""

    __slots__ = ("k", "dynamic")

    def __init__(self, oracle: Oracle, k: Continue, dynamic: Dynamic) -> None:
        super().__init__(oracle, None)
        self.k = k
        self.dynamic = dynamic


class Control(Procedure):
    """A control primitive: `enter(k, *args)` is the next state."""

    __slots__ = ("enter", "minimum", "maximum")

    def __init__(
        self, oracle: Oracle, name: str, enter: Callable[..., State], minimum: int, maximum: int | None
    ) -> None:
        super().__init__(oracle, name)
        self.enter = enter
        self.minimum = minimum
        self.maximum = maximum


class Oracle:
    """One world, evaluated slowly. `steps` limits the states of one `run` or `call` (None: no limit)."""

    def __init__(
        self, libraries: Libraries | None = None, *, tier: Tier = "sandboxed", steps: int | None = None
    ) -> None:
        self.libraries = libraries
        self.tier = tier
        self.steps = steps
        self.globals: dict[str, Value] = {}  # by key of the location
        self.loaded: set[str] = set()  # names of the libraries whose bodies have run
        self.dynamic = Dynamic()
        self.calling: core.Call | None = None  # what is applied last
        self.leaving: SchemeError | None = None  # the error that nobody handles, while the after-thunks run
        self.controls = {name: Control(self, name, *how) for name, how in self._controls().items()}
        self.set_parameters: dict[int, list[Value]] = {}  # what is set outside of any binding
        load_families()
        self.primitives: dict[Any, Primitive] = {each.function: each for each in reversed(PRIMITIVES.values())}
        self._top: TopLevel | None = None
        self._forms: dict[type[core.Node], Callable[..., State]] = {
            core.Const: self._eval_const,
            core.LocalRef: self._eval_local,
            core.GlobalRef: self._eval_global,
            core.SetLocal: self._eval_set_local,
            core.SetGlobal: self._eval_set_global,
            core.Define: self._eval_define,
            core.If: self._eval_if,
            core.And: self._eval_and,
            core.Or: self._eval_or,
            core.Sequence: self._eval_sequence,
            core.Let: self._eval_let,
            core.Letrec: self._eval_letrec,
            core.Lambda: self._eval_lambda,
            core.CaseLambda: self._eval_case_lambda,
            core.Call: self._eval_call,
        }

    # ---- the host's side

    def run(self, program: str | SourceText | core.Unit) -> Value:
        """The value of the last form. Raises the SchemeError that nobody handled."""
        values = self.run_all(program)
        return values[-1] if values else UNSPECIFIED

    def run_all(self, program: str | SourceText | core.Unit) -> list[Value]:
        """The values of all top-level forms; a continuation captured in one form includes the forms after it."""
        unit = program if isinstance(program, core.Unit) else self._expand(program)
        values: list[Value] = self._drive((self._body, unit.body, 0, NIL, _finish))
        return values

    def call(self, procedure: Value, *args: Value) -> Value:
        """Apply a Scheme procedure."""
        return self._drive((self._apply, procedure, args, _finish))

    def _expand(self, program: str | SourceText) -> core.Unit:
        from chibi_hooks.scheme.reading.reader import read_source

        source = SourceText("<string>", program) if isinstance(program, str) else program
        return self._expand_forms(read_source(source), self.top())

    def _expand_forms(self, forms: list[Syntax], top: TopLevel) -> core.Unit:
        from chibi_hooks.scheme.expanding.programs import expand_program

        unit = expand_program(forms, top)
        for library in top.imported:
            self.load(library)
        self.globals.update(top.libraries.provided_values)
        return unit

    def prepare(self, forms: list[Syntax], top: TopLevel) -> Value:
        """A procedure without arguments that runs the forms (for `eval` and `load`)."""
        unit = self._expand_forms(forms, top)

        def enter(k: Continue) -> State:
            return self._body, unit.body, 0, NIL, lambda values: (k, values[-1] if values else UNSPECIFIED)

        return Control(self, unit.name, enter, 0, 0)

    def top(self) -> TopLevel:
        """The top level of this world, with the imports that every script starts with."""
        if self._top is None:
            from chibi_hooks.scheme.expanding.imports import import_text
            from chibi_hooks.scheme.expanding.toplevel import TopLevel
            from chibi_hooks.scheme.interpreter import DEFAULT_IMPORTS
            from chibi_hooks.scheme.libraries.library import Libraries

            self._top = TopLevel(self.libraries or Libraries(tier=self.tier))
            for name in DEFAULT_IMPORTS:
                import_text(name, self._top)
        return self._top

    def load(self, library: Library) -> None:
        """Run the body of a library, after those it imports, unless it has run in this world."""
        if library.name in self.loaded:
            return
        self.loaded.add(library.name)
        for each in library.imports:
            self.load(each)
        if library.unit is not None:
            self._drive((self._body, library.unit.body, 0, NIL, _finish))
        if library.name == "(engine control)":  # what it builds from the engine's own state is native here
            self.globals.update((f"{name}@(engine control)", control) for name, control in self.controls.items())

    # ---- the machine

    def _drive(self, state: State) -> Any:
        """From state to state until one is final. Raises the SchemeError that no handler took."""
        outside = self.dynamic
        left = self.steps
        self.leaving = None
        try:
            while state[0] is not _finish:
                if left is not None:
                    left -= 1
                    if left < 0:
                        raise OutOfSteps
                state = state[0](*state[1:])
            if self.leaving is not None:
                raise self.leaving
            return state[1]
        finally:
            self.dynamic = outside

    def _body(self, nodes: list[core.Node], index: int, values: Value, k: Continue) -> State:
        """Top-level forms in order; `k` gets the Python list of their values."""
        if index == len(nodes):
            return k, list(reversed(from_list(values)))
        top = Environment({}, None)
        return self._eval, nodes[index], top, lambda value: (self._body, nodes, index + 1, to_list([value], values), k)

    def _eval(self, node: core.Node, env: Environment, k: Continue) -> State:
        return self._forms[type(node)](node, env, k)

    def _eval_const(self, node: core.Const, env: Environment, k: Continue) -> State:
        return k, node.value

    def _eval_local(self, node: core.LocalRef, env: Environment, k: Continue) -> State:
        value = env.holder(node.variable)[node.variable]
        if value is UNDEFINED:
            return self._fail("unbound", f"{node.variable.name} is used before it has a value", k)
        return k, value

    def _eval_global(self, node: core.GlobalRef, env: Environment, k: Continue) -> State:
        value = self._global(node.location)
        if value is UNDEFINED:
            return self._fail("unbound", f"unbound variable: {node.location.name}", k)
        return k, value

    def _eval_set_local(self, node: core.SetLocal, env: Environment, k: Continue) -> State:
        return self._eval, node.value, env, lambda value: self._set_local(node.variable, value, env, k)

    def _eval_set_global(self, node: core.SetGlobal, env: Environment, k: Continue) -> State:
        return self._eval, node.value, env, lambda value: self._set_global(node, value, k)

    def _eval_define(self, node: core.Define, env: Environment, k: Continue) -> State:
        return self._eval, node.value, env, lambda value: self._define(node.location, value, k)

    def _eval_if(self, node: core.If, env: Environment, k: Continue) -> State:
        def choose(value: Value) -> State:
            return self._eval, node.otherwise if value is FALSE else node.then, env, k

        return self._eval, node.test, env, choose

    def _eval_and(self, node: core.And, env: Environment, k: Continue) -> State:
        return self._and(node.parts, 0, env, k)

    def _eval_or(self, node: core.Or, env: Environment, k: Continue) -> State:
        return self._or(node.parts, 0, env, k)

    def _eval_sequence(self, node: core.Sequence, env: Environment, k: Continue) -> State:
        return self._sequence(node.parts, 0, env, k)

    def _eval_let(self, node: core.Let, env: Environment, k: Continue) -> State:
        def bind(values: Value) -> State:
            return self._eval, node.body, Environment(dict(zip(node.variables, values, strict=True)), env), k

        return self._operands(node.inits, env, (), bind)

    def _eval_letrec(self, node: core.Letrec, env: Environment, k: Continue) -> State:
        return self._letrec(node, 0, Environment(dict.fromkeys(node.variables, UNDEFINED), env), k)

    def _eval_lambda(self, node: core.Lambda, env: Environment, k: Continue) -> State:
        return k, Closure(self, node.name, [node], env)

    def _eval_case_lambda(self, node: core.CaseLambda, env: Environment, k: Continue) -> State:
        return k, Closure(self, node.name, node.clauses, env)

    def _eval_call(self, node: core.Call, env: Environment, k: Continue) -> State:
        def call(values: Value) -> State:
            self.calling = node
            return self._apply, values[0], values[1:], k

        return self._operands([node.operator, *node.operands], env, (), call)

    def _and(self, parts: list[core.Node], index: int, env: Environment, k: Continue) -> State:
        if index == len(parts) - 1:
            return self._eval, parts[index], env, k
        return (
            self._eval,
            parts[index],
            env,
            lambda value: (k, value) if value is FALSE else self._and(parts, index + 1, env, k),
        )

    def _or(self, parts: list[core.Node], index: int, env: Environment, k: Continue) -> State:
        if index == len(parts) - 1:
            return self._eval, parts[index], env, k
        return (
            self._eval,
            parts[index],
            env,
            lambda value: (k, value) if value is not FALSE else self._or(parts, index + 1, env, k),
        )

    def _sequence(self, parts: list[core.Node], index: int, env: Environment, k: Continue) -> State:
        if index == len(parts) - 1:
            return self._eval, parts[index], env, k
        return self._eval, parts[index], env, lambda _: self._sequence(parts, index + 1, env, k)

    def _operands(self, nodes: list[core.Node], env: Environment, done: tuple[Value, ...], k: Continue) -> State:
        """Left to right; `done` is never changed, because a continuation may come back here with other values."""
        if len(done) == len(nodes):
            return k, done
        return self._eval, nodes[len(done)], env, lambda value: self._operands(nodes, env, (*done, value), k)

    def _letrec(self, node: core.Letrec, index: int, env: Environment, k: Continue) -> State:
        if index == len(node.variables):
            return self._eval, node.body, env, k

        def initialise(value: Value) -> State:
            env.variables[node.variables[index]] = value
            return self._letrec(node, index + 1, env, k)

        return self._eval, node.inits[index], env, initialise

    def _set_local(self, variable: core.Variable, value: Value, env: Environment, k: Continue) -> State:
        env.holder(variable)[variable] = value
        return k, UNSPECIFIED

    def _set_global(self, node: core.SetGlobal, value: Value, k: Continue) -> State:
        if self._global(node.location) is UNDEFINED:
            return self._fail("unbound", f"unbound variable: {node.location.name}", k)
        return self._define(node.location, value, k)

    def _define(self, location: core.Global, value: Value, k: Continue) -> State:
        self.globals[location.key] = value
        return k, UNSPECIFIED

    def _global(self, location: core.Global) -> Value:
        if location.primitive is None:
            return self.globals.get(location.key, UNDEFINED)
        return self.controls.get(location.primitive.name) or location.primitive.function

    # ---- application

    def _apply(self, procedure: Value, args: Sequence[Value], k: Continue) -> State:
        if isinstance(procedure, Closure):
            return self._enter(procedure, args, k)
        if isinstance(procedure, Continuation):
            return self._throw(procedure, args)
        if isinstance(procedure, Parameter):
            return self._parameter_value(procedure, args, k)
        if isinstance(procedure, Control):
            if not _takes(len(args), procedure.minimum, procedure.maximum):
                return self._wrong_arity(procedure.name, procedure.minimum, procedure.maximum, len(args), k)
            return procedure.enter(k, *args)
        if callable(procedure):
            return self._apply_python(procedure, args, k)
        return self._raise(wrong_type("call", 0, "a procedure", procedure), False, k)

    def _enter(self, closure: Closure, args: Sequence[Value], k: Continue) -> State:
        for clause in closure.clauses:
            count = len(clause.params)
            if _takes(len(args), count, None if clause.rest else count):
                bound = dict(zip(clause.params, args, strict=False))
                if clause.rest:
                    bound[clause.rest] = to_list(tuple(args[count:]))
                return self._eval, clause.body, Environment(bound, closure.environment), k
        if len(closure.clauses) != 1:
            said = f"no clause takes {len(args)} argument{'s' if len(args) != 1 else ''}"
            return self._raise(fail("arity", said, who=closure.name or "case-lambda"), False, k)
        (clause,) = closure.clauses
        count = len(clause.params)
        return self._wrong_arity(closure.name, count, None if clause.rest else count, len(args), k)

    def _apply_python(self, function: Callable[..., Value], args: Sequence[Value], k: Continue) -> State:
        operator = self.calling.operator if self.calling is not None else None
        named = operator.location.primitive if isinstance(operator, core.GlobalRef) else None
        declared = named if named is not None and named.function is function else self.primitives.get(function)
        if declared and not _takes(len(args), declared.minimum, declared.maximum):
            return self._wrong_arity(declared.name, declared.minimum, declared.maximum, len(args), k)
        try:
            value = PERSISTENT.get(function, function)(*args)
        except SchemeError as error:
            return self._raise(self._placed(error), False, k)
        except (AttributeError, TypeError, LookupError, ValueError, ArithmeticError) as error:
            assert declared is not None, error
            return self._raise(self._placed(primitive_error(declared, list(args), error)), False, k)
        return k, value

    def _wrong_arity(self, name: str | None, minimum: int, maximum: int | None, count: int, k: Continue) -> State:
        """One without a name is called as it is written in the program."""
        calling = self.calling
        ours = calling is None or calling.place is None or calling.place.source.name.endswith((".scm", ".sld"))
        operator = None if calling is None or ours else calling.operator
        if isinstance(operator, core.LocalRef):
            name = name or operator.variable.name
        elif isinstance(operator, core.GlobalRef):
            name = name or operator.location.name
        name = "call-with-current-continuation" if name == "call/cc" else name
        return self._raise(arity_error(name or "#<procedure>", minimum, maximum, count), False, k)

    # ---- errors

    def _fail(self, kind: ConditionKind, message: str, k: Continue) -> State:
        return self._raise(fail(kind, message), False, k)

    def _no_procedure(self, who: str, args: Sequence[Value], k: Continue) -> State:
        place, given = next((i, each) for i, each in enumerate(args, 1) if not callable(each))
        return self._raise(self._placed(wrong_type(who, place, "a procedure", given)), False, k)

    def _placed(self, error: SchemeError) -> SchemeError:
        """With the place of the call of a primitive by its name: elsewhere it is not told."""
        operator = self.calling.operator if self.calling is not None else None
        known = isinstance(operator, core.GlobalRef) and operator.location.primitive is not None
        if known and isinstance(error.payload, Condition) and error.payload.place is None:
            error.payload.place = self.calling.place
        return error

    def _raise(self, error: SchemeError, continuable: bool, k: Continue) -> State:
        """Call the innermost handler with the handlers outside it installed (R7RS 6.11).

        Without a handler the error leaves for the host, after the after-thunks that stand in between have run: what
        goes wrong in one of them does not hide it, and where one of them escapes, it is told when the program ends.
        """
        at_raise = self.dynamic
        if at_raise.handlers is None:
            first = self.leaving = self.leaving or error
            return self._travel(Dynamic(), lambda: (_leave, first))
        handler, outer = at_raise.handlers
        self.dynamic = replace(at_raise, handlers=outer)
        self.calling = None  # no call of the program does

        def returned(value: Value) -> State:
            if continuable:
                self.dynamic = at_raise
                return k, value
            message = "a handler returned from a non-continuable raise"
            return self._raise(fail("error", message, error.payload, who="raise"), False, k)

        return self._apply, handler, [error.payload], returned

    # ---- control primitives: each method is entered with the continuation first

    def _controls(self) -> dict[str, tuple[Callable[..., State], int, int | None]]:
        return {
            "apply": (self._do_apply, 2, None),
            "call-with-current-continuation": (self._do_call_cc, 1, 1),
            "call/cc": (self._do_call_cc, 1, 1),
            "values": (self._do_values, 0, None),
            "call-with-values": (self._do_call_with_values, 2, 2),
            "dynamic-wind": (self._do_dynamic_wind, 3, 3),
            "with-exception-handler": (self._do_with_exception_handler, 2, 2),
            "raise": (self._do_raise, 1, 1),
            "raise-continuable": (self._do_raise_continuable, 1, 1),
            "%make-parameter": (self._do_make_parameter, 3, 3),
            "%set-parameter!": (self._do_set_parameter, 2, 2),
            "%parameter-converter": (self._do_parameter_converter, 1, 1),
            "%enter-parameter!": (self._do_enter_parameter, 2, 2),
            "%wound": (self._do_wound, 2, 2),
            "%dynamics": (self._do_dynamics, 0, 0),
            "%set-dynamics!": (self._do_set_dynamics, 1, 1),
            "%rebased": (self._do_rebased, 2, 2),
            "%set-rewind!": (self._do_nothing, 1, 1),
            "%set-past-guard!": (self._do_nothing, 1, 1),
            "%guarded": (self._do_guarded, 2, 2),
            "%go-on": (self._do_go_on, 1, 1),
            "%error": (self._do_error_object, 2, 2),
            "%raise-error": (self._do_error_object, 2, 2),
            "%force": (self._do_force, 1, 1),
        }

    def _do_apply(self, k: Continue, procedure: Value, *args: Value) -> State:
        if not isinstance(procedure, (Closure, Continuation, Parameter, Control)) and not callable(procedure):
            return self._raise(wrong_type("apply", 1, "a procedure", procedure), False, k)
        if proper_length(args[-1]) is None:
            return self._raise(wrong_type("apply", len(args) + 1, "a proper list", args[-1]), False, k)
        spread = from_list(args[-1])
        return self._apply, procedure, (*args[:-1], *spread), k

    def _do_call_cc(self, k: Continue, receiver: Value) -> State:
        return self._apply, receiver, [Continuation(self, k, self.dynamic)], k

    def _do_values(self, k: Continue, *args: Value) -> State:
        return k, _several(args)

    def _do_call_with_values(self, k: Continue, producer: Value, consumer: Value) -> State:
        if not (callable(producer) and callable(consumer)):
            return self._no_procedure("call-with-values", (producer, consumer), k)

        def consume(value: Value) -> State:
            self.calling = None
            args = list(value.values) if isinstance(value, Values) else [value]
            return self._apply, consumer, args, k

        return self._apply, producer, [], consume

    def _throw(self, continuation: Continuation, args: Sequence[Value]) -> State:
        return self._travel(continuation.dynamic, lambda: (continuation.k, _several(args)))

    def _travel(self, target: Dynamic, then: Callable[[], State]) -> State:
        """Leave and enter `dynamic-wind`s one at a time until the dynamic environment is `target`."""
        here, there = _chain(self.dynamic.winder), _chain(target.winder)
        shared = 0
        while shared < min(len(here), len(there)) and here[shared] is there[shared]:
            shared += 1

        def go(leave: Sequence[Winder], enter: Sequence[Winder]) -> State:
            if leave:
                self.dynamic = leave[-1].outside
                return self._apply, leave[-1].after, [], lambda _: go(leave[:-1], enter)
            if enter:
                self.dynamic = enter[0].outside
                return self._apply, enter[0].before, [], lambda _: go(leave, enter[1:])
            self.dynamic = target
            return then()

        return go(here[shared:], there[shared:])

    def _do_dynamic_wind(self, k: Continue, before: Value, thunk: Value, after: Value) -> State:
        outside = self.dynamic
        inside = replace(outside, winder=Winder(before, after, outside))

        def enter(_: Value) -> State:
            self.dynamic = inside
            return self._apply, thunk, [], leave

        def leave(value: Value) -> State:
            self.dynamic = outside
            return self._apply, after, [], lambda _: (k, value)

        return self._apply, before, [], enter

    def _within(self, dynamic: Dynamic, thunk: Value, k: Continue) -> State:
        """Call a thunk in another dynamic environment and come back to this one."""
        outside = self.dynamic

        def leave(value: Value) -> State:
            self.dynamic = outside
            return k, value

        self.dynamic = dynamic
        return self._apply, thunk, [], leave

    def _do_with_exception_handler(self, k: Continue, handler: Value, thunk: Value) -> State:
        if not (callable(handler) and callable(thunk)):
            return self._no_procedure("with-exception-handler", (handler, thunk), k)
        return self._within(replace(self.dynamic, handlers=(handler, self.dynamic.handlers)), thunk, k)

    def _do_guarded(self, k: Continue, body: Value, clauses: Value) -> State:
        """`guard` (R7RS 4.2.7): the clauses run where the guard stands; without `else`, they are given what goes back
        to the raise when none matches.
        """
        outside = self.dynamic

        def enter(back: Continue, payload: Value) -> State:
            inside = self.dynamic
            wanted = [payload, (back, inside, payload)][: len(clauses.clauses[0].params)]
            return self._travel(outside, lambda: (self._apply, clauses, wanted, k))

        handler = Control(self, "guard", enter, 1, 1)
        return self._within(replace(outside, handlers=(handler, outside.handlers)), body, k)

    def _do_go_on(self, k: Continue, raised: tuple[Continue, Dynamic, Value]) -> State:
        back, inside, payload = raised
        return self._travel(inside, lambda: self._raise(SchemeError(payload), True, back))

    def _do_raise(self, k: Continue, payload: Value) -> State:
        return self._raise(SchemeError(payload), False, k)

    def _do_raise_continuable(self, k: Continue, payload: Value) -> State:
        return self._raise(SchemeError(payload), True, k)

    def _do_make_parameter(self, k: Continue, value: Value, converter: Value, assign: Value) -> State:
        return k, Parameter(value, converter, assign)

    def _do_set_parameter(self, k: Continue, parameter: Parameter, value: Value) -> State:
        self._cell(parameter)[0] = value
        return k, UNSPECIFIED

    def _do_parameter_converter(self, k: Continue, parameter: Value) -> State:
        if not isinstance(parameter, Parameter):
            return self._fail("type", "parameterize: wanted a parameter", k)
        return k, parameter.converter

    def _do_dynamics(self, k: Continue) -> State:
        return k, self.dynamic

    def _do_set_dynamics(self, k: Continue, dynamic: Value) -> State:
        self.dynamic = dynamic
        return k, UNSPECIFIED

    def _do_rebased(self, k: Continue, of: Value, back: Value) -> State:
        dynamic = self.dynamic if of.dynamic is back.dynamic else of.dynamic
        return k, Continuation(self, of.k, dynamic)

    def _do_nothing(self, k: Continue, *args: Value) -> State:
        return k, UNSPECIFIED

    def _do_error_object(self, k: Continue, message: Value, irritants: Value) -> State:
        return k, Condition("error", message, irritants)

    def _do_force(self, k: Continue, promise: Value) -> State:
        if promise.__class__ is not Promise:
            return k, promise
        asked = _root(promise)
        if asked.state is TRUE:
            return k, asked.content
        chained = asked.state is NIL
        (thunk,) = asked.content[1] if chained else asked.content

        def forced(value: Value) -> State:
            root = _root(asked)
            if root.state is TRUE:
                return k, root.content
            if not chained:
                root.state, root.content = TRUE, value
                return k, value
            if value.__class__ is not Promise:
                said = wrong_type("delay-force", 0, "an expression whose value is a promise", value)
                return self._raise(said, False, k)
            other = _root(value)
            if other is not root:
                root.state, root.content = other.state, other.content
                other.state, other.content = UNDEFINED, root
            return self._do_force(k, root)

        return self._apply, thunk, [], forced

    def _parameter_value(self, parameter: Parameter, args: Sequence[Value], k: Continue) -> State:
        if len(args) > 1:
            return self._wrong_arity("a parameter", 0, 1, len(args), k)
        kind = next((name for name, each in STANDARD_PORTS.items() if each is parameter), None)
        if args and kind is not None and not isinstance(args[0], Port):
            return self._raise(self._placed(wrong_type(f"current-{kind}-port", 1, "a port", args[0])), False, k)
        if args and parameter.converter is FALSE:
            return self._do_set_parameter(k, parameter, args[0])
        if args:
            return self._apply(parameter.assign, (parameter, args[0]), k)
        return k, self._cell(parameter)[0]

    def _cell(self, parameter: Parameter) -> list[Value]:
        outside = self.set_parameters.setdefault(id(parameter), [parameter.default])
        return self.dynamic.parameters.get(id(parameter), outside)

    def _do_enter_parameter(self, k: Continue, parameter: Value, value: Value) -> State:
        outside = self.dynamic
        self.dynamic = replace(outside, parameters=outside.parameters | {id(parameter): [value]})
        return k, outside

    def _do_wound(self, k: Continue, body: Value, leaving: Value) -> State:
        return self._apply, body, [], lambda value: (self._apply, leaving, [], lambda _: (k, value))


def _root(promise: Promise) -> Promise:
    """The promise that this one has become a part of."""
    while promise.state is UNDEFINED:
        promise = promise.content
    return promise


def _finish(value: Any) -> State:
    """The continuation of the host; `_drive` stops before it would be called."""
    raise EngineFault("the machine ran past its end")


def _leave(error: SchemeError) -> State:
    """The last state of a program whose error nobody handled."""
    raise error


def _takes(count: int, minimum: int, maximum: int | None) -> bool:
    return minimum <= count and (maximum is None or count <= maximum)


def _several(args: Sequence[Value]) -> Value:
    return args[0] if len(args) == 1 else several(tuple(args))


def _chain(winder: Winder | None) -> list[Winder]:
    """From the outermost to the innermost."""
    chain: list[Winder] = []
    while winder is not None:
        chain.append(winder)
        winder = winder.outside.winder
    chain.reverse()
    return chain


def kind_of(error: SchemeError) -> str:
    """The kind of an error object, or "raise" for any other raised object."""
    return error.payload.condition_kind if isinstance(error.payload, Condition) else "raise"
