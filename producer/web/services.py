"""What the endpoints need: the services of one running app, and who sent the request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from producer.jobs import Jobs
from producer.obs.clips.player import ClipPlayer
from producer.obs.clips.recording import Recorder
from producer.obs.director.outputs import Outputs
from producer.release import Gate
from producer.settings import Settings
from producer.stages.style import Style
from producer.web.access.attempts import SignInAttempts
from producer.web.access.authentication import Door
from producer.web.access.roles import Who
from producer.web.air_bar.holder import Holder
from producer.web.air_bar.preview import OnPreview
from producer.web.air_bar.sequence import AirSequence
from producer.web.channels.banks import Banks
from producer.web.channels.live import Channels
from producer.web.channels.live_tables import Following
from producer.web.control.answers import ControlAnswers
from producer.web.feed.queue import Inlet
from producer.web.onair.audit_log import Logbook
from producer.web.onair.cued import SegmentMarks
from producer.web.onair.outdated import OutdatedClips
from producer.web.onair.over_clip import ClipGraphics
from producer.web.onair.sealed_again import SealedAgain
from producer.web.onair.takes import Takes
from producer.web.ops.faults import Faults
from producer.web.ops.recorders import RecorderWatch
from producer.web.pages.sealed_views import SealedViews
from producer.web.panel.booth_message import Booth
from producer.web.updates.record_watch import RecordWatch
from producer.web.updates.topics import Topics

ToShow = Callable[[Sequence[str], str], None]


@dataclass(frozen=True, slots=True)
class Services:
    """The app's services, in ``app.state.services``.

    ``style``: how graphics look and speak by the settings. ``sealed_views``: of the pages of sealed
    deals; ``deck_views``: of cards on /tables, which is shown even when the record cannot be
    written. ``recorder``: ``None`` unless OBS records segments. ``topics``: what open pages follow.
    ``sequence``: the acts that changed program; ``controls``: answers to hardware controls.
    ``booth``: the desk's message to the commentators. ``faults``: of a rehearsal. ``to_show``: ends
    a rehearsal and starts the show, given what is not green and who does it; ``None`` where the
    service is no rehearsal or cannot go on with the show's record.
    """

    gate: Gate
    settings: Settings
    style: Style
    door: Door
    attempts: SignInAttempts
    channels: Channels
    banks: Banks
    outputs: Outputs
    holder: Holder
    sequence: AirSequence
    controls: ControlAnswers
    on_preview: OnPreview
    takes: Takes
    player: ClipPlayer
    recorder: Recorder | None
    jobs: Jobs
    recorders: RecorderWatch
    clip_graphics: ClipGraphics
    segment_marks: SegmentMarks
    outdated_clips: OutdatedClips
    logbook: Logbook
    following: Following
    sealed_again: SealedAgain
    inlet: Inlet
    sealed_views: SealedViews
    deck_views: SealedViews
    topics: Topics
    booth: Booth
    record_watch: RecordWatch
    faults: Faults
    to_show: ToShow | None = None


async def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


async def _visitor(connection: HTTPConnection) -> Who:
    visitor: Who = connection.scope["who"]
    return visitor


Injected = Annotated[Services, Depends(_services)]
"""An endpoint parameter: the app's services."""

Visitor = Annotated[Who, Depends(_visitor)]
"""An endpoint parameter: who sent the request."""
