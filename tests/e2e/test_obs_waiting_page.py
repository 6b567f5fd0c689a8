"""The page a browser source is pointed at, in a real browser: it waits, then shows the service."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page
from ports import free_port

from producer.obs.scenes.graphics_files import page_file

BODY = b"<!doctype html><body style='margin:0;background:transparent'><h1>the graphics</h1>"


class Service(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@contextmanager
def service(port: int) -> Iterator[None]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Service)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 640, "height": 360})
    page.set_default_timeout(60_000)
    yield page
    page.close()


def test_it_waits_for_a_service_that_comes_later(page: Page, tmp_path: Path) -> None:
    port = free_port()
    page.goto(page_file(tmp_path, f"http://127.0.0.1:{port}/graphics/program").as_uri())
    for _ in range(2):
        page.wait_for_event("requestfailed")
    assert page.locator("iframe").count() == 0
    with service(port):
        page.locator("iframe.shown").wait_for()
        page.frame_locator("iframe").get_by_text("the graphics").wait_for()
        assert page.locator("iframe").count() == 1


def test_it_stays_when_the_service_goes(page: Page, tmp_path: Path) -> None:
    port = free_port()
    with service(port):
        page.goto(page_file(tmp_path, f"http://127.0.0.1:{port}/graphics/program").as_uri())
        page.locator("iframe.shown").wait_for()
    page.frame_locator("iframe").get_by_text("the graphics").wait_for()


def test_it_is_clear_where_the_graphics_are(page: Page, tmp_path: Path) -> None:
    port = free_port()
    with service(port):
        page.goto(page_file(tmp_path, f"http://127.0.0.1:{port}/graphics/program").as_uri())
        page.locator("iframe.shown").wait_for()
        picture = tmp_path / "clear.png"
        page.screenshot(path=picture, omit_background=True)
    alpha = cv2.imread(str(picture), cv2.IMREAD_UNCHANGED)[..., 3]
    assert alpha[300:, 400:].max() == 0
    assert alpha[:100, :300].max() == 255
