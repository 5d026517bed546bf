"""What the widgets are made of: fields with an answer below, and an exercise.

Whatever goes wrong is seen: an error of the rules as its sentence, any other with its traceback,
as a browser would swallow what is raised in a callback.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from ipywidgets import HTML, Button, HBox, Layout, Text, VBox, Widget

from scala40.cards import Card, cards, hand_text
from scala40.drawing import page
from scala40.errors import Scala40Error
from scala40.messages import Catalogue

WIDE = Layout(width="min(36rem, 98%)")
#: Buttons are as wide as their text.
NARROW = {"width": "auto", "flex": "0 0 auto"}
LABELLED = {"description_width": "initial"}


def seen(work: Callable[[], str], t: Catalogue) -> str:
    """The HTML that some work makes; if it fails, what went wrong."""
    try:
        return work()
    except Exception as error:
        return wrong(error, t)


def wrong(error: Exception, t: Catalogue) -> str:
    """What is shown of an error."""
    if isinstance(error, Scala40Error):
        return bad(t.reason(error))
    told = escape("".join(traceback.format_exception(error)))
    return f'<pre class="error" role="alert">{told}</pre>'


def good(text: str) -> str:
    """A sentence that something is right."""
    return page(f'<p class="good">✓ {escape(text)}</p>')


def bad(text: str) -> str:
    """A sentence that something is not."""
    return page(f'<p class="bad">✗ {escape(text)}</p>')


def field(description: str, value: str) -> Any:
    """A field for a line of text."""
    return Text(value=value, description=description, layout=WIDE, style=LABELLED)


class Explorer(VBox):  # type: ignore[misc]
    """Fields, and below them what follows, worked out again at every change.

    Args:
        fields: by the name of the argument that takes the field's value.
        answer: makes HTML from the values.
    """

    def __init__(
        self, fields: Mapping[str, Any], answer: Callable[..., str], t: Catalogue, **more: Any
    ) -> None:
        self.fields, self._answer, self._t = dict(fields), answer, t
        self.shown = HTML()
        self.shown.add_class("s40-answer")
        for each in self.fields.values():
            each.observe(self.again, "value")
        super().__init__([*self.fields.values(), self.shown], **more)
        self.again()

    def again(self, change: object = None) -> None:
        """Work the answer out again."""
        values = {name: each.value for name, each in self.fields.items()}
        self.shown.value = seen(lambda: self._answer(**values), self._t)


class HandEditor(VBox):  # type: ignore[misc]
    """A hand that can be edited: typed, or card by card with buttons.

    Args:
        text: the cards to begin with.
        draw: makes HTML from the cards, shown below.
        deal: makes another hand for the button that asks for one.
    """

    def __init__(
        self,
        text: str,
        draw: Callable[[tuple[Card, ...]], str],
        deal: Callable[[], Sequence[Card]],
        t: Catalogue,
    ) -> None:
        self._draw, self._t = draw, t
        self.field = field(t("Cards"), text)
        self.card = Text(
            value="X", description=t("Card"), layout=Layout(width="9rem"), style=LABELLED
        )
        buttons = (
            self._button(t("Add"), lambda: (*self.cards, *cards(self.card.value))),
            self._button(t("Take out"), self._without),
            self._button(t("Sort"), lambda: sorted(self.cards)),
            self._button(t("Deal a hand"), deal),
        )
        self.shown = HTML()
        self.field.observe(self.again, "value")
        wrapping = Layout(flex_flow="row wrap")
        super().__init__([self.field, HBox([self.card, *buttons], layout=wrapping), self.shown])
        self.again()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the hand holds.

        Raises:
            NotationError: ``unknown-card``.
        """
        return cards(self.field.value)

    def again(self, change: object = None) -> None:
        """Draw it again."""
        self.shown.value = seen(lambda: self._draw(self.cards), self._t)

    def _without(self) -> Sequence[Card]:
        left, (out, *_) = list(self.cards), cards(self.card.value)
        if out in left:
            left.remove(out)
        return left

    def _button(self, text: str, change: Callable[[], Sequence[Card]]) -> Widget:
        def press(_: object) -> None:
            def changed() -> str:
                self.field.value = hand_text(change())
                return self._draw(self.cards)

            self.shown.value = seen(changed, self._t)

        button = Button(description=text, layout=Layout(**NARROW))
        button.on_click(press)
        return button


class Exercise(VBox):  # type: ignore[misc]
    """A question, a field for the answer, and what is said about it.

    Args:
        check: is told the answer as text; says whether it is right, or why it is not.
        hint: shown after the second answer that is wrong.

    Attributes:
        wrong: how many answers were.
    """

    def __init__(
        self, question: str, check: Callable[[str], bool | str], t: Catalogue, hint: str = ""
    ) -> None:
        self._check, self._t, self._hint = check, t, hint
        self.wrong = 0
        self.answer = field(t("Your answer"), "")
        button = Button(description=t("Check"), button_style="primary", layout=Layout(**NARROW))
        button.on_click(self.look)
        self.answer.continuous_update = False
        self.shown = HTML()
        asked = HTML(page(f"<p><strong>{escape(question)}</strong></p>"))
        super().__init__([asked, HBox([self.answer, button]), self.shown])

    def look(self, _: object = None) -> None:
        """Check the answer."""
        self.shown.value = seen(self._verdict, self._t)

    def _verdict(self) -> str:
        said = self._check(self.answer.value.strip())
        if said is True:
            return good(self._t("Right."))
        self.wrong += 1
        why = said if isinstance(said, str) else self._t("Not yet.")
        hint = f" {self._hint}" if self._hint and self.wrong > 1 else ""
        return bad(f"{why}{hint}")
