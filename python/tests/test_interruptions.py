"""Checks that a killed or refused program is reported in plain words, and that an interrupted loop continues."""

import pathlib
import signal
import subprocess
import sys

import pytest

from genenv import GenenvError
from genenv.loop.loop import judge_of


def test_the_judge(loop_folder):
    judge = judge_of(loop_folder())
    assert judge.ask("start")["recentSuccess"] == {"household": 0.5}
    judge._process._process.send_signal(signal.SIGKILL)
    judge._process._process.wait()
    with pytest.raises(GenenvError, match="^genenv judge ended with status -9"):
        judge.ask("start")
    judge.close()


def test_the_loop_while_it_writes(loop_folder):
    folder = pathlib.Path(loop_folder(epochs=1, tasksPerEpoch=2, groupSize=2, evalTasks=1, evalSamples=1, maxDraws=1))
    (folder / "rounds/0001/agent.partial").mkdir(parents=True)
    (folder / "rounds/0001/agent.partial/rollouts.jsonl").write_text("half of a li")
    subprocess.run([sys.executable, "-m", "genenv.loop", folder], check=True, capture_output=True)
    assert (folder / "run.jsonl").read_text().count('"epoch-ended"') == 1
    assert not (folder / "rounds/0001/agent.partial").exists()


def test_a_setting_that_the_loop_cannot_do(loop_folder):
    ended = subprocess.run(
        [sys.executable, "-m", "genenv.loop", loop_folder(arm="r-zero")], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "genenv" in ended.stderr and "Traceback" not in ended.stderr
