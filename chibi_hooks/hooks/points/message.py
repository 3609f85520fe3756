"""A prompt on its way to the model, and the answer on its way back."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Point, answered, told
from chibi_hooks.hooks.deciding.rules import beside, decides, last
from chibi_hooks.hooks.points.words import Ending


class PreMessage(Point):
    """A prompt is about to be sent: change it."""

    when = "before a prompt goes to the model"
    note = (
        "Every hook sees the prompt as the user wrote it; the last hook that returns one wins, the empty text included."
    )

    prompt: str = told("what the user wrote", "Why does the build fail?")
    context_name: str = told("active context", "default")
    summary: str = told("summary of the conversation so far, may be empty", "Ada ports her parser to Rust.")

    class Outcome(Ending):
        block: Annotated[bool, decides()] = answered("true keeps the prompt from the model", False)
        message: Annotated[str | None, beside("block", default="Prompt blocked by hook")] = answered(
            "what the user reads instead of an answer"
        )
        prompt: Annotated[str | None, last()] = answered("the prompt to send instead")


class PostMessage(Point):
    """The model has answered in text."""

    when = "after the model has answered"

    prompt: str = told("the prompt that was sent", "Why does the build fail?")
    response: str = told("the model's answer", "The lock file is out of date; run `cargo update`.")
    context_name: str = told("active context", "default")
