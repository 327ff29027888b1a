"""`genenv judge`: tasks of the families, what their simulators answer, scores, and the rules of a loop on TRL."""

import atexit
import threading

from .process import Process


class Judge:
    """One process for any number of rollouts and threads. It keeps no state: after it was killed, the next question starts it
    again."""

    def __init__(self, command=None, options=(), folder=None):
        """`command`: the program and its first arguments, as a list; by default the variable GENENV or the PATH names it.
        `options` of `genenv judge`; `folder`: the working directory."""
        self._start = lambda: Process(["judge", *options], command, folder)
        self._process, self._lock = None, threading.Lock()
        atexit.register(self.close)

    def ask(self, question, **fields):
        """The answer as a dict; raises GenenvError, in one sentence, where there is none."""
        with self._lock:
            if self._process is None or not self._process.open:
                self._process = self._start()
            self._process.write({"ask": question, **fields})
            return self._process.read()

    def close(self):
        with self._lock:
            if self._process is not None and self._process.open:
                self._process.close()
