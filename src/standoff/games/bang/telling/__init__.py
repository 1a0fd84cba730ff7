"""Bang! told to people and programs.

`notation.py` writes and reads actions and states; `view.py` is what one seat sees. To tell a whole
game, `playback.py` plays it again step by step, `chronicle.py` turns each step into `events.py`
(with the help of `changes.py`), and `story.py` and `kbang.py` write the events as sentences or as a
log.
"""
