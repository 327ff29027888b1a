"""The agent alone on the tasks of an exported run: GRPO by TRL or verl on train.jsonl, whose tasks stay as they are. The judge
gives the rewards, as in the loop.

    python -m genenv_loop.agent_alone trl|verl
"""

import os
import sys

from .files import read_json, read_lines
from .judge import name_judge
from .loop import configuration
from .verl_config import for_tasks, row
from .verl_reward import compute_score

OUT = "agent-alone"


def rewards(completions, reward_model, **columns):
    """TRL's reward function: the columns are those of verl, and so is the score."""
    texts = [one if isinstance(one, str) else one[-1]["content"] for one in completions]
    return [compute_score(None, text, known["ground_truth"]) for text, known in zip(texts, reward_model)]


def grpo_options(options, settings, batch, processes):
    """TRL's options for so many tasks a step, which is cut into minibatches and passed over as the settings say."""
    from .trl_batches import batches

    device, accumulation, generation = batches(
        batch * settings["groupSize"], settings["minibatches"], processes, options["per_device_train_batch_size"]
    )
    steps = generation // accumulation * settings["innerEpochs"]
    return {**options, "per_device_train_batch_size": device, "gradient_accumulation_steps": accumulation,
            "steps_per_generation": generation, "max_steps": steps * settings["epochs"],
            "save_steps": steps * settings["evalEvery"], "output_dir": OUT}  # fmt: skip


def verl_options(options, settings, batch, model, out):
    files = [os.path.join(out, f"{name}.parquet") for name in ("train", "held-out")]
    return for_tasks(options, settings, batch, model, *files, {
        "total_training_steps": settings["epochs"], "total_epochs": settings["epochs"], "logger": ["console"],
        "test_freq": settings["evalEvery"], "save_freq": settings["evalEvery"],
        "default_local_dir": os.path.join(out, "checkpoint"), "rollout_data_dir": os.path.join(out, "rollouts"),
    })  # fmt: skip


def verl_rows(tasks, most):
    return [row(task, most) for task in tasks]


def trl_rows(tasks, most):
    """Verl's columns, with the prompt as the agent read it where not every task is a conversation: its model may have no chat
    template."""
    chat = all(task["messages"] for task in tasks)
    return [{**row(task, most), **({} if chat else {"prompt": task["prompt"]})} for task in tasks]


def train_by_trl(engine, settings, batch, model, data):
    from trl import GRPOConfig, GRPOTrainer

    from .trl_player import common_options

    options = grpo_options(engine["grpo"], settings, batch, int(os.environ.get("WORLD_SIZE", "1")))
    trainer = GRPOTrainer(
        model=model, reward_funcs=rewards, args=GRPOConfig(**{**options, **common_options()}),
        train_dataset=data["train"], eval_dataset=data["held-out"],
    )  # fmt: skip
    trainer.train()


def train_by_verl(engine, settings, batch, model, data):
    from .verl_agent import train

    out = os.path.abspath(OUT)
    os.makedirs(out, exist_ok=True)
    for name, rows in data.items():
        rows.to_parquet(os.path.join(out, f"{name}.parquet"))
    train(engine["train"], verl_options(engine["ppo"], settings, batch, model, out), out, os.path.join(out, "metrics.jsonl"))


def main(name):
    from datasets import Dataset

    config, settings = configuration("."), read_json("genenv.json")
    # Where several processes compute, the first one writes.
    if int(os.environ.get("RANK", "0")) == 0:
        name_judge(config, os.getcwd())
    tasks = {part: read_lines(f"{part}.jsonl") for part in ("train", "held-out")}
    most = config["tokens"]["answer"]
    rows = trl_rows if name == "trl" else verl_rows
    data = {part: Dataset.from_list(rows(own, most)) for part, own in tasks.items()}
    model = os.path.normpath(os.path.join(os.getcwd(), config["agent"]))
    batch = min(settings["tasksPerEpoch"], len(tasks["train"]))
    {"trl": train_by_trl, "verl": train_by_verl}[name](config["engines"][name], settings, batch, model, data)


if __name__ == "__main__":
    main(*sys.argv[1:])
