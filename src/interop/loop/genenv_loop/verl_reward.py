"""The reward of one answer for verl, which loads this file by its path (reward.custom_reward_function)."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from genenv_loop.rollouts import scores


def judged(ground_truth, text):
    """A rollout as the log has it: what the judge says of a text that verl gives."""
    task = json.loads(ground_truth)
    answer = {"family": task["family"], "text": task["text"], "output": text, "finish": "stop"}
    [score] = scores([answer])
    # verl gives the text only: an answer as long as the limit was cut off.
    if len(score["ids"]) > task["maxAnswerTokens"]:
        answer["finish"] = "length"
        [score] = scores([answer])
    return {"task": task["task"], **score, "finish": answer["finish"], "logprobs": None}


def compute_score(data_source, solution_str, ground_truth, extra_info=None, **others):
    return judged(ground_truth, solution_str)["reward"]
