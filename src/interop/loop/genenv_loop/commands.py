"""Engines that are commands: each trains or samples once, from files to files, in processes of its own."""

import shlex
import subprocess
import sys


class Commands:
    def __init__(self, commands, folder):
        self.commands, self.folder = commands, folder

    def run(self, step, player, initial, model, request, out):
        """`step`: generate, agent or environment. From {model} and {request}, both in files, to what stands at {out}."""
        line = self.commands[step].format(
            python=shlex.quote(sys.executable), request=shlex.quote(request), out=shlex.quote(out),
            model=shlex.quote(model), initial=shlex.quote(initial),
        )  # fmt: skip
        print(line, file=sys.stderr, flush=True)
        code = subprocess.run(shlex.split(line), cwd=self.folder, check=False).returncode
        if code != 0:
            raise SystemExit(f"`{line}` ended with status {code}. The same command goes on with this step.")

    def follow(self):
        raise SystemExit("This engine starts its processes itself: start the loop as one.")

    def close(self):
        """Nothing is kept between two steps."""
