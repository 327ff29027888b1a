"""The families as a taskset of verifiers: `vf-eval genenv-verifiers --env.taskset.families household stateful-calls`.

The world is the agent's user: each answer of the agent is a turn, and what the world answers is the next message. With
`run`, the tasks are those that an environment's model writes and learns from (genenv_worlds.Learned).
"""

import asyncio
import functools
from collections.abc import Iterator

import verifiers.v1 as vf
from genenv_worlds import Draws, Learned

__all__ = ["WorldEnv", "WorldTaskset"]


class WorldData(vf.TaskData):
    """A task by its number in the source: its text is not known before it is played, where an environment learns."""


class WorldTask(vf.Task[WorldData]):
    pass


class WorldConfig(vf.TasksetConfig):
    families: list[str] = ["household"]
    tasks: int = 100
    """How many of them."""
    levels: list[int] | None = None
    """Of the tasks, in turn; None: all."""
    split: str = "training"
    """training, development or held-out."""
    seed: int = 0
    run: str | None = None
    """The event log of a run whose environment writes the tasks and learns; None: they are drawn."""
    settings: dict = {}
    """Of that run: preset, groupSize, tasksPerEpoch, epochs and others, as Learned takes them."""


class WorldTaskset(vf.Taskset[WorldTask, WorldConfig]):
    @functools.cached_property
    def source(self):
        config = self.config
        if config.run is not None:
            return Learned(config.run, families=config.families, **config.settings)
        levels = {} if config.levels is None else {"levels": config.levels}
        return Draws(*config.families, split=config.split, seed=config.seed, **levels)

    def load(self) -> Iterator[WorldTask]:
        for number in range(self.config.tasks):
            yield WorldTask(WorldData(name=f"task {number}"), self.config.task)


class WorldEnvConfig(vf.EnvConfig):
    agent: vf.AgentConfig = vf.AgentConfig()


class WorldEnv(vf.Env[WorldEnvConfig]):
    async def run(self, task, agents):
        source = self.taskset.source
        while source.busy(task.data.idx):
            await asyncio.sleep(0.1)
        rollout = await asyncio.to_thread(source.start, task.data.idx)
        async with agents.agent.interaction(task) as interaction:
            message = rollout.opening
            while not rollout.done:
                segment = await interaction.turn(message)
                if segment.terminated:
                    break
                message = await asyncio.to_thread(rollout.act, segment.last_reply)
        await asyncio.to_thread(source.finish, rollout)
        trace, verdict = interaction.trace, rollout.verdict
        trace.record_reward("reward", float(verdict["reward"]))
        for name in ("success", "wellFormed"):
            trace.record_metric(name, float(verdict[name]))
        trace.record_metric("level", float(rollout.task.level))
        trace.info["genenv"] = {
            "family": rollout.task.family, "task": rollout.task.text, "turns": rollout.turns,
            "reason": verdict["reason"], "sentence": verdict["sentence"],
        }  # fmt: skip
