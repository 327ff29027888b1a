"""Plays agents that know half of the answers, to compare with each library's own rollouts."""

import pathlib

TASKS = 10
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "large-runs.md"


def example(section):
    """Returns the code of a section of docs/large-runs.md."""
    _, text = PAGE.read_text(encoding="utf-8").split(f"## {section}\n")
    return text.split("```")[1].removeprefix("python\n")


def turns_of(world, task, number):
    """Returns the solution of every second task; for the others, a wrong last turn or no last turn."""
    turns = world.solution(task)
    if number % 2 == 0:
        return turns
    return turns[:-1] if number % 4 == 1 else [*turns[:-1], "zzz"]


def verdict_of(world, task, turns):
    """Returns what `genenv judge` says of these turns in one question."""
    return world.judge.ask("play", family=task.family, text=task.text, turns=turns)
