"""Charts as Vega-Lite, which JupyterLab draws by itself: nothing more has to be loaded.

>>> chart = bars([{"level": "hard", "points": 12.5}], x="level", y="points", title="Points a hand")
>>> chart.spec["mark"]["type"]
'bar'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

VEGA_LITE: Final = "application/vnd.vegalite.v5+json"
Row = Mapping[str, Any]


class Chart:
    """A chart; where nothing can draw it, a table of its values.

    Attributes:
        spec: what Vega-Lite draws.
    """

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {VEGA_LITE: self.spec, "text/plain": self.table()}

    def table(self) -> str:
        """The values as lines of text."""
        rows = self.spec["data"]["values"]
        head = list(rows[0]) if rows else []
        return "\n".join("\t".join(map(str, line)) for line in [head, *(r.values() for r in rows)])


def bars(
    rows: Iterable[Row],
    *,
    x: str,
    y: str,
    title: str,
    across: str = "",
    up: str = "",
    margin: str = "",
) -> Chart:
    """A bar for each row, with its margin of error if the rows hold one.

    Args:
        x: the name of what is compared. y: the name of its value.
        across, up: what is written at the axes; those names unless told.
        margin: the name of half the width of its interval.
    """
    mark = {"type": "bar", "tooltip": True}
    return _chart(rows, (x, across or x), (y, up or y), title, margin, mark, "nominal")


def line(
    rows: Iterable[Row],
    *,
    x: str,
    y: str,
    title: str,
    across: str = "",
    up: str = "",
    margin: str = "",
    colour: str = "",
) -> Chart:
    """A line through the rows, one for each value of ``colour`` if that is named.

    Args:
        x, y, across, up, margin: as for :func:`bars`; ``x`` is a number.
    """
    mark = {"type": "line", "point": True, "tooltip": True}
    axes = (x, across or x), (y, up or y)
    return _chart(rows, *axes, title, margin, mark, "quantitative", colour)


def _chart(
    rows: Iterable[Row],
    x_axis: tuple[str, str],
    y_axis: tuple[str, str],
    title: str,
    margin: str,
    mark: dict[str, Any],
    kind: str,
    colour: str = "",
) -> Chart:
    (x, across_title), (y, up_title) = x_axis, y_axis
    values = [dict(row) for row in rows]
    across: dict[str, Any] = {"field": x, "type": kind, "title": across_title}
    if kind == "nominal":
        across |= {"sort": None, "axis": {"labelAngle": 0}}
    else:
        across["axis"] = {"tickMinStep": 1}
    encoding: dict[str, Any] = {
        "x": across,
        "y": {"field": y, "type": "quantitative", "title": up_title},
    }
    if colour:
        encoding["color"] = {"field": colour, "type": "nominal", "sort": None}
    layers: list[dict[str, Any]] = [{"mark": mark, "encoding": encoding}]
    if margin:
        for row in values:
            row |= {"low": row[y] - row[margin], "high": row[y] + row[margin]}
        ends = {
            "y": {"field": "low", "type": "quantitative", "title": up_title},
            "y2": {"field": "high"},
        }
        layers.append({"mark": {"type": "rule"}, "encoding": encoding | ends})
    spec: dict[str, Any] = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": title,
        "description": f"{title}: {across_title}, {up_title}",
        "width": 420 if kind != "nominal" else {"step": 64},
        "height": 220,
        "data": {"values": values},
    }
    return Chart(spec | (layers[0] if len(layers) == 1 else {"layer": layers}))
