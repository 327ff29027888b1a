"""Plays given turns in ten tasks of each family, with the client and harness of OpenEnv."""

import contextlib
import itertools
import json
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

pytest.importorskip("openenv")

from openenv.core import GenericEnvClient
from openenv.core.env_server.mcp_types import Tool
from openenv.core.harness.rollout import HarnessRunLimits, MCPHarnessAdapter, ModelStepResult, StepEnvSessionAdapter
from openenv.core.llm_client import LLMResponse, ToolCall
from scripted import TASKS, example, turns_of, verdict_of

ANSWER = Tool(
    name="answer",
    description="Takes a turn of your answer.",
    input_schema={"type": "object", "properties": {"turn": {"type": "string"}}, "required": ["turn"]},
)


@contextlib.contextmanager
def served(*arguments):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "genenv.openenv", *arguments, "--port", str(port)])
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{url}/health")
                break
            assert server.poll() is None
            time.sleep(0.2)
        yield url
    finally:
        server.terminate()
        server.wait()


def rollout(url, task, say):
    """Plays a rollout with OpenEnv's loop of tool calls. `say(opening, n)` returns turn n, or None to end."""
    client = GenericEnvClient(base_url=url)
    session = StepEnvSessionAdapter(
        client, task=task, tool_specs=[ANSWER], action_builder=lambda name, arguments: arguments,
        initial_messages_builder=lambda result, _: [{"role": "user", "content": result.observation["text"]}],
        reset_kwargs={"task": task},
    )  # fmt: skip
    said = itertools.count()

    def model(messages, tools, sampling):
        turn = say(messages[0]["content"], next(said))
        calls = [] if turn is None else [ToolCall(id="1", name="answer", args={"turn": turn})]
        return ModelStepResult(response=LLMResponse(content="", tool_calls=calls))

    try:
        result = MCPHarnessAdapter().run_white_box(model, session, HarnessRunLimits(max_turns=100))
        return result, session.verify(result.messages)
    finally:
        session.close()


def test_ten_tasks_of_each_family_are_scored_as_genenv_scores_them(world):
    families = list(world.families)
    with served(*families, "--seed", "5") as url:
        for place, family in enumerate(families):
            rewards = []
            for number, task in enumerate(world.draw(family, seed=5, count=TASKS)):
                turns = turns_of(world, task, number)

                def say(opening, said, task=task, turns=turns):
                    assert opening == world.opening(task)
                    return turns[said] if said < len(turns) else None

                result, verified = rollout(url, number * len(families) + place, say)
                played = [entry.arguments["turn"] for entry in result.tool_trace]
                verdict = verdict_of(world, task, played)
                if played:
                    last = result.tool_trace[-1].result
                    assert (verified.env_reward, verified.done) == (verdict["reward"], verdict["done"])
                    assert last.data["observation"]["text"] == verdict["observation"]
                    assert last.data["observation"]["sentence"] == (verdict["sentence"] if verdict["done"] else "")
                rewards.append(verdict["reward"])
            assert rewards[::2] == [1] * (TASKS // 2)
            assert min(rewards) < 1


def test_the_example_of_the_page_runs(capsys):
    with served("household") as url:
        exec(example("OpenEnv").replace("http://127.0.0.1:8000", url), {})
    assert capsys.readouterr().out.endswith(
        "0.0 The answer is not thing, action, argument (if it takes one) and place of every goal, in order.\n"
    )


def test_a_fault_is_a_sentence_to_the_client(world):
    with served("household") as url, GenericEnvClient(base_url=url).sync() as client:
        with pytest.raises(Exception, match="reset first"):
            client.step({"turn": "mug"})


def test_the_environment_learns_from_its_sessions(tmp_path):
    out = tmp_path / "run.jsonl"
    settings = ["preset=quick", "epochs=2", "seed=7", "tasksPerEpoch=2", "groupSize=2", "kMin=0.5"]
    with served("household", "--run", str(out), *[f"--set={one}" for one in settings]) as url:
        for number in [0, 0, 1, 1, 0]:
            rollout(url, number, lambda opening, said: "mug clean sink")
        log = [json.loads(line) for line in out.read_text().splitlines()]
    assert [event["success"]["n"] for event in log if event["type"] == "epoch-ended"] == [4]
