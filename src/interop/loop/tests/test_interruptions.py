"""What is killed is said in a sentence; nothing that was finished is lost."""

import os
import signal
import subprocess
import sys

import pytest
from genenv_loop.commands import Commands
from genenv_loop.judge import Judge, name_judge
from genenv_loop.loop import configuration, engine_of


def test_the_judge(recipe):
    folder = str(recipe("local"))
    judge = Judge(name_judge(configuration(folder), folder), folder)
    assert judge.ask("start")["families"][0]["name"] == "household"
    judge.process.send_signal(signal.SIGKILL)
    judge.process.wait()
    with pytest.raises(SystemExit, match="^genenv judge ended with status -9. The same command goes on with this step.$"):
        judge.ask("start")


def test_a_command_of_an_engine(tmp_path):
    killed = "{python} -c 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)'"
    with pytest.raises(SystemExit, match="ended with status -9. The same command goes on with this step.$"):
        Commands({"agent": killed}, tmp_path).run("agent", "agent", "initial", "model", "request", "out")


def test_the_loop_while_it_writes(recipe):
    """Killed at any time, the same command goes on; a folder that is not finished is made anew."""
    folder = recipe("local", epochs=1, tasksPerEpoch=2, groupSize=2, evalTasks=1, evalSamples=1, maxDraws=1)
    (folder / "rounds/0001/agent.partial").mkdir(parents=True)
    (folder / "rounds/0001/agent.partial/rollouts.jsonl").write_text("half of a li")
    subprocess.run([sys.executable, "-m", "genenv_loop"], cwd=folder, check=True, capture_output=True)
    assert (folder / "run.jsonl").read_text().count('"epoch-ended"') == 1
    assert not (folder / "rounds/0001/agent.partial").exists()


def test_lora_by_an_engine_that_trains_all_weights(recipe):
    folder = str(recipe("trl", training="lora"))
    config = {**configuration(folder), "engine": "verl"}
    with pytest.raises(SystemExit, match="^The engine verl trains all weights, but these settings ask for LoRA"):
        engine_of(config, folder)
    assert not os.path.exists(os.path.join(folder, "rounds"))
