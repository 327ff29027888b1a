"""GRPO on the tasks of this recipe with TRL.

    pip install trl pyyaml
    python train_trl.py MODEL
"""
import sys

import yaml
from datasets import load_dataset
from reward import genenv_reward
from trl import GRPOConfig, GRPOTrainer

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
