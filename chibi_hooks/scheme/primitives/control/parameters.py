"""Parameters (R7RS 4.2.6, SRFI 39), and the standard ports, which are some.

Rules: as in `control`.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import Primitive, add_primitive, internal, primitive
from chibi_hooks.scheme.primitives.control.control import current
from chibi_hooks.scheme.running.runs import Dynamics, Run
from chibi_hooks.scheme.values import ports
from chibi_hooks.scheme.values.data import FALSE, UNDEFINED, UNSPECIFIED, Datum, Value
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.typenames import Final


@primitive("%enter-parameter!", pure=False)
def enter_parameter(parameter: Value, value: Value) -> Value:
    """Have a parameter bound to a converted value from here on; answers the dynamic environment outside."""
    run = current()
    outside = run.dynamics
    inside = Dynamics()
    inside.winders = outside.winders
    inside.handlers = outside.handlers
    inside.parameters = [parameter, value, outside.parameters]
    run.dynamics = inside
    return outside


class Parameter(Datum):
    """A parameter object; calling it answers its value in the current dynamic environment (R7RS 4.2.6), calling it with
    a value sets that (SRFI 39). `assign` is a Scheme procedure of parameter and value, which converts and sets. One
    that was made by a shared library is set for the world that sets it.
    """

    __slots__ = ("default", "converter", "assign", "shared")

    def __init__(self, default: Value, converter: Value, assign: Value = FALSE, shared: bool = True) -> None:
        self.default = default
        self.converter = converter
        self.assign = assign
        self.shared = shared

    def __call__(self, value: Value = None, /) -> Value:
        if value is not None:
            return self.set(value) if self.converter is FALSE else (self.assign, self, value)
        run = current(None)
        linked = run.dynamics.parameters if run is not None else None
        while linked is not None:
            parameter, value, linked = linked
            if parameter is self:
                return value
        return self.unbound(run) if self.shared else self.default

    def unbound(self, run: Run | None) -> Value:
        """Its value where nothing binds it."""
        if self.shared and run is not None and run.context is not None:
            return run.context.settings.get(self, self.default)
        return self.default

    def set(self, value: Value) -> Value:
        """Put a converted value where the current one was found."""
        run = current()
        linked = run.dynamics.parameters
        while linked is not None:
            if linked[0] is self:
                linked[1] = value
                return UNSPECIFIED
            linked = linked[2]
        if self.shared:
            run.context.settings[self] = value
        else:
            self.default = value
        return UNSPECIFIED


@primitive("%make-parameter", pure=False)
def make_parameter(value: Value, converter: Value, assign: Value) -> Value:
    """A parameter with an already converted default; `converter` is #f or a procedure; `assign`: see `Parameter`."""
    return Parameter(value, converter, assign, shared=current().context is None)


@primitive("%set-parameter!", pure=False)
def set_parameter(parameter: Value, value: Value) -> Value:
    """Set a parameter to a converted value."""
    return parameter.set(value)


internal(Parameter)


@primitive("%parameter-converter", inline="a.converter if a.__class__ is Parameter else parameter_converter(a)")
@internal
def parameter_converter(x: Value) -> Value:
    """The converter of a parameter, or #f."""
    if not isinstance(x, Parameter):
        raise wrong_type("parameterize", 0, "a parameter", x)
    return x.converter


def _standard_port(kind: ports.StandardPort) -> Parameter:
    """Declare `current-…-port`: a parameter whose default the host sets for its run."""
    name = f"current-{kind}-port"

    class Standard(Parameter):
        """A parameter that starts at the port of the process."""

        __slots__ = ()

        def __call__(self, port: Value = None, /) -> Value:
            if port is None:
                return _current_port(kind)
            if not isinstance(port, ports.Port):  # it would be complained of wherever something is written then
                raise wrong_type(name, 1, "a port", port)
            return self.set(port)

    parameter = Standard(UNDEFINED, FALSE)
    doc = f"({name}) → the port that is used when none is given (R7RS 6.13.1); ({name} port) sets it (SRFI 39)."
    add_primitive(Primitive(name, parameter, None, 0, 1, {}, False, "value", False, True, doc), __name__)
    return parameter


def _current_port(kind: ports.StandardPort) -> Value:
    """The value of the parameter, without a call of it: what writes without a port asks each time."""
    parameter = STANDARD_PORTS[kind]
    run = current(None)
    linked = run.dynamics.parameters if run is not None else None
    while linked is not None:
        if linked[0] is parameter:
            return linked[1]
        linked = linked[2]
    found = parameter.unbound(run)
    return DEFAULTS.current(kind) if found is UNDEFINED else found


DEFAULTS: Final = ports.PortDefaults()
STANDARD_PORTS: Final = {kind: _standard_port(kind) for kind in ("input", "output", "error")}
ports.provider = _current_port
