"""Gives the turns of an agent that solves every second task, and the scores of such turns."""

import pathlib

TASKS = 10
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "large-runs.md"


def example(section):
    """Returns the code of the first example in a section of docs/large-runs.md."""
    _, text = PAGE.read_text(encoding="utf-8").split(f"## {section}\n")
    return text.split("```")[1].removeprefix("python\n")


def turns_of(world, task, number):
    """Returns the turns of the solution if `number` is even. Otherwise the last turn is missing or wrong."""
    turns = world.solution(task)
    if number % 2 == 0:
        return turns
    return turns[:-1] if number % 4 == 1 else [*turns[:-1], "zzz"]


def verdict_of(world, task, turns):
    """Returns the answer of `genenv judge` to all turns at once."""
    return world.judge.ask("play", family=task.family, text=task.text, turns=turns)
