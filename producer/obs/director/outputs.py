"""Several OBS at once, such as main and backup. Every request goes to each.

An OBS that is offline refuses at once and delays no other. One that hangs gets one second after the
main one (or the first requested) has answered, and finishes by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Generic, TypeVar

from producer.messages import message
from producer.obs.director.control import Director
from producer.obs.director.program import NextEvent
from producer.obs.director.takes import TakeResult, transition_of
from producer.obs.director.transition import ChosenTransition
from producer.obs.link.connection import Link
from producer.obs.link.refusals import ObsRefusal
from producer.obs.monitor.watch import ObsWatch
from producer.settings import ObsSettings

Result = TypeVar("Result")

EXTRA_TIME = 1.0
"""Seconds that the others get after the main one."""


class NotDoneYet(ObsRefusal):
    """An OBS has not answered yet and is still trying."""


@dataclass(frozen=True, slots=True)
class Output:
    """One OBS: its director, and the watch over what it really shows."""

    name: str
    settings: ObsSettings
    director: Director
    watch: ObsWatch

    @property
    def prefix(self) -> str:
        return self.settings.prefix

    def on(self, work: Callable[[Link, NextEvent, ObsSettings], Result]) -> Result:
        """Runs ``work`` on the director's thread and returns its result.

        Raises its errors, and an ObsRefusal at once while this OBS is offline.
        """
        director = self.director
        result: Result = director.run(
            lambda link: work(link, director.next_event_on(link), self.settings)
        )
        return result

    def chosen(self, link: Link) -> ChosenTransition | None:
        """How to select the transition of the settings."""
        return transition_of(link, self.settings, self.settings.transition)

    @contextmanager
    def during_take(self) -> Iterator[Callable[[str, frozenset[str]], None]]:
        """Wraps a take; call the yielded function with the scene that was taken and the sources
        shown in it."""
        with self.watch.during_take():
            yield self.watch.expect


@dataclass(frozen=True, slots=True)
class Results(Generic[Result]):
    """What was ``done`` and what was ``refused``, by the names of the outputs; none is in both."""

    done: Mapping[str, Result]
    refused: Mapping[str, ObsRefusal]

    def one(self) -> Result:
        """The result of the main output, or else of the first that succeeded.

        Raises the main output's refusal, or the first one, if none succeeded.
        """
        if not self.done:
            raise next(iter(self.refused.values())).with_traceback(None)
        return next(iter(self.done.values()))

    def missing(self) -> str:
        """Which outputs failed and why, in words; empty if all succeeded."""
        return "; ".join(f"{name}: {refusal.reason}" for name, refusal in self.refused.items())


class Outputs:
    """``outputs``: the main one first."""

    def __init__(self, outputs: tuple[Output, ...]) -> None:
        self.outputs = outputs
        self.main = outputs[0]
        self._workers, self._maintenance = (
            {each.name: ThreadPoolExecutor(1, f"{word}-{each.name}") for each in outputs}
            for word in ("obs", "maintenance")
        )

    def start(self) -> None:
        for output in self.outputs:
            output.director.start()
            output.watch.start()

    def cut(self, name: str, seconds: float) -> None:
        """Cuts the connections to one OBS for so long, as a pulled cable does; 0 restores them."""
        for output in self.outputs:
            if output.name == name:
                output.director.cut(seconds)
                output.watch.cut(seconds)

    def disconnect(self) -> None:
        """Ends all connections at the same time and refuses everything from now on. Every OBS stays
        as it is."""
        links = [stop for each in self.outputs for stop in (each.watch.stop, each.director.stop)]
        stopping = [Thread(target=stop, daemon=True) for stop in links]
        for thread in stopping:
            thread.start()
        for thread in stopping:
            thread.join()

    def stop(self) -> None:
        """Disconnects and ends the worker threads."""
        self.disconnect()
        for worker in (*self._workers.values(), *self._maintenance.values()):
            worker.shutdown(wait=False, cancel_futures=True)

    def each(
        self, work: Callable[[Output], Result], names: Collection[str] | None = None
    ) -> Results[Result]:
        """Runs ``work`` for every output, or for those of ``names`` (at least one), in parallel.

        Work for one output runs in order. Each ObsRefusal is returned beside the results; any
        other error of ``work`` is raised.
        """
        return self._run(self._workers, work, names)

    def maintain(
        self, work: Callable[[Output], Result], names: Collection[str] | None = None
    ) -> Results[Result]:
        """As ``each``, for a set-up or a repair, which other work need not wait for."""
        return self._run(self._maintenance, work, names)

    def _run(
        self,
        workers: Mapping[str, ThreadPoolExecutor],
        work: Callable[[Output], Result],
        names: Collection[str] | None,
    ) -> Results[Result]:
        futures = {
            output.name: workers[output.name].submit(work, output)
            for output in self.outputs
            if names is None or output.name in names
        }
        wait([next(iter(futures.values()))])
        wait(futures.values(), EXTRA_TIME)
        done: dict[str, Result] = {}
        refused: dict[str, ObsRefusal] = {}
        for name, future in futures.items():
            refusal = _refusal(name, future)
            if refusal is None:
                done[name] = future.result()
            else:
                refused[name] = refusal
        return Results(done, refused)

    def safe(self, id_: str) -> Results[TakeResult]:
        """Cuts every output to its safe scene; takes that have not reached their cut give way."""

        def cut(output: Output) -> TakeResult:
            with output.during_take() as expect:
                result = output.director.safe(id_)
                expect(result.scene, result.sources)
            return result

        return self.before_takes(cut)

    def before_takes(self, work: Callable[[Output], Result]) -> Results[Result]:
        """As ``each``, but takes that have not reached their cut give way."""
        with ExitStack() as stack:
            for output in self.outputs:
                stack.enter_context(output.director.overtaking())
            return self.each(work)


def _refusal(name: str, future: Future[Result]) -> ObsRefusal | None:
    if not future.done():
        return NotDoneYet(
            message("OBS {name} has not answered yet", name=name),
            message("Check it; it finishes by itself"),
        )
    error = future.exception()
    if error is None or isinstance(error, ObsRefusal):
        return error
    raise error
