"""Widgets that let people try the rules in a notebook: ``pip install scala40[notebooks]``.

Everything hangs on a :class:`Lab`, which knows the language and the rules.

>>> lab = Lab("en")
>>> len(lab.hand("7H 7D X"))
3
"""

from scala40.messages import speak_for

speak_for("scala40.widgets")

from scala40.widgets.lab import Lab  # noqa: E402 - its texts are known now

__all__ = ["Lab"]
