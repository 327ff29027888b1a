"""A round as the playground's events (version 1 of their format), and what a log says about models and evaluations."""

import hashlib
import json
import os
import struct

from .curriculum import is_success, total
from .pools import is_valid

EVENT_VERSION = 1


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0


def description(folder, name, engine, lora):
    """A model folder in Hugging Face's layout, as a log describes it. The hash is over its safetensors files. lora: options of
    PEFT's LoraConfig; null where all weights learn."""
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    digest, parameters, adapted = hashlib.sha256(), 0, 0
    for file_name in sorted(name for name in os.listdir(folder) if name.endswith(".safetensors")):
        with open(os.path.join(folder, file_name), "rb") as file:
            head = file.read(8)
            header = file.read(struct.unpack("<Q", head)[0])
            digest.update(head + header)
            while block := file.read(1 << 24):
                digest.update(block)
        for tensor, about in json.loads(header).items():
            if tensor != "__metadata__":
                size = 1
                for dimension in about["shape"]:
                    size *= dimension
                parameters += size
                # A is [r, in] and B [out, r].
                if lora and tensor.endswith(".weight") and tensor.split(".")[-2] in lora["target_modules"]:
                    adapted += lora["r"] * sum(about["shape"])
    return {
        "name": name, "family": config["model_type"], "parameters": parameters, "vocabularySize": config["vocab_size"],
        "contextLength": config["max_position_embeddings"], "weightsHash": digest.hexdigest(), "runtime": engine,
        **({"trainableParameters": adapted} if lora else {}),
    }  # fmt: skip


def held_out(settings, families, texts, scores):
    """Mean success at each level of each family, and over all of them."""
    by_level = {}
    for family in families:
        by_level[family["name"]] = [
            mean(score["success"] for text, score in zip(texts, scores)
                 if text["family"] == family["name"] and text["level"] == level)
            for level in range(1, family["levels"] + 1)
        ]  # fmt: skip
    return {"split": settings["evalSplit"], "samples": settings["evalSamples"], "byLevel": by_level,
            "success": mean(success for levels in by_level.values() for success in levels)}  # fmt: skip


def no_cost():
    return {"agentTokens": 0, "environmentTokens": 0, "agentFlops": 0, "environmentFlops": 0, "agentRollouts": 0}


def run_started(settings, players, evaluation):
    return {"type": "run-started", "version": EVENT_VERSION, "settings": settings, **players, "heldOut": evaluation,
            "fixedTasks": [], "cost": no_cost()}  # fmt: skip


def of_round(epoch, settings, rules, families, parameters, *, recent_success, written, tasks, rollouts, verdicts,
             agent_steps, environment, window, pairs, sizes, held_out):  # fmt: skip
    """The events of one round, in the order of the stages."""
    texts = [task["text"] for task in tasks]
    common = {"epoch": epoch}
    return [
        {"type": "tasks-written", **common, "recentSuccess": recent_success["before"],
         "texts": [task["text"] for task in written["tasks"]]},
        {"type": "rolled-out", **common, "rollouts": [rolled_out(one) for one in rollouts]},
        {"type": "scored", **common, "rollouts": scored_rollouts(settings, texts, rollouts, verdicts),
         "tasks": [{name: one[name] for name in ("task", "count", "scope", "successRate", "environmentReward")}
                   for one in verdicts]},
        {"type": "filtered", **common, "tasks": [
            {"task": one["task"], "kept": one["kept"], "reason": filter_reason(settings, one), "weight": one["weight"]}
            for one in verdicts]},
        {"type": "agent-updated", **common, "steps": agent_steps, **groups(settings, texts, rollouts),
         "note": agent_note(settings, epoch, texts, rollouts, agent_steps)},
        {"type": "environment-updated", **common, **environment, "pairs": window,
         "note": environment_note(settings, rules, window, environment)},
        {"type": "pools-updated", **common, "environment": pairs, "trainSize": sizes["train"],
         "environmentSize": sizes["pairs"], "invalidTraces": sum(not is_valid(one) for one in rollouts)},
        {"type": "epoch-ended", **common, **summary(families, written, tasks, rollouts, verdicts), "heldOut": held_out,
         "cost": cost(parameters, written, tasks, rollouts, agent_steps, environment["steps"]),
         "state": {"epoch": epoch, "recentSuccess": recent_success["after"]}},
    ]  # fmt: skip


def rolled_out(one):
    """A rollout without its tokens, only how many they are, where the engine does not say their probabilities."""
    tokens = {name: [] if one["logprobs"] is None else one[name] for name in ("ids", "tokens", "logprobs")}
    return {**{name: one[name] for name in ("task", "rollout", "turns", "finish")}, **tokens,
            "mask": [1] * len(one["ids"]), "observations": []}  # fmt: skip


def scored_rollouts(settings, texts, rollouts, verdicts):
    advantages = {one["task"]: iter(one["advantages"]) for one in verdicts}
    return [
        {"task": one["task"], "rollout": one["rollout"], "reward": one["reward"],
         "success": is_success(one["reward"], settings["successThreshold"]), "wellFormed": one["wellFormed"],
         "reason": one["reason"], "advantage": next(advantages[one["task"]])}
        for one in rollouts
    ]  # fmt: skip


def filter_reason(settings, verdict):
    return {"code": "within-band" if verdict["kept"] else "outside-band", **verdict["scope"],
            "distance": abs(verdict["successRate"] - settings["alpha"]), "kMin": settings["kMin"]}  # fmt: skip


def rewards_of(texts, rollouts):
    return [[one["reward"] for one in rollouts if one["task"] == text["index"]] for text in texts]


def groups(settings, texts, rollouts):
    """How many groups carry a signal, and of the others how many were solved by all rollouts, and how many not."""
    uniform = [group for group in rewards_of(texts, rollouts) if len(set(group)) <= 1]
    solved = sum(all(is_success(reward, settings["successThreshold"]) for reward in group) for group in uniform)
    return {"mixedGroups": len(texts) - len(uniform), "solvedGroups": solved, "unsolvedGroups": len(uniform) - solved}


def agent_note(settings, epoch, texts, rollouts, steps):
    if not texts:
        return {"code": "no-tasks-without-anchor" if epoch == 1 and not settings["anchor"] else "no-tasks"}
    if all(len(set(group)) <= 1 for group in rewards_of(texts, rollouts)):
        return {"code": "no-mixed-group"}
    return None if steps else {"code": "imported"}


def environment_note(settings, rules, window, environment):
    if not rules["environmentLearns"]:
        return {"code": "environment-frozen" if settings["arm"] == "random" else "switched-off"}
    if window == 0 and not environment["steps"]:
        return {"code": "nothing-kept", "epochs": settings["environmentReplayEpochs"]}
    return None if environment["steps"] or settings["environmentSteps"] == 0 else {"code": "imported"}


def summary(families, written, tasks, rollouts, verdicts):
    texts = [task["text"] for task in tasks]
    everything = [task["text"] for task in written["tasks"]]
    own = [text for text in everything if text["source"] == "environment"] or everything
    return {
        "meanReward": mean(one["reward"] for one in rollouts),
        "success": total([one["count"] for one in verdicts]),
        "meanEnvironmentReward": mean(one["environmentReward"] for one in verdicts),
        "verdicts": {verdict: mean(text["verdict"] == verdict for text in own)
                     for verdict in ("valid", "unparseable", "unsolvable", "trivial", "ambiguous")},
        "meanLevel": mean(text["level"] for text in texts),
        "levels": {family["name"]: [
            mean(text["level"] == level for text in texts if text["family"] == family["name"])
            for level in range(1, family["levels"] + 1)] for family in families},
        "keptTasks": sum(one["kept"] for one in verdicts),
        "attemptedTasks": len(texts),
        "responseLength": mean(len(one["ids"]) for one in rollouts),
        "taskLength": mean(task["tokens"] for task in tasks),
        "distinctTasks": len({text["text"] for text in texts}),
    }  # fmt: skip


def cost(parameters, written, tasks, rollouts, agent_steps, environment_steps):
    """Tokens sampled, and operations: 2 a weight and token for sampling, what the engine counted for training."""
    prompts = {task["text"]["index"]: len(task["promptIds"]) for task in tasks}
    agent = sum(len(one["ids"]) + prompts[one["task"]] for one in rollouts)
    environment = written["tokens"] + written["promptTokens"]
    return {
        "agentTokens": sum(len(one["ids"]) for one in rollouts),
        "environmentTokens": written["tokens"],
        "agentFlops": 2 * parameters["agent"] * agent + sum(step["flops"] for step in agent_steps),
        "environmentFlops": 2 * parameters["environment"] * environment
        + sum(step["flops"] for step in environment_steps),
        "agentRollouts": len(rollouts),
    }  # fmt: skip
