"""Pictures of scenes as OBS renders them, also of one that is off air."""

from __future__ import annotations

from base64 import b64decode

from producer.obs.link.connection import Link

SIZE = 640, 360
QUALITY = 70


def scene_jpeg(link: Link, scene: str) -> bytes:
    """The scene as it is now. Raises what the link raises."""
    width, height = SIZE
    answer = link.request(
        "GetSourceScreenshot",
        {
            "sourceName": scene,
            "imageFormat": "jpg",
            "imageWidth": width,
            "imageHeight": height,
            "imageCompressionQuality": QUALITY,
        },
    )
    _, _, data = str(answer["imageData"]).partition(",")
    return b64decode(data)
