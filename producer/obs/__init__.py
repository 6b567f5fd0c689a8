"""Controls OBS: the wanted scenes, the difference from what OBS has, takes, clips and alarms.

For the web room::

    director = Director(settings.obs, settings.out / "obs", page)
    director.start()                    # in FastAPI's lifespan; needs no connection yet
    director.state()                    # Online(obs, websocket, program, ...) | Offline(refusal)
    director.preview(shot, graphics)    # -> Ready(bank, scene, shot)
    director.take(shot, graphics, id_)  # -> TakeResult(id, scene, bank, shot, seconds, ...)
    director.safe()
    director.stop()

There are two banks of scenes, A and B, each with its own graphics channel. ``preview`` and ``take``
load the bank that is off air and see that its pictures and graphics are there; ``take`` then cuts
to it. Both block until OBS is done, so call them from a thread and never on the event loop. They
raise an ``ObsRefusal`` with ``.reason`` and ``.hint``, at once while OBS is offline.
"""

from producer.obs.director.control import Director
from producer.obs.director.state import Offline, Online
from producer.obs.director.takes import Graphics, Ready, TakeResult
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
