"""Step 4 of Algorithm 1: D_train, attempted tasks with a valid trace, and D_env, weighted (context -> task) pairs."""

import random


def is_valid(rollout):
    """Valid(trace): the answer was finished, follows the output schema and could be executed."""
    return rollout["wellFormed"] and rollout["finish"] == "stop"


def new_entries(texts, rollouts, verdicts):
    """The tasks with a valid trace, with the success of all their rollouts: what the judge draws from. The log has the rest."""
    with_traces = {one["task"] for one in rollouts if is_valid(one)}
    return [
        {"family": text["family"], "text": text["text"], "success": verdict["count"]["k"] / verdict["count"]["n"]}
        for text, verdict in zip(texts, verdicts) if text["index"] in with_traces
    ]  # fmt: skip


def new_pairs(epoch, tasks, verdicts):
    """The weighted pairs of the tasks that passed the filter."""
    return [
        {
            "epoch": epoch, "family": task["text"]["family"], "context": task["text"]["context"],
            "contextIds": task["contextIds"], "writtenIds": task["text"]["written"]["ids"],
            "successRate": verdict["successRate"], "weight": verdict["weight"],
        }
        for task, verdict in zip(tasks, verdicts) if verdict["weight"] > 0 and task["text"]["written"]
    ]  # fmt: skip


def regression_batches(window, extra, settings, epoch):
    """What each step of the environment's update learns from. extra: texts that count in the penalty alone."""
    most, batches = settings["environmentMaxPairs"], []
    for step in range(settings["environmentSteps"]):
        draw = random.Random(f"{settings['seed']} regression {epoch} {step}")
        pairs = window if len(window) <= most else draw.sample(window, most)
        batch = [{name: pair[name] for name in ("contextIds", "writtenIds", "weight")} for pair in pairs]
        if batch or extra:
            batches.append(batch + extra)
    return batches
