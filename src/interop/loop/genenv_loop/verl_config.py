"""Tasks in verl's columns, and verl's configuration of training on them."""

import glob
import json
import math
import os


def row(task, most):
    """A task in the columns that verl's RLHFDataset and its reward loop read."""
    known = {**{name: task[name] for name in ("task", "family", "text")}, "maxAnswerTokens": most}
    return {
        "data_source": f"genenv/{task['family']}",
        "prompt": task["messages"] or [{"role": "user", "content": task["prompt"]}],
        "ability": task["family"],
        "reward_model": {"style": "rule", "ground_truth": json.dumps(known)},
        "extra_info": {"index": task["task"]},
    }


def merged(config, changes):
    return {
        name: merged(config.get(name, {}), changes[name]) if isinstance(changes.get(name), dict)
        else changes.get(name, config.get(name))
        for name in {**config, **changes}
    }  # fmt: skip


def last_step(folder):
    """The newest checkpoint folder of verl and its number; None and 0 where there is none."""
    found = glob.glob(os.path.join(glob.escape(folder), "global_step_*"))
    return max(((path, int(path.rsplit("_", 1)[1])) for path in found), key=lambda one: one[1], default=(None, 0))


def for_tasks(config, settings, batch, model, train, held_out, trainer):
    """The configuration of loop.yaml for so many tasks a step, from files of tasks."""
    return merged(config, {
        "data": {"train_files": train, "val_files": held_out, "train_batch_size": batch},
        "actor_rollout_ref": {"model": {"path": model},
                              "actor": {"ppo_mini_batch_size": math.ceil(batch / settings["minibatches"])}},
        "reward": {"custom_reward_function": {"path": os.path.join(os.path.dirname(os.path.abspath(__file__)), "verl_reward.py"),
                                              "name": "compute_score"}},
        "trainer": trainer,
    })  # fmt: skip


def configuration(config, request, initial, model, data, out):
    """Of one training step on a round's tasks."""
    resumed, done = last_step(os.path.join(os.path.dirname(model), "checkpoint"))
    trainer = {"total_training_steps": done + 1, "total_epochs": done + 1, "save_freq": 1, "test_freq": -1,
               "val_before_train": False, "default_local_dir": os.path.join(out, "checkpoint"),
               "resume_mode": "resume_path" if resumed else "disable", "resume_from_path": resumed,
               "rollout_data_dir": os.path.join(out, "dump"), "logger": ["console", "file"]}  # fmt: skip
    config = for_tasks(config, request["settings"], len(request["tasks"]), initial, data, data, trainer)
    return merged(config, {
        "data": {"shuffle": False, "max_response_length": request["maxAnswerTokens"]},
        "actor_rollout_ref": {"actor": {"checkpoint": {"save_contents": ["model", "optimizer", "extra", "hf_model"]}}},
    })  # fmt: skip
