"""Draws tasks of the families and plays rollouts of them, for all environments here."""

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
    # The conversation asks for the answer; it is None in a family whose texts are words.
    messages: list[dict] | None


class Rollout:
    """Plays a task with one agent, turn by turn."""

    def __init__(self, judge, task, opening):
        self._judge, self.task, self.opening = judge, task, opening
        self.turns = []
        self.verdict = self._play([])

    def act(self, turn):
        """Takes a turn of the agent and returns what the world answers, which is empty once the task has ended."""
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
        """Scores in [0, 1] by the family's official rule; 0 if the agent stops before the task ends."""
        return self.verdict["reward"]


class World:
    """Asks one judge about all families."""

    def __init__(self, judge=None):
        self.judge = judge or Judge()

    @functools.cached_property
    def families(self):
        """Maps names of families to title, levels, maxTurns, reward (`exact` or `soft`) and an example."""
        return {family["name"]: family for family in self.judge.ask("families")["families"]}

    def draw(self, family, **choice):
        """Returns tasks; `choice` has levels, split, seed, first, count, as `genenv judge --help` says."""
        return [Task(**task) for task in self.judge.ask("draw", family=family, **choice)["tasks"]]

    def solution(self, task):
        """Returns the turns of one shortest solution."""
        return self.judge.ask("solve", family=task.family, text=task.text)["turns"]

    def start(self, task):
        return Rollout(self.judge, task, self.opening(task))

    def opening(self, task):
        """Returns the prompt for an agent that knows nothing of the family: the conversation, or the task with the form
        of an answer."""
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
    """Gives task i of the families in turn, the same for every agent that attempts it."""

    def __init__(self, *families, world=None, **choice):
        """`choice` has levels, split and seed of the tasks."""
        self.world, self.families, self.choice = world or World(), families, choice
        for family in families:
            self.world.draw(family, **choice)

    def start(self, number):
        """Starts a rollout of task `number`, 0, 1, …"""
        turn, place = divmod(number, len(self.families))
        [task] = self.world.draw(self.families[place], **self.choice, first=turn)
        return self.world.start(task)

    def busy(self, number):
        """Says whether it is better to wait than to start: never."""
        return False

    def finish(self, rollout):
        """Takes the outcome of a rollout: these tasks learn nothing from it."""
