"""What only task families know: contexts, parsers, oracles, base data, scores. The program `genenv judge` answers."""

import json
import os
import shlex
import subprocess
import threading

from .files import dump, read_json, write_json


class Judge:
    def __init__(self, command, folder):
        # Trainers ask from several threads.
        self.lock = threading.Lock()
        self.process = subprocess.Popen(
            shlex.split(command), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, question, **fields):
        with self.lock:
            try:
                self.process.stdin.write(dump({"ask": question, **fields}) + "\n")
                self.process.stdin.flush()
                line = self.process.stdout.readline()
            except BrokenPipeError:
                line = ""
        if not line:
            raise SystemExit(f"genenv judge ended with status {self.process.wait()}. The same command goes on with this step.")
        answer = json.loads(line)
        if "error" in answer:
            raise SystemExit(f"genenv judge: {answer['error']}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def name_judge(config, folder):
    """Writes the command of the judge down for the processes of engines, which start their own; the command."""
    agent = os.path.normpath(os.path.join(folder, config["agent"]))
    command = f"{config['judge']} --settings genenv.json --model {shlex.quote(agent)}"
    write_json(os.path.join(folder, "judge.json"), {"command": command})
    return command


def judge_of_loop(folder):
    """The judge that this folder names."""
    return Judge(read_json(os.path.join(folder, "judge.json"))["command"], folder)
