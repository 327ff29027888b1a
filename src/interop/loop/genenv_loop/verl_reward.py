"""The reward of one answer for verl, which loads this file by its path (custom_reward_function)."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from genenv_loop.rollouts import scores


def compute_score(data_source, solution_str, ground_truth, extra_info=None, **others):
    """The reward, and beside it what verl is to write into its dump of rollouts: the task and the judge's words."""
    task = json.loads(ground_truth)
    answer = {"family": task["family"], "text": task["text"], "output": solution_str, "finish": "stop"}
    [judged] = scores([answer])
    # verl gives the text only: an answer as long as the limit was cut off.
    if len(judged["ids"]) > task["maxAnswerTokens"]:
        answer["finish"] = "length"
        [judged] = scores([answer])
    rollout = {"task": task["task"], **judged, "finish": answer["finish"], "logprobs": None}
    return {"score": judged["reward"], "rollout": json.dumps(rollout)}
