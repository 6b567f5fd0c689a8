"""Several OBS at once: main and back-up in step, or one an output. What is asked goes to each.

One that is down refuses at once and hinders no other; one that hangs is waited for a second after
the main one, else the first that is asked, has answered, and goes on by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Generic, TypeVar

from producer.obs.director.director import Director
from producer.obs.director.program import Hear
from producer.obs.director.states import Graphics, TakeResult
from producer.obs.director.takes import transition_of
from producer.obs.director.transition import ChosenTransition
from producer.obs.link.connection import Link
from producer.obs.link.refusals import ObsRefusal
from producer.obs.monitor.watch import ObsWatch
from producer.settings import ObsSettings

Found = TypeVar("Found")

LATE = 1.0
"""Seconds that the others get after the main one."""


class Late(ObsRefusal):
    """An OBS has not answered yet, and goes on trying."""


@dataclass(frozen=True, slots=True)
class Output:
    """One OBS: who directs it, and who watches what it really shows."""

    name: str
    settings: ObsSettings
    director: Director
    watch: ObsWatch

    @property
    def prefix(self) -> str:
        return self.settings.prefix

    def on(self, work: Callable[[Link, Hear, ObsSettings], Found]) -> Found:
        """What ``work`` returns, done on the director's thread. Raises what it raises, and an
        ObsRefusal at once while this OBS is offline."""
        directed = self.director
        found: Found = directed.ask(lambda link: work(link, directed.hear_on(link), self.settings))
        return found

    def chosen(self, link: Link) -> ChosenTransition | None:
        """The transition of the settings."""
        return transition_of(link, self.settings, self.settings.transition)

    @contextmanager
    def taking(self) -> Iterator[Callable[[str, frozenset[str]], None]]:
        """While a take is under way; call what it gives with the scene that was taken and the
        sources to be seen in it."""
        with self.watch.taking():
            yield self.watch.taken


@dataclass(frozen=True, slots=True)
class Each(Generic[Found]):
    """By the names of the outputs: what was ``done``, and what was ``refused``; none is in both."""

    done: Mapping[str, Found]
    refused: Mapping[str, ObsRefusal]

    def one(self) -> Found:
        """The main one's, else that of the first that did it. Raises the main one's refusal, or
        the first, where none did."""
        if not self.done:
            raise next(iter(self.refused.values())).with_traceback(None)
        return next(iter(self.done.values()))

    def missing(self) -> str:
        """Which outputs did not, and why, in words; empty where all did."""
        return "; ".join(f"{name}: {refusal.reason}" for name, refusal in self.refused.items())


class Several:
    """``outputs``: the main one first."""

    def __init__(self, outputs: tuple[Output, ...]) -> None:
        self.outputs = outputs
        self.main = outputs[0]
        self._hands, self._upkeep = (
            {each.name: ThreadPoolExecutor(1, f"{word}-{each.name}") for each in outputs}
            for word in ("obs", "upkeep")
        )

    def start(self) -> None:
        for output in self.outputs:
            output.director.start()
            output.watch.start()

    def disconnect(self) -> None:
        """Ends the connections, all at the same time; what waits is refused, and what is asked
        from now on. Every OBS stays as it is."""
        links = [stop for each in self.outputs for stop in (each.watch.stop, each.director.stop)]
        stopping = [Thread(target=stop, daemon=True) for stop in links]
        for thread in stopping:
            thread.start()
        for thread in stopping:
            thread.join()

    def stop(self) -> None:
        """Disconnects; nothing can be asked after that."""
        self.disconnect()
        for hand in (*self._hands.values(), *self._upkeep.values()):
            hand.shutdown(wait=False, cancel_futures=True)

    def each(
        self, work: Callable[[Output], Found], names: Collection[str] | None = None
    ) -> Each[Found]:
        """``work`` for every output, or those of ``names``, at least one: all at the same time and
        in order for each. Raises what ``work`` raises but for an ObsRefusal, which is told beside
        what the others did."""
        return self._on(self._hands, work, names)

    def upkeep(
        self, work: Callable[[Output], Found], names: Collection[str] | None = None
    ) -> Each[Found]:
        """As ``each``, for a set-up or a repair: what else is asked meanwhile need not wait for
        it."""
        return self._on(self._upkeep, work, names)

    def _on(
        self,
        hands: Mapping[str, ThreadPoolExecutor],
        work: Callable[[Output], Found],
        names: Collection[str] | None,
    ) -> Each[Found]:
        asked = {
            output.name: hands[output.name].submit(work, output)
            for output in self.outputs
            if names is None or output.name in names
        }
        wait([next(iter(asked.values()))])
        wait(asked.values(), LATE)
        done: dict[str, Found] = {}
        refused: dict[str, ObsRefusal] = {}
        for name, future in asked.items():
            refusal = _refusal(name, future)
            if refusal is None:
                done[name] = future.result()
            else:
                refused[name] = refusal
        return Each(done, refused)

    def safe(self, id_: str) -> Each[TakeResult]:
        """Cuts every output to its safe scene; takes that are not at their cut yet give way."""

        def cut(output: Output) -> TakeResult:
            with output.taking() as told:
                taken = output.director.safe(id_)
                told(taken.scene, taken.sources)
            return taken

        with ExitStack() as meanwhile:
            for output in self.outputs:
                meanwhile.enter_context(output.director.overtaking())
            return self.each(cut)

    def take(
        self,
        taking: Callable[[Output, Graphics | None], TakeResult],
        graphics: Mapping[str, Graphics],
    ) -> Each[TakeResult]:
        """A take on every output, each with its own graphics. What each then shows is watched."""

        def take(output: Output) -> TakeResult:
            with output.taking() as taken:
                result = taking(output, graphics.get(output.name))
                taken(result.scene, result.sources)
            return result

        return self.each(take)


def _refusal(name: str, future: Future[Found]) -> ObsRefusal | None:
    if not future.done():
        return Late(f"OBS {name} has not answered yet", "Look at that OBS; it goes on by itself")
    error = future.exception()
    if error is None or isinstance(error, ObsRefusal):
        return error
    raise error
