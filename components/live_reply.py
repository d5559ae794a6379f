"""What is seen of a model while it is asked: that it waits or reads, and then its reply as it comes."""

from __future__ import annotations

from streamlit.delta_generator import DeltaGenerator

from components.attempts import Progress
from components.safe_text import BOX, escaped

# Its contents stand upside down, so that the box shows its end, where the reply grows.
_GROWING = f"{BOX} display: flex; flex-direction: column-reverse; margin-top: .5rem;"


def live_reply(place: DeltaGenerator, came: Progress) -> None:
    """Show in `place` what has come so far."""
    place.html(reply_html(came))


def waiting(place: DeltaGenerator, model: str, first: str) -> None:
    """Say in `place` that `model` is asked after `first`."""
    place.html(f"<div><strong>{escaped(model)}</strong> waits until {escaped(first)} has answered.</div>")


def reply_html(came: Progress) -> str:
    """What the model is doing and for how long, and below it what it has said."""
    doing = "is answering" if came.text else "is thinking" if came.reasoning else "is reading the prompt"
    seconds = f'<span aria-hidden="true" style="opacity: .75;"> {came.seconds:.0f} s</span>'
    count = f" (reply {len(came.earlier) + 1} of {came.draws})" if came.draws > 1 else ""
    head = f"<strong>{escaped(came.model)}</strong> {doing}{count} …{seconds}"
    said = "\n\n".join(escaped(text) for text in (came.reasoning, came.text) if text)
    box = f'<div class="ew-text" style="{_GROWING}"><div>{said}</div></div>' if said else ""
    return f'<div aria-live="polite">{head}{box}</div>'
