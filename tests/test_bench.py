"""The benchmark plays whole hands soundly; how fast it is no test asks."""

from scala40.bench import figures


def test_every_figure_has_a_name_a_value_and_a_unit() -> None:
    found = list(figures(hands=20))
    assert all({"name", "value", "unit"} <= set(figure) for figure in found)
    counts = {f["name"]: f["value"] for f in found if f["unit"] == "count"}
    assert counts["actions: discard"] > 200
    assert counts["actions: lay"] > 20
