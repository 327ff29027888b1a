"""`genenv judge`: tasks of the families, what their simulators answer, and scores."""

import atexit
import threading

from .process import Process


class Judge:
    """One process for any number of rollouts and threads. It keeps no state: after it was killed, the next question starts it
    again."""

    def __init__(self, command=None):
        """`command`: the program and its first arguments, as a list; by default the variable GENENV or the PATH names it."""
        self._command, self._process, self._lock = command, None, threading.Lock()
        atexit.register(self.close)

    def ask(self, question, **fields):
        """The answer as a dict; raises GenenvError, in one sentence, where there is none."""
        with self._lock:
            if self._process is None or not self._process.open:
                self._process = Process(["judge"], self._command)
            self._process.write({"ask": question, **fields})
            return self._process.read()

    def close(self):
        with self._lock:
            if self._process is not None and self._process.open:
                self._process.close()
