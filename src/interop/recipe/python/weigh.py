"""The environment's side of GenEnv over any rollouts:

    python weigh.py rollouts.jsonl > verdicts.jsonl

reads one rollout a line, {"input" or "prompt": ..., "score" or "reward": ...}, counts successes per prompt, and writes
what the environment is to learn from each: weight 0 where the filter leaves it out. The settings are those of genenv.json.
"""
import json
import os
import sys

from curriculum import is_success, weighed


def verdicts(rollouts, settings):
    band = {"low": settings["alpha"] - settings["kMin"], "high": settings["alpha"] + settings["kMin"]}
    counts = {}
    for rollout in rollouts:
        prompt = rollout["input"] if "input" in rollout else rollout["prompt"]
        score = rollout["score"] if "score" in rollout else rollout["reward"]
        count = counts.setdefault(prompt, {"k": 0, "n": 0})
        count["k"] += is_success(score, settings["successThreshold"])
        count["n"] += 1
    return [{"prompt": prompt, "count": count, **weighed(count, settings, band)} for prompt, count in counts.items()]


if __name__ == "__main__":
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "genenv.json"), encoding="utf-8") as file:
        settings = json.load(file)
    with open(sys.argv[1], encoding="utf-8") as lines:
        for verdict in verdicts((json.loads(line) for line in lines if line.strip()), settings):
            print(json.dumps(verdict))
