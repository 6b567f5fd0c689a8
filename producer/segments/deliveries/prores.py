"""ProRes 422 HQ in MOV, for editing and archives."""

from __future__ import annotations

from pathlib import Path

import av

from producer.segments.compositor.encode import BT709, LIMITED, TIMESCALE
from producer.segments.compositor.sound import RATE, Samples
from producer.segments.deliveries.pcm import pcm_of, stereo_frame
from producer.segments.timecode import timecode_of
from producer.segments.timeline import Timeline

_FORMAT = "yuv422p10le"
_HQ = {"profile": "3", "vendor": "apl0"}


class ProResFile:
    """A MOV that is being written, with the timecode of its first frame and 24-bit stereo."""

    def __init__(self, path: Path, timeline: Timeline) -> None:
        """Raises TimecodeRefused for a rate without timecode."""
        rate = timeline.rate
        timecode = timecode_of(timeline.first_timecode, rate, timeline.drop_frame)
        options = {"movflags": "+write_colr", "movie_timescale": TIMESCALE}
        self._container = av.open(str(path), "w", format="mov", options=options)
        self._base = 1 / rate
        picture = self._container.add_stream("prores_ks", rate=rate, options=_HQ)
        picture.width, picture.height, picture.pix_fmt = timeline.width, timeline.height, _FORMAT
        picture.time_base = self._base
        picture.metadata["timecode"] = timecode
        self._picture = picture
        self._sound = self._container.add_stream("pcm_s24le", rate=RATE, layout="stereo")
        self._frames = self._samples = 0

    def add_picture(self, frame: av.VideoFrame) -> None:
        """The next frame; it is not kept."""
        deep = frame.reformat(format=_FORMAT)
        # The encoder reads the colours of each frame, not those of the stream.
        deep.color_primaries = deep.color_trc = deep.colorspace = BT709
        deep.color_range = LIMITED
        deep.pts, deep.time_base = self._frames, self._base
        self._frames += 1
        self._container.mux(self._picture.encode(deep))

    def add_sound(self, samples: Samples) -> None:
        """The next samples."""
        if len(samples):
            frame = stereo_frame(pcm_of(samples), self._samples)
            self._container.mux(self._sound.encode(frame))
            self._samples += len(samples)

    def finish(self) -> None:
        """Writes what the encoders still have, and the index."""
        for stream in (self._picture, self._sound):
            self._container.mux(stream.encode(None))
        self._container.close()

    def close(self) -> None:
        self._container.close()
