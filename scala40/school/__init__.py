"""The school: lessons that are played on the table, and positions to practise on.

The page fetches this package once it is asked for; its texts have a catalogue of their own, which
:func:`scala40.messages.speak_for` adds to that of the start.
"""
