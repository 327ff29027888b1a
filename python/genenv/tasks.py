"""Draws tasks of the families and plays rollouts, with `genenv judge`."""

import functools
import itertools
from dataclasses import dataclass

from .process import Judge


@dataclass(frozen=True)
class Task:
    family: str
    text: str
    level: int
    prompt: str
    # Chat messages that ask for the answer. None in a family without chat.
    messages: list[dict] | None


class Rollout:
    """Plays a task with one agent, turn by turn."""

    def __init__(self, judge, task, opening):
        self._judge, self.task, self.opening = judge, task, opening
        self.turns = []
        self.verdict = self._play([])

    def act(self, turn):
        """Takes a turn of the agent. Returns the simulator's answer, which is empty once the task has ended."""
        self.verdict = self._play([*self.turns, turn])
        self.turns.append(turn)
        return self.verdict["observation"]

    def _play(self, turns):
        return self._judge.ask("play", family=self.task.family, text=self.task.text, turns=turns)

    @property
    def done(self):
        return self.verdict["done"]

    @property
    def reward(self):
        """Returns the score in [0, 1] by the family's official rule. It is 0 until the task has ended."""
        return self.verdict["reward"]


class World:
    """Asks a judge about the task families."""

    def __init__(self, judge=None):
        self.judge = judge or Judge()

    @functools.cached_property
    def families(self):
        """Returns a dict from names of families to title, levels, maxTurns, reward (`exact` or `soft`) and example."""
        return {family["name"]: family for family in self.judge.ask("families")["families"]}

    def draw(self, family, **choice):
        """Draws tasks. `choice` may have levels, split, seed, first and count (`genenv judge --help`)."""
        return [Task(**task) for task in self.judge.ask("draw", family=family, **choice)["tasks"]]

    def solution(self, task):
        """Returns the turns of a shortest solution."""
        return self.judge.ask("solve", family=task.family, text=task.text)["turns"]

    def start(self, task):
        return Rollout(self.judge, task, self.opening(task))

    def opening(self, task):
        """Returns the prompt of a task for an agent that does not know the family. This is the task's chat messages, or
        else an example of the answer format followed by the task."""
        if task.messages is not None:
            return "\n\n".join(message["content"] for message in task.messages)
        family = self.families[task.family]
        example = family["example"]
        said = [f"“{turn}”" for turn in example["turns"]]
        read = [f", to which the world may answer “{one}”" for one in example["observations"]]
        form = ", then ".join(turn + answer for turn, answer in itertools.zip_longest(said, read, fillvalue=""))
        return (
            f"{family['title']}: a small world with a language of its own. An answer to the task “{example['prompt']}” has this "
            f"form, in which the choices are drawn at random and may be wrong: {form}. "
            f"Answer the following task in this form, with nothing else.\n\n{task.prompt}"
        )


class Draws:
    """Source of drawn tasks. Consecutive numbers cycle through the families, and a number always gives the same task."""

    def __init__(self, *families, world=None, **choice):
        """Checks each family by drawing a task. `choice` may have levels, split and seed."""
        self.world, self.families, self.choice = world or World(), families, choice
        for family in families:
            self.world.draw(family, **choice)

    def start(self, number):
        """Starts and returns a rollout of task `number`, which counts from 0."""
        turn, place = divmod(number, len(self.families))
        [task] = self.world.draw(self.families[place], **self.choice, first=turn)
        return self.world.start(task)

    def busy(self, number):
        """Returns false, because a rollout can always start (compare Learned.busy)."""
        return False

    def finish(self, rollout):
        """Does nothing, because drawn tasks do not learn from rollouts (compare Learned.finish)."""
