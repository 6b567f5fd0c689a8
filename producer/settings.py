"""All settings: from ``duplicast.toml`` in the current folder, ``DUPLICAST_*`` and options.

Command-line options override the environment, which overrides the file.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from pydantic_settings import SettingsError as UnreadableVariable

from producer.json_text import fault_words, read_json

CONFIG = Path("duplicast.toml")
Port = Annotated[int, Field(ge=1, le=65535)]
Pixels = Annotated[int, Field(ge=0, le=10_000)]

REHEARSAL = "-rehearsal"
"""The end of a rehearsal record's file name, before its suffix."""

MAIN = "main"
"""The name of the OBS that ``[obs]`` itself describes."""


class SettingsError(ValueError):
    """The settings cannot be used; the message gives place, reason and fix."""


class PictureSource(BaseModel):
    """A table's picture: exactly one of ``source`` (an existing OBS source of any kind, never
    changed) or an input that we create in OBS: ``camera`` (the system's name of the device),
    ``ndi`` (the sender's name), ``file`` (a media file, looped), ``vlc`` (files or addresses, one
    after the other) or ``colour`` (``#RRGGBB``).

    ``crop``: pixels cut off at the left, top, right and bottom, before ``fit`` scales the rest to
    its box: ``cover`` fills the box and crops, ``contain`` shows everything, ``stretch`` distorts.
    ``card_safe``: no hole cards are visible in it, so it may be on air while the table plays a
    sealed deal. ``sound``: the OBS source with the table's sound, where that is not the picture's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str = ""
    camera: str = ""
    ndi: str = ""
    file: str = ""
    vlc: tuple[str, ...] = ()
    colour: Annotated[str, Field(pattern=r"^(#[0-9A-Fa-f]{6})?$")] = ""
    crop: tuple[Pixels, Pixels, Pixels, Pixels] = (0, 0, 0, 0)
    fit: Literal["cover", "contain", "stretch"] = "cover"
    card_safe: bool = False
    sound: str = ""

    @model_validator(mode="before")
    @classmethod
    def _a_name_is_a_source(cls, given: object) -> object:
        return {"source": given} if isinstance(given, str) else given

    @model_validator(mode="after")
    def _one_of_them(self) -> PictureSource:
        ways = (self.source, self.camera, self.ndi, self.file, self.vlc, self.colour)
        if sum(bool(way) for way in ways) != 1:
            raise ValueError("name exactly one of source, camera, ndi, file, vlc, colour")
        return self

    @property
    def live(self) -> bool:
        """Whether it may be live: an existing source always counts as live."""
        streams = (self.file, *self.vlc)
        return bool(self.source or self.camera or self.ndi) or any(
            "://" in each for each in streams
        )


class ObsPlace(BaseModel):
    """A further OBS, as a back-up or for another output; every take goes to it too.

    ``pictures`` and ``graphics``: set where they differ from the main OBS.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")]
    host: str = "127.0.0.1"
    port: Port = 4455
    password: str = ""
    pictures: dict[str, PictureSource] | None = None
    graphics: Literal["auto", "browser", "image"] | None = None


class ObsSettings(BaseModel):
    """The connection to OBS and what we create there.

    ``pictures``: by table; a plain string is the name of an existing source, and a table without
    one gets its own colour. ``graphics``: ``browser`` or ``image`` source; ``auto`` is the browser
    source where OBS has it. ``prefix``: starts the name of everything we create. ``backdrop``,
    ``safe``: existing sources shown under graphics without pictures, and in the safe scene; empty
    for a dark colour. ``hotkey``: the function key that cuts to the safe scene in OBS itself; set
    it there once. ``sound``: with ``focus`` a take opens the sound of the table in focus and
    mutes the others; with ``leave`` it changes none. ``transition``: that of a take: ``cut``,
    ``fade``, ``stinger`` or the name of one in OBS, for ``milliseconds``; empty for the one chosen
    in OBS. ``record``: with ``segments`` OBS records while a finished segment is on air. ``more``:
    further OBS, which every take goes to as well.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: Port = 4455
    password: str = ""
    prefix: Annotated[str, Field(min_length=1, max_length=40)] = "Duplicast"
    pictures: dict[str, PictureSource] = Field(default_factory=dict)
    graphics: Literal["auto", "browser", "image"] = "auto"
    backdrop: str = ""
    safe: str = ""
    hotkey: Annotated[str, Field(pattern=r"^F([1-9]|1[0-9]|2[0-4])$")] = "F12"
    sound: Literal["leave", "focus"] = "leave"
    transition: str = ""
    milliseconds: Annotated[int, Field(ge=50, le=20_000)] = 300
    record: Literal["never", "segments"] = "never"
    more: tuple[ObsPlace, ...] = ()

    @model_validator(mode="after")
    def _names_differ(self) -> ObsSettings:
        names = [MAIN, *(place.name for place in self.more)]
        if len(names) != len(set(names)):
            raise ValueError(f"every further OBS needs a name of its own, and none is {MAIN}")
        return self

    def places(self) -> dict[str, ObsSettings]:
        """Every OBS by its name, the main one first, each with settings of its own.

        >>> both = ObsSettings(more=(ObsPlace(name="backup", port=4456),))
        >>> [(name, each.port) for name, each in both.places().items()]
        [('main', 4455), ('backup', 4456)]
        """
        places = {MAIN: self.model_copy(update={"more": ()})}
        for place in self.more:
            own = {key: value for key, value in dict(place).items() if value is not None}
            del own["name"]
            places[place.name] = places[MAIN].model_copy(update=own)
        return places


Weight = Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)]


class MeritWeights(BaseModel):
    """The weight of each component of merit, relative to the others (docs/interest.md)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    swing: Weight = 0.28
    gap: Weight = 0.25
    story: Weight = 0.23
    evenness: Weight = 0.10
    standings: Weight = 0.06
    people: Weight = 0.04
    pictures: Weight = 0.04

    @model_validator(mode="after")
    def _something_counts(self) -> MeritWeights:
        if not any(self.by_name().values()):
            raise ValueError("all weights are 0, so no deal would have merit")
        return self

    def by_name(self) -> dict[str, float]:
        return dict(self)


class MeritSettings(BaseModel):
    """The ranking of deals. ``minimum``: deals with less merit are listed only on demand.

    ``nearly``: by how much, in parts of the pot, sizes may differ where two spots are called nearly
    the same.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    weights: MeritWeights = Field(default_factory=MeritWeights)
    minimum: Annotated[float, Field(ge=0, le=1)] = 0.0
    nearly: Annotated[float, Field(ge=0, le=10)] = 0.25


class RecorderSettings(BaseModel):
    """The recorders that the service watches while it runs: ``folders`` by table. ``patience``:
    seconds without growth before the alarm. ``least``: gigabytes that must be free."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    folders: dict[str, Path] = Field(default_factory=dict)
    patience: Annotated[float, Field(ge=1, le=3600)] = 15
    least: Annotated[float, Field(ge=0, le=1_000_000)] = 20


class GraphicsSettings(BaseModel):
    """The defaults of graphics (docs/graphics.md).

    ``chips``: big blinds, whole chips, or shortened, ``12.5k``. ``theme``: its name or the path of
    its file. ``motion``: whether graphics move on the pages of browser sources, or cut.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Literal["en", "es", "el"] = "en"
    chips: Literal["bb", "number", "short"] = "bb"
    theme: Annotated[str, Field(min_length=1, max_length=500)] = "dark"
    motion: bool = True


class SegmentSettings(BaseModel):
    """What segments are where nothing else is asked for (docs/segments.md)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fps: Annotated[str, Field(max_length=20)] = "25"
    first_timecode: Annotated[str, Field(max_length=20)] = "10:00:00:00"
    loudness: Literal["recorded", "r128"] = "recorded"


class _Environment(EnvSettingsSource):
    """The environment, where a key of a JSON value is given once."""

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:  # noqa: ARG002
        try:
            return read_json(value)
        except ValueError as error:
            raise ValueError(f"{field_name} cannot be read as JSON: {error}") from error


class Settings(BaseSettings):
    """All settings of the product. ``db``: the record; ``out``: the folder of pictures for OBS.

    ``host``: the address to listen on; any but loopback makes tokens mandatory, and so does
    ``names``: further host names of the service, as behind a proxy. ``delay``: the shortest time,
    in minutes, from the last table's end of a live deal to its release. ``draw``: a file of
    ``duplicast draw`` with the tables' orders, for the forecast. ``tls_cert``, ``tls_key``: PEM
    files, for HTTPS. ``rehearsal``: the record is the one beside ``db`` whose name ends in
    ``REHEARSAL``, and every page and graphic is marked; a ``db`` of such a name always is one.
    ``patience``: seconds to wait for a device's missing events before the desk suggests declaring
    them lost.
    """

    model_config = SettingsConfigDict(
        env_prefix="DUPLICAST_",
        env_nested_delimiter="__",
        toml_file=CONFIG,
        extra="forbid",
        frozen=True,
    )

    db: Path = Path("duplicast.db")
    port: Port = 8000
    out: Path = Path("out")
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    delay: Annotated[int, Field(ge=0, le=10_000)] = 0
    draw: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    rehearsal: bool = False
    patience: Annotated[int, Field(ge=0, le=86_400)] = 60
    obs: ObsSettings = Field(default_factory=ObsSettings)
    merit: MeritSettings = Field(default_factory=MeritSettings)
    graphics: GraphicsSettings = Field(default_factory=GraphicsSettings)
    recorders: RecorderSettings = Field(default_factory=RecorderSettings)
    segments: SegmentSettings = Field(default_factory=SegmentSettings)

    @property
    def tls(self) -> bool:
        return self.tls_cert is not None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the signature is pydantic's
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, _Environment(settings_cls), TomlConfigSettingsSource(settings_cls)


def is_rehearsals(db: Path) -> bool:
    """Whether the record's name is that of a rehearsal.

    >>> is_rehearsals(Path("show/duplicast-rehearsal.db")), is_rehearsals(Path("duplicast.db"))
    (True, False)
    """
    return db.stem.casefold().endswith(REHEARSAL)


def rehearsed(db: Path) -> Path:
    """The record that ``db`` rehearses; ``db`` itself if it is no rehearsal's.

    >>> str(rehearsed(Path("show/duplicast-rehearsal.db")))
    'show/duplicast.db'
    """
    return db.with_stem(db.stem[: -len(REHEARSAL)]) if is_rehearsals(db) else db


def in_rehearsal(settings: Settings) -> Settings:
    """The settings of the rehearsal: the record beside the real one, unless it is a rehearsal's.

    >>> str(in_rehearsal(Settings(db=Path("show/duplicast.db"))).db)
    'show/duplicast-rehearsal.db'
    >>> str(in_rehearsal(Settings(db=Path("show/duplicast-rehearsal.db"))).db)
    'show/duplicast-rehearsal.db'
    """
    db = settings.db
    if not is_rehearsals(db):
        db = db.with_name(f"{db.stem}{REHEARSAL}{db.suffix}")
    return settings.model_copy(update={"rehearsal": True, "db": db})


def load_settings() -> Settings:
    """Raises SettingsError where a value in the file or the environment cannot be used."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise SettingsError(_unknown(place)) from error
        raise SettingsError(
            f"setting {place}: {fault_words(first)}. Fix it in {CONFIG} or in the environment "
            f"(DUPLICAST_{place.upper().replace('.', '__')})."
        ) from error
    except UnreadableVariable as error:
        raise SettingsError(
            f"the environment: {error.__cause__}. Correct the variable whose name begins DUPLICAST_"
        ) from error
    except ValueError as error:  # tomllib's message gives line and column
        raise SettingsError(f"{CONFIG}: {error}. Fix the file or remove it.") from error


def _unknown(place: str) -> str:
    meant = get_close_matches(place, _names(Settings), 1)
    hint = (
        f"Did you mean {meant[0]}?" if meant else f"There are: {', '.join(Settings.model_fields)}."
    )
    return f"setting {place}: there is no such setting. {hint}"


def _names(model: type[BaseModel], before: str = "") -> list[str]:
    """The dotted names of all settings."""
    names: list[str] = []
    for name, field in model.model_fields.items():
        kind = field.annotation
        nested = isinstance(kind, type) and issubclass(kind, BaseModel)
        names += _names(kind, f"{before}{name}.") if nested else [f"{before}{name}"]  # type: ignore[arg-type]
    return names
