"""Serves the families with OpenEnv: `python -m genenv.openenv household stateful-calls --port 8000`.

A client resets with the number of a task. Each step is a turn of the agent:

    client.reset(task=3)
    client.step({"turn": "apple clean sink"})
"""

import argparse
import asyncio

from openenv.core.env_server import Action, Environment, Observation, State, create_app
from pydantic import Field

from .learned import Learned
from .tasks import Draws


class Turn(Action):
    turn: str = Field(description="What the agent writes in this turn.")


class Read(Observation):
    text: str = Field(description="What the agent reads: the task, then what the world answers; empty at the end.")
    sentence: str = Field(default="", description="Why an ended task has its reward.")


class Playing(State):
    family: str = ""
    task: str = ""
    level: int = 0


class WorldEnvironment(Environment[Turn, Read, Playing]):
    """Session of a client, which plays one rollout at a time. All sessions share the source of tasks."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, source):
        super().__init__()
        self._source, self._rollout, self._state = source, None, Playing()

    def reset(self, seed=None, episode_id=None, task=None, **others):
        """Starts a rollout of task number `task` (default: `seed`, or else 0). Returns its opening text."""
        self.close()
        self._rollout = self._source.start(task or seed or 0)
        played = self._rollout.task
        self._state = Playing(episode_id=episode_id, family=played.family, task=played.text, level=played.level)
        return Read(text=self._rollout.opening)

    async def reset_async(self, seed=None, episode_id=None, task=None, **others):
        await asyncio.to_thread(self.close)
        while self._source.busy(task or seed or 0):
            await asyncio.sleep(0.1)
        return await asyncio.to_thread(self.reset, seed, episode_id, task)

    def step(self, action, timeout_s=None, **others):
        if self._rollout is None:
            raise ValueError("There is no rollout: reset first.")
        text = self._rollout.act(action.turn)
        self._state.step_count += 1
        done, verdict = self._rollout.done, self._rollout.verdict
        if done:
            self.close()
        return Read(text=text, done=done, reward=float(verdict["reward"]), sentence=verdict["sentence"] if done else "")

    @property
    def state(self):
        return self._state

    def close(self):
        """Finishes the rollout. An incomplete rollout counts as cut off."""
        if self._rollout is not None:
            self._source.finish(self._rollout)
            self._rollout = None


def app_of(source, sessions=64):
    return create_app(lambda: WorldEnvironment(source), Turn, Read, "genenv", sessions, state_cls=Playing)


def main():
    import uvicorn

    parser = argparse.ArgumentParser(prog="python -m genenv.openenv", description=__doc__)
    parser.add_argument("families", nargs="+")
    parser.add_argument("--levels", type=int, nargs="+")
    parser.add_argument("--split", default="training")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--run", help="the event log of a run whose environment writes the tasks and learns")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="of that run: preset, groupSize, …")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    if given.run is not None:
        source = Learned(given.run, families=given.families, **dict(one.split("=", 1) for one in given.set))
    else:
        levels = {} if given.levels is None else {"levels": given.levels}
        source = Draws(*given.families, split=given.split, seed=given.seed, **levels)
    uvicorn.run(app_of(source), host=given.host, port=given.port, log_level="warning")


if __name__ == "__main__":
    main()
