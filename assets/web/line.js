// A WebSocket that is opened again whenever it ends. The service sends a beat every second, so a
// line on which nothing comes is dead, though nobody closed it: it is given up within 3 s.

const SILENCE = 2000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 1000;
const NO_SUCH_CHANNEL = 4404;

/**
 * `path`: of the service, or a function that returns it, asked each time.
 * Calls `received(message, answer)` with every message, null for a beat; `answer(value)` sends.
 * `lost()` is called when the line ends.
 */
export function openLine(path, received, lost = () => {}) {
  let wait = FIRST_WAIT;

  function connect() {
    const at = typeof path === "function" ? path() : path;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${at}`);
    const answer = (value) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(value));
    let silent = setTimeout(giveUp, SILENCE);
    let ended = false;

    function again(pause) {
      if (ended) return;
      ended = true;
      clearTimeout(silent);
      lost();
      setTimeout(connect, pause);
    }

    function giveUp() {
      socket.close(); // a dead line reports its end half a minute later
      again(0);
    }

    socket.addEventListener("message", ({ data }) => {
      if (ended) return;
      wait = FIRST_WAIT;
      clearTimeout(silent);
      silent = setTimeout(giveUp, SILENCE);
      const message = JSON.parse(data);
      received(message.beat ? null : message, answer);
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === NO_SUCH_CHANNEL) ended = true;
      clearTimeout(silent);
      again(wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  }

  connect();
}
