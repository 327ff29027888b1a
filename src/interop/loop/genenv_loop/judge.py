"""What only task families know: contexts, parsers, oracles, base data, scores. The program `genenv judge` answers."""
import json
import os
import shlex
import subprocess

from .files import dump, read_json, write_json


class Judge:
    def __init__(self, command, folder):
        self.process = subprocess.Popen(
            shlex.split(command), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, question, **fields):
        self.process.stdin.write(dump({"ask": question, **fields}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("genenv judge ended. What it wrote above says why.")
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
