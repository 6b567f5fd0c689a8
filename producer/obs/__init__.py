"""OBS: what we want of it as a value, what it has, the difference, and the one who sends it.

For the web room::

    director = Director(settings.obs, settings.out / "obs")
    director.start()                    # FastAPI's lifespan; no connection is needed for it
    director.state()                    # Online(obs, websocket, program, ...) | Offline(refusal)
    director.take(Graphics(page, png), ("table-1", "table-2"))    # -> Taken(id, scene, seconds)
    director.stop()

``take`` blocks until OBS has the picture on program (call it from a plain ``def`` route or a
thread, never on the event loop). It raises an ``ObsRefusal`` (``.reason``, ``.mend``, both for
people); while OBS is offline at once. ``Graphics.page`` is the address of the graphics channel
(``http://127.0.0.1:PORT/graphics/two-up``), which must allow being framed; ``Graphics.png`` is
called, on the director's thread, only where OBS gets the graphics as an image.
"""

from producer.obs.director import Director, Graphics, Offline, Online, Taken
from producer.obs.refusals import ObsRefusal

__all__ = ["Director", "Graphics", "ObsRefusal", "Offline", "Online", "Taken"]
