"""A point of a generation and whoever fires -> one function that does a whole fire in a line, for the usual case.

Rules
-----
* The usual case: nobody further out is firing, everybody at the point is asked, one after the other, and nothing is
  denied by default or missing. `straight` says None for points that are otherwise, and the function that it makes says
  None for a fire that is: then `Host` does it the long way. What decides anything is asked there and here alike:
  `admit`, `fold`, the responders, the recorder.
* What runs is in flat/, made of the pieces of whole.py and sole.py (inlined.py says how to change one).
* tests/hooks/test_straight.py sends every kind of fire both ways and compares them whole.
"""

from __future__ import annotations

from chibi_hooks.hooks.flat.in_turn import in_turn
from chibi_hooks.hooks.responders import Generation, Responders
from chibi_hooks.hooks.tools.calling import Firing
from chibi_hooks.hooks.ways import Firer, Straight


def straight(host: Firer, firing: Firing, generation: Generation, responders: Responders) -> Straight | None:
    """The function for a point; None where there is more to do."""
    unusual = responders.broken or responders.denies or responders.replaceable
    if unusual or not all(each.plain for each in responders.stages):
        return None
    hooks = responders.hooks
    if len(hooks) == 1 and len(responders.stages) == 1:  # the usual point
        alone = getattr(hooks[0], "alone", None)
        if alone is not None:
            from chibi_hooks.hooks.flat.sole import sole  # it loads the engine, which whoever has such a hook has

            world, hook = alone
            return sole(world, hook, host, firing, generation, responders)
    return in_turn(host, firing, generation, responders)
