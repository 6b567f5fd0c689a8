"""The one settings object: ``duplicast.toml`` in the current folder, ``DUPLICAST_*``, options.

Options of the command line beat the environment, the environment beats the file.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

CONFIG = Path("duplicast.toml")
Port = Annotated[int, Field(ge=1, le=65535)]
Pixels = Annotated[int, Field(ge=0, le=10_000)]

REHEARSAL = "-rehearsal"
"""How the name of a rehearsal's record ends, before its suffix."""

MAIN = "main"
"""The name of the OBS that the other settings are of."""


class SettingsError(ValueError):
    """The settings cannot be used; the message names the place, the reason and the mend."""


class Picture(BaseModel):
    """How a table is seen: by exactly one of ``source``, an existing source in OBS of any kind,
    which is never changed, and what is made in OBS for it: ``camera`` (the system's name of the
    device), ``ndi`` (the sender's name), ``file`` (a media file, played round and round), ``vlc``
    (files or addresses, one after the other) or ``colour`` (``#RRGGBB``).

    ``crop``: pixels cut off at the left, top, right and bottom, before ``fit`` brings the rest into
    its box: ``cover`` fills the box and loses what sticks out, ``contain`` shows everything,
    ``stretch`` distorts. ``card_safe``: no held card can be seen in it, so that it may be on air
    while the table plays a sealed deal. ``sound``: the source in OBS with the table's sound, where
    that is not the picture's own.
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
    def _one_of_them(self) -> Picture:
        ways = (self.source, self.camera, self.ndi, self.file, self.vlc, self.colour)
        if sum(bool(way) for way in ways) != 1:
            raise ValueError("name exactly one of source, camera, ndi, file, vlc, colour")
        return self

    @property
    def live(self) -> bool:
        """Whether it may show what happens at the table now; an existing source always may."""
        streams = (self.file, *self.vlc)
        return bool(self.source or self.camera or self.ndi) or any(
            "://" in each for each in streams
        )


class ObsPlace(BaseModel):
    """A further OBS, a back-up or one for another output, that is taken to with the main one.

    ``pictures`` and ``graphics``: where they differ from the main one's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")]
    host: str = "127.0.0.1"
    port: Port = 4455
    password: str = ""
    pictures: dict[str, Picture] | None = None
    graphics: Literal["auto", "browser", "image"] | None = None


class ObsSettings(BaseModel):
    """Where OBS is, and what of it is ours.

    ``pictures``: by table, how it is seen; a text is the name of an existing source, and a table
    without any gets a colour of its own. ``graphics``: ``browser`` or ``image`` source, ``auto``
    takes the browser source where OBS has the kind. ``prefix`` begins the name of all we make.
    ``backdrop``, ``safe``: existing sources that lie under graphics without pictures, and that the
    safe scene shows; a dark colour where they are empty. ``sound``: with ``focus`` a take opens the
    table in focus and mutes the others'; with ``leave`` it does not touch them. ``transition``: of
    a take: ``cut``, ``fade``, ``stinger`` or the name of one in OBS, for ``milliseconds``; where it
    is empty, whatever is chosen in OBS. ``record``: with ``segments`` OBS records while a finished
    segment is on air. ``more``: further OBS that are taken to as well.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: Port = 4455
    password: str = ""
    prefix: Annotated[str, Field(min_length=1, max_length=40)] = "Duplicast"
    pictures: dict[str, Picture] = Field(default_factory=dict)
    graphics: Literal["auto", "browser", "image"] = "auto"
    backdrop: str = ""
    safe: str = ""
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
    """What each component of merit counts, beside the others (docs/interest.md)."""

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
            raise ValueError("all weights are 0, so that no deal would have merit")
        return self

    def by_name(self) -> dict[str, float]:
        return dict(self)


class MeritSettings(BaseModel):
    """What makes a deal worth showing. ``minimum``: deals of less merit are listed only on demand.

    ``nearly``: parts of the pot by which sizes may differ where two spots are called nearly the
    same.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    weights: MeritWeights = Field(default_factory=MeritWeights)
    minimum: Annotated[float, Field(ge=0, le=1)] = 0.0
    nearly: Annotated[float, Field(ge=0, le=10)] = 0.25


class GraphicsSettings(BaseModel):
    """How graphics speak where nothing else is asked for (docs/graphics.md).

    ``chips``: big blinds, whole chips, or shortened, ``12.5k``. ``theme``: by its name, or by the
    path of its file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Literal["en", "es", "el"] = "en"
    chips: Literal["bb", "number", "short"] = "bb"
    theme: Annotated[str, Field(min_length=1, max_length=500)] = "dark"


class Settings(BaseSettings):
    """Everything a producer can set. ``db``: the log; ``out``: pictures handed to OBS as files.

    ``host``: the address served; any but the loopback's makes tokens mandatory, and so does
    ``names``: further names under which the service is reached, as behind a proxy. ``delay``:
    the least minutes from the last table's end of a live deal to its release. ``draw``: a file of
    ``duplicast draw`` with the tables' orders, for the forecast. ``tls_cert``, ``tls_key``: PEM
    files, for HTTPS. ``rehearsal``: the record is the one beside ``db`` whose name ends in
    REHEARSAL, and every page and graphic is marked so; a ``db`` of such a name always is one.
    ``patience``: seconds that a device's gap is waited for before the desk suggests to declare it
    lost.
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

    @property
    def tls(self) -> bool:
        return self.tls_cert is not None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the signature is pydantic's
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def is_rehearsals(db: Path) -> bool:
    """Whether a record is a rehearsal's, which its name says, whatever reads it.

    >>> is_rehearsals(Path("show/duplicast-rehearsal.db")), is_rehearsals(Path("duplicast.db"))
    (True, False)
    """
    return db.stem.casefold().endswith(REHEARSAL)


def in_rehearsal(settings: Settings) -> Settings:
    """The same with a record of its own beside the real one, or with the rehearsal's that it has.

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
    """Raises SettingsError where the file or the environment holds what cannot be used."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise SettingsError(_unknown(place)) from error
        raise SettingsError(
            f"setting {place}: {first['msg']}. Mend it in {CONFIG} or in the environment "
            f"(DUPLICAST_{place.upper().replace('.', '__')})."
        ) from error
    except ValueError as error:  # tomllib's own complaint names line and column
        raise SettingsError(f"{CONFIG}: {error}. Mend the file or remove it.") from error


def _unknown(place: str) -> str:
    meant = get_close_matches(place, _names(Settings), 1)
    hint = f"Did you mean {meant[0]}?" if meant else "The docs name those there are."
    return f"setting {place}: there is none of this name. {hint}"


def _names(model: type[BaseModel], before: str = "") -> list[str]:
    """Of all settings, with those of the tables within."""
    found: list[str] = []
    for name, field in model.model_fields.items():
        kind = field.annotation
        within = isinstance(kind, type) and issubclass(kind, BaseModel)
        found += _names(kind, f"{before}{name}.") if within else [f"{before}{name}"]  # type: ignore[arg-type]
    return found
