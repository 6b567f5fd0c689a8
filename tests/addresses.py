"""What is expected of the service's addresses, apart from what their routes declare."""

STATIC = {
    *("/assets", "/assets/graphic/{name}.js", "/assets/run.css", "/schemas", "/schemas/{name}"),
    *("/fonts/{weight}.ttf", "/fonts/other.ttf", "/fonts/theme.css", "/fonts/theme/{place}"),
    *("/fonts/further/{number}/{place}", "/graphics/gallery", "/graphics/gallery/stamp"),
}
"""Addresses that answer the same whatever is in the record."""

WITHOUT_EXIT = STATIC | {
    *("/healthz", "/readyz", "/metrics", "/sign-in", "/sign-out", "/appearance"),
    *("/graphics/{channel}", "/api/tokens/revoke"),
    *("/people", "/api/people", "/api/people/photo", "/people/photos/{file}", "/api/show/end"),
    *("/feed", "/feed/events", "/feed/gaps", "/api/booth", "/api/booth/answer"),
    *("/api/rundown/clock", "/api/maps/file", "/api/maps/suggest", "/api/maps/save"),
    "/api/maps/ingest",
}
"""Addresses that answer nothing about any deal, and so are not exits."""

SEALED_FOR = {
    "/sealed": {"isolated", "producer"},
    "/sealed/{reference}": {"isolated", "producer"},
    "/sealed-stills/{reference}.png": {"isolated", "producer"},
    "/corrections": {"scorer", "producer"},
    "/api/corrections": {"scorer", "producer"},
    "/forecast": {"scorer", "producer"},
    "/api/forecast": {"scorer", "producer"},
}
"""Roles that may see sealed deals at an address; at all others only a producer may."""
