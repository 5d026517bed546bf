"""Long work in a notebook: piece by piece, with a progress bar and a button that stops it.

A loop in a cell cannot be interrupted in the browser, as nothing else runs meanwhile. So the work
runs as a task beside the cells, and pauses after each piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Generic, TypeVar

from ipywidgets import HTML, Button, HBox, IntProgress, Layout, Output, VBox

from scala40.messages import Catalogue
from scala40.widgets.parts import NARROW, wrong

T = TypeVar("T")
#: What was found is shown again after so many seconds.
BETWEEN = 0.4


class Run(VBox, Generic[T]):  # type: ignore[misc]
    """Work that goes on while the reader reads.

    Args:
        pieces: each is worked out when it is asked for.
        number: how many there are.
        show: makes something to display from what was found so far.

    Attributes:
        found: what was found so far.
        task: done when all is, or when it was stopped.
    """

    def __init__(
        self, pieces: Iterable[T], number: int, show: Callable[[list[T]], object], t: Catalogue
    ) -> None:
        self.found: list[T] = []
        self._show, self._t = show, t
        self.bar = IntProgress(max=number, layout=Layout(width="16rem"))
        self.count = HTML()
        self.stop = Button(description=t("Stop"), layout=Layout(**NARROW))
        self.stop.on_click(self._stopped)
        self.shown = Output()
        super().__init__([HBox([self.bar, self.stop, self.count]), self.shown])
        self._halt = False
        self.task = asyncio.ensure_future(self._work(pieces))

    def _stopped(self, _: object) -> None:
        self._halt = True

    async def _work(self, pieces: Iterable[T]) -> None:
        told = perf_counter()
        try:
            for piece in pieces:
                self.found.append(piece)
                if perf_counter() - told > BETWEEN:
                    self._tell()
                    told = perf_counter()
                await asyncio.sleep(0)
                if self._halt:
                    break
            self._tell()
        except Exception as error:
            self.count.value = wrong(error, self._t)
        finally:
            self.stop.disabled = True

    def _tell(self) -> None:
        self.bar.value = len(self.found)
        self.count.value = f"{len(self.found)} / {self.bar.max}"
        shown = self._show(self.found)
        self.shown.outputs = (as_output(shown),)


def as_output(value: Any) -> dict[str, Any]:
    """Something to display, as an output cell holds it."""
    if hasattr(value, "_repr_mimebundle_"):
        data = value._repr_mimebundle_()
    elif hasattr(value, "_repr_html_"):
        data = {"text/html": value._repr_html_(), "text/plain": ""}
    else:
        data = {"text/plain": str(value)}
    return {"output_type": "display_data", "data": data, "metadata": {}}
