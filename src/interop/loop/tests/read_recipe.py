"""A folder of a run's tasks, which is the working directory: its configuration, and the rewards of answers that are given by
task beside those that they had, as JSON."""

import json
import os
import sys

sys.path.insert(0, os.getcwd())

from genenv_loop import agent_alone

config = agent_alone.configuration(".")
agent_alone.name_judge(config, os.getcwd())
rollouts = json.load(sys.stdin)
judged = []
for task in agent_alone.read_lines("train.jsonl"):
    row = agent_alone.row(task, 50)
    answers = [[{"role": "assistant", "content": answer}] for answer, _ in rollouts[task["text"]]]
    rewards = agent_alone.rewards(answers, [row["reward_model"]] * len(answers), prompts=None)
    judged += zip(rewards, [reward for _, reward in rollouts[task["text"]]])
print(json.dumps({"config": config, "judged": judged}))
