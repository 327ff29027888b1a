"""Environments of verifiers play ten tasks of each family: its episodes, interception and traces; a model's words are given."""

import asyncio
import contextlib
import http.server
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import threading

import pytest

vf = pytest.importorskip("verifiers.v1")

from genenv_worlds import World
from scripted import TASKS, example, turns_of, verdict_of
from verifiers.v1.clients import EvalClientConfig, ModelContext
from verifiers.v1.utils.loaders import load_environment, resolve_env_config


@contextlib.contextmanager
def model_that_says(say):
    """An endpoint of chat completions: `say` gives the text of a turn from the opening and the number of turns before it."""

    class Model(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            spoken = [message for message in asked["messages"] if message["role"] == "assistant"]
            opening = next(message["content"] for message in asked["messages"] if message["role"] == "user")
            message = {"role": "assistant", "content": say(opening, len(spoken))}
            chunk = {"id": "1", "created": 1, "model": asked["model"], "usage": dict.fromkeys(
                ("prompt_tokens", "completion_tokens", "total_tokens"), 1)}  # fmt: skip
            if asked.get("stream"):
                choice = {"index": 0, "delta": message, "finish_reason": "stop"}
                body = (
                    f"data: {json.dumps({**chunk, 'object': 'chat.completion.chunk', 'choices': [choice]})}\n\ndata: [DONE]\n\n"
                )
                kind = "text/event-stream"
            else:
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                body, kind = json.dumps({**chunk, "object": "chat.completion", "choices": [choice]}), "application/json"
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()


def play(taskset, base_url, harness="scripted-harness", rollouts=1):
    config = resolve_env_config({
        "taskset": {"id": "genenv-verifiers", **taskset},
        "agent": {"harness": {"id": harness}, "runtime": {"type": "subprocess"}},
    })  # fmt: skip
    env = load_environment(config)
    context = ModelContext(model="scripted", client=EvalClientConfig(base_url=base_url, api_key_var="NONE"))

    async def episodes():
        async with env.serving():
            at_once = asyncio.Semaphore(4)
            slots = [slot for task in env.taskset for slot in env.slots(task, rollouts)]
            return await asyncio.gather(*(env.run_slot(slot, context, at_once) for slot in slots))

    episodes = asyncio.run(episodes())
    assert [error.message for episode in episodes for error in episode.errors] == []
    assert all(episode.ok for episode in episodes)
    return [trace for episode in episodes for trace in episode.traces], env.taskset.source


def check(world, tasks, traces):
    """The verdict of each trace is that of its turns, and its turns are what the model said."""
    for task, trace in zip(tasks, traces, strict=True):
        played = trace.info["genenv"]
        assert (played["family"], played["task"]) == (task.family, task.text)
        verdict = verdict_of(world, task, played["turns"])
        assert trace.reward == verdict["reward"]
        assert trace.metrics["success"] == float(verdict["success"])
        assert (played["reason"], played["sentence"]) == (verdict["reason"], verdict["sentence"])
        said = [message.content for message in trace.branches[-1].messages if message.role == "assistant"]
        assert played["turns"] == [text.strip() for text in said]


def script(world, tasks):
    turns = {world.opening(task): turns_of(world, task, i) for i, task in enumerate(tasks)}
    return lambda opening, said: turns[opening][said] if said < len(turns[opening]) else "zzz"


def test_ten_tasks_of_each_family_are_scored_as_genenv_scores_them(world):
    for family in world.families:
        tasks = world.draw(family, seed=5, count=TASKS)
        with model_that_says(script(world, tasks)) as base_url:
            traces, _ = play({"families": [family], "tasks": TASKS, "seed": 5}, base_url)
        check(world, tasks, traces)
        assert sum(trace.reward == 1 for trace in traces) >= TASKS // 2
        assert min(trace.reward for trace in traces) < 1


@pytest.mark.skipif(not shutil.which("uv"), reason="its own programs are started by uv")
def test_a_harness_of_the_library_plays_them_too(world):
    tasks = world.draw("stateful-calls", seed=5, count=2)
    with model_that_says(script(world, tasks)) as base_url:
        traces, _ = play({"families": ["stateful-calls"], "tasks": 2, "seed": 5}, base_url, harness="null")
    check(world, tasks, traces)
    assert traces[0].reward == 1


@pytest.mark.skipif(not shutil.which("uv"), reason="its own programs are started by uv")
def test_the_example_of_the_page_runs(tmp_path):
    with model_that_says(lambda opening, said: "mug clean sink") as base_url:
        text = example("verifiers").replace("\\\n", "").replace("-n 10 -r 4", "-n 2 -r 1")
        command = shlex.split(text.replace("http://127.0.0.1:8000/v1", base_url))
        program = pathlib.Path(sys.executable).with_name(command[0])
        run = subprocess.run([program, *command[1:]], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert run.returncode == 0, run.stderr
    [traces] = tmp_path.rglob("*.jsonl")
    played = [trace for line in traces.read_text().splitlines() for trace in json.loads(line)["traces"]]
    assert {trace["info"]["genenv"]["family"] for trace in played} == {"household", "stateful-calls"}


def test_the_environment_learns_from_its_episodes(tmp_path):
    out, world = tmp_path / "run.jsonl", World()
    settings = {"preset": "quick", "epochs": 2, "seed": 7, "tasksPerEpoch": 4, "groupSize": 4, "kMin": 0.5}
    with model_that_says(lambda opening, said: "mug clean sink") as base_url:
        traces, source = play({"run": str(out), "settings": settings, "tasks": 8}, base_url, rollouts=4)
    source.close()
    assert len({trace.info["genenv"]["task"] for trace in traces}) > 4
    log = [json.loads(line) for line in out.read_text().splitlines()]
    assert [event["success"]["n"] for event in log if event["type"] == "epoch-ended"] == [16, 16]
    world.judge.close()
