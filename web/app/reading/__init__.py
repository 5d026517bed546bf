"""The pages to read, which need no script: made when the site is built, left out of the game.

Their texts have a catalogue of their own. Whatever they claim of cards is asked of the engine when
they are made, under the rules of each preset.
"""

from scala40.messages import speak_for

speak_for(__name__)
