"""Rollouts: their rewards by a judge of each process, their order, and what of them is learned from."""

import atexit
import os
import threading

from .curriculum import advantages
from .judge import judge_of_loop

_judge, _starting = None, threading.Lock()


def scores(answers):
    """What the judge says of answers {"family", "text", "ids" or "output", "finish"}, in order."""
    global _judge
    with _starting:
        if _judge is None:
            _judge = judge_of_loop(os.environ.get("GENENV_LOOP", os.getcwd()))
            atexit.register(_judge.close)
    return _judge.ask("score", answers=answers)["scores"]


def numbered(rollouts):
    """By task, those of a task numbered in the order in which they come."""
    counts, result = {}, []
    for one in rollouts:
        number = counts.get(one["task"], 0)
        counts[one["task"]] = number + 1
        result.append({**one, "rollout": number})
    return sorted(result, key=lambda one: (one["task"], one["rollout"]))


def training_groups(rollouts, tasks, rules, settings):
    """Sequences with their advantages, a list a task; groups without any difference are left out where settings say so."""
    groups = []
    for task in tasks:
        own = [one for one in rollouts if one["task"] == task["task"]]
        rewards = [one["reward"] for one in own]
        if settings["groupsInLoss"] == "mixed" and len(set(rewards)) == 1:
            continue
        groups.append([
            {"task": task["task"], "prompt": task["promptIds"], "completion": one["ids"], "logprobs": one["logprobs"],
             "advantage": advantage}
            for one, advantage in zip(own, advantages(rewards, **rules["advantage"]))
        ])  # fmt: skip
    return groups


def training_flops(operations, tasks, rollouts, steps, passes):
    """Operations of one optimizer step, so many a token, where `steps` of them pass over all rollouts `passes` times."""
    prompts = {task["task"]: len(task["promptIds"]) for task in tasks}
    tokens = sum(prompts[one["task"]] + len(one["ids"]) for one in rollouts)
    return operations * tokens * passes // steps
