"""Runs commands of `genenv` that answer lines of JSON with lines of JSON, such as `genenv judge`, as child processes."""

import atexit
import json
import os
import shutil
import subprocess
import threading


class GenenvError(Exception):
    """Error whose message says what is wrong and what to do."""


def genenv_command():
    """Returns the command of the program: the path in the variable GENENV, or `genenv` on the PATH. A path to genenv.mjs
    runs with node."""
    named = os.environ.get("GENENV")
    if named is None:
        found = shutil.which("genenv")
        if found is None:
            raise GenenvError(
                "The program genenv is not on the PATH: install the playground, or name its src/cli/genenv.mjs in the "
                "variable GENENV."
            )
        return [found]
    return ["node", named] if named.endswith(".mjs") else [named]


class Process:
    """Child process that runs a command of `genenv`. No shell reads the arguments."""

    def __init__(self, arguments, command=None, folder=None):
        self.name = f"genenv {arguments[0]}"
        program = [*(genenv_command() if command is None else command), *arguments]
        try:
            self._process = subprocess.Popen(
                program, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            raise GenenvError(
                f"The program {program[0]} does not start ({error.strerror}): install Node 20 or later and the playground, or "
                "name genenv in the variable GENENV."
            ) from error

        self.open = True

    def write(self, message):
        try:
            # json.dumps escapes all characters that are not ASCII, so the message stays on one line.
            self._process.stdin.write(json.dumps(message, allow_nan=False) + "\n")
            self._process.stdin.flush()
        except OSError:
            self._ended()

    def read(self):
        """Returns the next line of the program's output, as a dict. Raises GenenvError if there is none."""
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            self._ended()
        try:
            answer = json.loads(line)
            if not isinstance(answer, dict):
                raise ValueError
        except ValueError:
            self.close()
            raise GenenvError(
                f"{self.name} answered {line[:200].strip()!r}, which is no JSON object: name the playground's own genenv."
            ) from None
        if "error" in answer:
            raise GenenvError(f"{self.name}: {answer['error']}")
        return answer

    def _ended(self):
        status = self._process.wait()
        self.close()
        raise GenenvError(f"{self.name} ended with status {status}: what it wrote to stderr says why; start it again.")

    def close(self):
        """Ends the program by closing its input."""
        self.open = False
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                pipe.close()
            except OSError:
                pass
        self._process.wait()


class Judge:
    """Asks `genenv judge` for tasks, answers of simulators, scores, and the computations of a loop on TRL.

    One process serves any number of rollouts and threads. It keeps no state. If it was killed, one question fails and
    the next starts a new process.
    """

    def __init__(self, command=None, options=(), folder=None):
        """`command` is the program with its first arguments (default: `genenv_command()`). `options` are options of
        `genenv judge`, and `folder` is its working directory."""
        self._start = lambda: Process(["judge", *options], command, folder)
        self._process, self._lock = None, threading.Lock()
        atexit.register(self.close)

    def ask(self, question, **fields):
        """Returns the answer as a dict. Raises GenenvError if the judge refuses the question or has ended."""
        with self._lock:
            if self._process is None or not self._process.open:
                self._process = self._start()
            self._process.write({"ask": question, **fields})
            return self._process.read()

    def close(self):
        with self._lock:
            if self._process is not None and self._process.open:
                self._process.close()
