"""Step 2 of Algorithm 1: success, advantages, R_env, the difficulty filter and the regression weights.

p = k / n                                over a task, its task batch, or the round (setting successScope)
R_env(p) = exp(-beta (p - alpha)^2)
kept     = |p - alpha| <= k_min
weight   = exp(lambda R_env) where kept and written by the environment in this round, else 0
"""

import math
import struct

# Rates are compared as whole numbers of 1e-9, because quotients of counts are not exact in floating point.
DECIMAL = 10**9


def f32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def is_success(reward, threshold):
    return f32(reward) >= f32(threshold)


def advantages(rewards, scale, epsilon):
    """(r - mean) / (deviation + epsilon), all 0 where the rewards are equal."""
    if all(reward == rewards[0] for reward in rewards):
        return [0.0] * len(rewards)
    mean = sum(rewards) / len(rewards)
    centred = [reward - mean for reward in rewards]
    if scale == "none":
        return centred
    squares = sum(value * value for value in centred)
    deviation = math.sqrt(squares / (len(rewards) - (scale == "sample")))
    return [value / (deviation + epsilon) for value in centred]


def success_rate(count):
    return count["k"] / count["n"] if count["n"] else 0.0


def total(counts):
    return {"k": sum(count["k"] for count in counts), "n": sum(count["n"] for count in counts)}


def environment_reward(p, alpha, beta):
    return math.exp(-beta * (p - alpha) ** 2)


def in_band(count, low, high):
    def whole(rate):
        return math.floor(min(1.0, max(0.0, rate)) * DECIMAL + 0.5)

    return whole(low) * count["n"] <= count["k"] * DECIMAL <= whole(high) * count["n"]


def weighed(scope, settings, band):
    """What a count of successes says to the environment, whoever wrote the task."""
    p = success_rate(scope)
    reward = environment_reward(p, settings["alpha"], settings["beta"])
    kept = in_band(scope, **band)
    weight = math.exp(settings["lambda"] * reward) if kept else 0
    return {"successRate": p, "environmentReward": reward, "kept": kept, "weight": weight}


def scopes(texts, counts, scope):
    """The count that p is taken over, for each task."""
    keys = {"task": lambda i: i, "batch": lambda i: texts[i]["batch"], "epoch": lambda i: 0}[scope]
    return [total([other for j, other in enumerate(counts) if keys(j) == keys(i)]) for i in range(len(texts))]


def verdicts(texts, rewards, settings, rules):
    """One verdict a task. texts: the tasks attempted; rewards: those of each task's rollouts, in the same order."""
    counts = [{"k": sum(is_success(r, settings["successThreshold"]) for r in group), "n": len(group)} for group in rewards]
    result = []
    for text, group, count, scope in zip(texts, rewards, counts, scopes(texts, counts, settings["successScope"])):
        verdict = weighed(scope, settings, rules["band"])
        if text["source"] != "environment":
            verdict["weight"] = 0
        shares = advantages(group, **rules["advantage"])
        result.append({"task": text["index"], "count": count, "scope": scope, **verdict, "advantages": shares})
    return result


def recent_success(before, texts, verdict, decay):
    """The exponential mean of success by family after a round; a family without tasks keeps its own."""
    after = {}
    for family, past in before.items():
        now = total([one["count"] for text, one in zip(texts, verdict) if text["family"] == family])
        after[family] = past if now["n"] == 0 else decay * past + (1 - decay) * success_rate(now)
    return after
