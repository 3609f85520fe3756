"""What answers at several points have in common: texts for the model and the user, the word that ends the run."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Decision, answered
from chibi_hooks.hooks.deciding.rules import heard, joined

USER_MESSAGE = "the same for the user, where the agent tells the user something else than the model"


class Remark(Decision):
    """A text for the user, which decides nothing."""

    warn: Annotated[str | None, heard()] = answered("text for the user; it decides nothing")


class Remarks(Remark):
    """Texts for the user and for the model."""

    context: Annotated[str | None, heard()] = answered("text for the model, besides everything else")


class Ending(Remarks):
    """The same, and the end of the run."""

    stop: Annotated[str | None, heard()] = answered("why the agent shall end its run, where it can; outranks all else")


class Requests(Ending):
    """The same, and a question to the user, now or later."""

    defer: Annotated[str | None, joined()] = answered("why it shall be put off; a refusal outranks it, it a question")
    ask: Annotated[str | None, joined()] = answered("why the user shall be asked first; a refusal outranks it")
