"""A small TCP proxy as the network between two programs, which can be cut or fall silent."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator


class Network:
    """Forwards bytes between `port` and the port `target`. `cut` ends all connections and accepts
    none; after `fall_silent` nothing passes on those that are open, and new ones work."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._open = threading.Event()
        self._open.set()
        self._ended = False
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._silent: set[socket.socket] = set()
        self._guard = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(0.1)
        self.port = int(self._listening.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        self._open.clear()
        with self._guard:
            for pair in self._pairs:
                for end in pair:
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)
            self._pairs.clear()

    def fall_silent(self) -> None:
        with self._guard:
            self._silent.update(near for near, _ in self._pairs)

    def restore(self) -> None:
        self._open.set()

    def close(self) -> None:
        self._ended = True
        self.cut()
        for thread in self._threads:
            thread.join(5)
        self._listening.close()

    def _accept(self) -> None:
        while not self._ended:
            try:
                near, _ = self._listening.accept()
            except TimeoutError:
                continue
            if not self._open.is_set():
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._target), 5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self._guard:
                self._pairs.append((near, far))
            carrying = threading.Thread(target=self._carry, args=(near, far), daemon=True)
            carrying.start()
            self._threads.append(carrying)

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        with near, far, contextlib.suppress(OSError):
            while not self._ended:
                ready, _, _ = select.select([near, far], [], [], 0.5)
                for end in ready:
                    data = end.recv(1 << 16)
                    if near in self._silent:
                        time.sleep(0 if data else 0.1)  # that an end has gone is not passed on
                        continue
                    if not data:
                        return
                    other[end].sendall(data)


@contextlib.contextmanager
def network(target: int) -> Iterator[Network]:
    made = Network(target)
    try:
        yield made
    finally:
        made.close()
