"""Rewards of GenEnv tasks. verl calls compute_score, TRL calls genenv_reward.

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
    return re.sub(r"[ ,./\-_*^]", "", value).lower()


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
