"""Agents that know a known share of the answers: what each library's own rollouts are compared by."""

import pathlib

TASKS = 10
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "large-runs.md"


def example(section):
    """The code of a section of docs/large-runs.md."""
    _, text = PAGE.read_text(encoding="utf-8").split(f"## {section}\n")
    return text.split("```")[1].removeprefix("python\n")


def turns_of(world, task, number):
    """Right in every second task. Otherwise a last turn that belongs to no answer, or an end before the end of the task."""
    turns = world.solution(task)
    if number % 2 == 0:
        return turns
    return turns[:-1] if number % 4 == 1 else [*turns[:-1], "zzz"]


def verdict_of(world, task, turns):
    """As `genenv judge` scores these turns in one question."""
    return world.judge.ask("play", family=task.family, text=task.text, turns=turns)
