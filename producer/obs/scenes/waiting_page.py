"""The local page that a browser source loads: it waits for our service and then shows it.

OBS loads a page once. With the service's own address, an OBS that started first would show a white
error page for ever.
"""

from __future__ import annotations

import json

_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Duplicast graphics</title>
<style>
html, body { margin: 0; height: 100%; overflow: hidden; background: transparent }
iframe { border: 0; width: 100%; height: 100%; visibility: hidden; background: transparent }
iframe.shown { visibility: visible }
</style>
<script>
const address = ADDRESS
const pause = ms => new Promise(done => setTimeout(done, ms))
// An opaque response is enough: it shows that the service is there.
const request = () => ({ mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(2000) })
const answers = () => fetch(address, request()).then(() => true, () => false)
const loaded = frame => new Promise(done => {
  frame.onload = done
  frame.src = address
  document.body.append(frame)
})

async function show() {
  for (;;) {
    while (!await answers()) await pause(500)
    const frame = document.createElement("iframe")
    frame.setAttribute("allowtransparency", "true")
    await Promise.race([loaded(frame), pause(5000)])
    // The browser's own error page loads too, so check the service again.
    if (await answers()) {
      frame.className = "shown"
      return
    }
    frame.remove()
  }
}
addEventListener("DOMContentLoaded", show)
</script>
<body></body>
"""


def waiting_page(address: str) -> str:
    """HTML that is transparent until ``address`` answers and then shows it.

    From then on the page at ``address`` manages its own connection.
    """
    quoted = json.dumps(address).replace("<", "\\u003c")
    return _PAGE.replace("ADDRESS", quoted)
