"""Step 4 of Algorithm 1: D_train, valid traces of the agent, and D_env, weighted (context -> task) pairs."""
import math
import random


def mixture(settings, train_size):
    """How many tasks of a round are base data, how many are replayed, and how many the environment writes."""
    tasks = settings["tasksPerEpoch"]
    base = min(tasks, math.floor(settings["baseShare"] * tasks + 0.5))
    replay = min(tasks - base, math.floor(settings["replayShare"] * tasks + 0.5), train_size)
    return base, replay, tasks - base - replay


def is_valid(rollout):
    """Valid(trace): the answer was finished, follows the output schema and could be executed."""
    return rollout["wellFormed"] and rollout["finish"] == "stop"


def new_traces(epoch, texts, rollouts, known):
    """The best valid trace of each task that D_train does not hold yet. known: its (family, text) pairs, added to."""
    entries = []
    for text in texts:
        valid = [one for one in rollouts if one["task"] == text["index"] and is_valid(one)]
        key = (text["family"], text["text"])
        if not valid or key in known:
            continue
        known.add(key)
        best = max(valid, key=lambda one: one["reward"])
        entries.append({
            "epoch": epoch, "family": text["family"], "source": text["source"], "text": text["text"],
            "level": text["level"], "turns": best["turns"], "reward": best["reward"],
        })  # fmt: skip
    return entries


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
