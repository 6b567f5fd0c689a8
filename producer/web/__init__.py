"""The desk, the comparison pages, the graphics pages and the API: one app on the loopback."""

from producer.web.app import create_app

__all__ = ["create_app"]
