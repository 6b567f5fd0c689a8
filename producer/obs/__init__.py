"""OBS: what we want of it as a value, what it has, the difference, and the one who sends it.

For the web room::

    director = Director(settings.obs, settings.out / "obs", page)
    director.start()                    # FastAPI's lifespan; no connection is needed for it
    director.state()                    # Online(obs, websocket, program, ...) | Offline(refusal)
    director.preview(shot, graphics)    # -> Ready(bank, scene, shot)
    director.take(shot, graphics, id_)  # -> Taken(id, scene, bank, shot, seconds)
    director.safe()
    director.stop()

There are two banks of scenes, A and B, with a graphics channel each. ``preview`` and ``take`` load
the bank that is off air, see that its pictures and graphics are there, and ``take`` then cuts to
it. They block until OBS has it so: call them from a thread, never on the event loop. They raise an
``ObsRefusal`` (``.reason``, ``.mend``, both for people); while OBS is offline at once.
"""

from producer.obs.director.director import Director
from producer.obs.director.states import Graphics, Offline, Online, Ready, TakeResult
from producer.obs.link.refusals import ObsRefusal
from producer.obs.scenes.banks import BANKS, Bank, Shot, channel, other

__all__ = [
    "BANKS",
    "Bank",
    "Director",
    "Graphics",
    "ObsRefusal",
    "Offline",
    "Online",
    "Ready",
    "Shot",
    "TakeResult",
    "channel",
    "other",
]
