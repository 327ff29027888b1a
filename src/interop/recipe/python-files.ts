/**
 * @file The Python files of a recipe: rewards by reward-spec.ts for verl and TRL, the α-curriculum with its filter and
 * weights, and a training script for TRL. Only the standard library is needed for the first two.
 */

/** Module `reward`: `compute_score` for verl, `genenv_reward` for TRL. */
export const REWARD_PY = `"""Rewards of GenEnv tasks. verl calls compute_score, TRL calls genenv_reward.

The ground truth is a JSON text with the rule a task is judged by; an answer is the last line of a completion.
"""
import json
import re


def _last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _exact(answer, spec):
    return float(answer.split() == spec["answer"].split())


def _decode_calls(words):
    """[(name, {parameter: value})], or None where the words are not calls."""
    if words == ["none"]:
        return []
    calls, segment = [], []
    for word in words + ["&"]:
        if word != "&":
            segment.append(word)
            continue
        if len(segment) % 2 == 0:
            return None
        name, pairs = segment[0], segment[1:]
        arguments = {pairs[i + 1]: pairs[i] for i in range(0, len(pairs), 2)}
        if len(arguments) * 2 < len(pairs):
            return None
        calls.append((name, arguments))
        segment = []
    return calls


def _comparable(value):
    """BFCL compares texts without case, spaces and some punctuation."""
    return re.sub(r"[ ,./\\-_*^]", "", value).lower()


def _fits(call, gold):
    name, arguments = call
    if name != gold["name"] or any(parameter not in gold["allowed"] for parameter in arguments):
        return False
    for parameter, allowed in gold["allowed"].items():
        if parameter not in arguments:
            if "" not in allowed:
                return False
        elif _comparable(arguments[parameter]) not in [_comparable(value) for value in allowed if value]:
            return False
    return True


def _calls(answer, spec):
    calls = _decode_calls(answer.split())
    if not spec["calls"]:
        return float(not calls)
    if calls is None or len(calls) != len(spec["calls"]):
        return 0.0
    left = list(calls)
    for gold in spec["calls"]:
        match = next((call for call in left if _fits(call, gold)), None)
        if match is None:
            return 0.0
        left.remove(match)
    return 1.0


def _plan(answer, spec):
    words = answer.split()
    if len(words) != len(spec["days"]) or any(word not in prices for word, prices in zip(words, spec["days"])):
        return 0.0
    return float(sum(prices[word] for word, prices in zip(words, spec["days"])) <= spec["limit"])


RULES = {"exact": _exact, "calls": _calls, "plan": _plan}


def reward(completion, ground_truth):
    """Reward in [0, 1] of one completion."""
    spec = json.loads(ground_truth)
    return RULES[spec["rule"]](_last_line(completion), spec)


def compute_score(data_source, solution_str, ground_truth, extra_info=None, **kwargs):
    return reward(solution_str, ground_truth)


def genenv_reward(completions, reward_model, **kwargs):
    texts = [one if isinstance(one, str) else one[-1]["content"] for one in completions]
    return [reward(text, spec["ground_truth"]) for text, spec in zip(texts, reward_model)]
`;

/** Module `curriculum`: R_env, the filter and the weights, over any rollouts. */
export const CURRICULUM_PY = `"""The environment's side of GenEnv: R_env(p) = exp(-beta (p - alpha)^2), the difficulty filter, exp(lambda R_env).

    python curriculum.py rollouts.jsonl > verdicts.jsonl

reads one rollout a line, {"input" or "prompt": ..., "score" or "reward": ...}, counts successes per prompt, and writes
what the environment is to learn from each: weight 0 where the filter leaves it out.
"""
import json
import math
import os
import sys
from collections import OrderedDict

_HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(_HERE, "genenv.json"), encoding="utf-8") as _file:
    SETTINGS = json.load(_file)

ALPHA, BETA = SETTINGS["alpha"], SETTINGS["beta"]
K_MIN, LAMBDA = SETTINGS["kMin"], SETTINGS["lambda"]
THRESHOLD = SETTINGS["successThreshold"]


def environment_reward(p):
    return math.exp(-BETA * (p - ALPHA) ** 2)


def keeps(k, n):
    """Whether |k/n - alpha| <= k_min, on counts because quotients are rounded."""
    return abs(k - ALPHA * n) <= (K_MIN + 1e-9) * n


def weight(k, n):
    """Regression weight, before division by the mean of the weights; 0 where left out."""
    return math.exp(LAMBDA * environment_reward(k / n)) if keeps(k, n) else 0.0


def verdicts(rollouts):
    counts = OrderedDict()
    for rollout in rollouts:
        prompt = rollout["input"] if "input" in rollout else rollout["prompt"]
        score = rollout["score"] if "score" in rollout else rollout["reward"]
        k, n = counts.get(prompt, (0, 0))
        counts[prompt] = (k + (score >= THRESHOLD), n + 1)
    for prompt, (k, n) in counts.items():
        yield {
            "prompt": prompt,
            "k": k,
            "n": n,
            "environment_reward": environment_reward(k / n),
            "kept": keeps(k, n),
            "weight": weight(k, n),
        }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as lines:
        for verdict in verdicts(json.loads(line) for line in lines if line.strip()):
            print(json.dumps(verdict))
`;

/** Script: GRPO with TRL on the recipe's files. */
export const TRAIN_TRL_PY = `"""GRPO on the tasks of this recipe with TRL.

    pip install trl pyyaml
    python train_trl.py MODEL
"""
import sys

import yaml
from datasets import load_dataset
from trl import GRPOConfig, GRPOTrainer

from reward import genenv_reward

with open("trl.yaml", encoding="utf-8") as file:
    config = GRPOConfig(**yaml.safe_load(file))

data = load_dataset("json", data_files={"train": "agent.jsonl", "test": "held-out.jsonl"})
trainer = GRPOTrainer(
    model=sys.argv[1],
    reward_funcs=genenv_reward,
    args=config,
    train_dataset=data["train"],
    eval_dataset=data["test"],
)
trainer.train()
`;
