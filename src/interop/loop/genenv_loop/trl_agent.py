"""Engine trl: rollouts of a round's tasks and GRPO on them by TRL, which samples with vLLM.

    accelerate launch -m genenv_loop.trl_agent INITIAL MODEL REQUEST OUT

The trainer starts from the initial model, which is also the reference of its KL term, and goes on from the checkpoint of
the round before: weights, optimizer, number of steps. One round is one batch of generations.
"""
import glob
import os
import shutil
import sys

import yaml
from datasets import Dataset
from transformers import AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

from .files import read_json, read_lines, write_json, write_lines
from .rollouts import numbered, scores, training_flops
from .trl_batches import batches
from .trl_steps import logged_steps, statistics


def main(initial, model, request_path, out):
    request = read_json(request_path)
    settings, tasks = request["settings"], request["tasks"]
    with open("loop.yaml", encoding="utf-8") as file:
        options = yaml.safe_load(file)["engines"]["trl"]["grpo"]
    checkpoint = os.path.join(os.path.dirname(model), "checkpoint")
    resumed = checkpoint if os.path.isdir(checkpoint) else None
    done = read_json(os.path.join(checkpoint, "trainer_state.json"))["global_step"] if resumed else 0

    rollouts = len(tasks) * settings["groupSize"]
    processes = int(os.environ.get("WORLD_SIZE", "1"))
    device, accumulation, generation = batches(
        rollouts, settings["minibatches"], processes, options.pop("per_device_train_batch_size")
    )
    steps = generation // accumulation * settings["innerEpochs"]
    config = GRPOConfig(
        **{**options, "output_dir": os.path.join(out, "trainer"), "max_steps": done + steps, "save_steps": done + steps,
           "save_strategy": "steps", "logging_steps": 1, "ignore_data_skip": True,
           "per_device_train_batch_size": device, "gradient_accumulation_steps": accumulation,
           "steps_per_generation": generation},
    )  # fmt: skip
    rank = int(os.environ.get("RANK", "0"))
    end_id = request["endId"]

    def genenv_reward(completion_ids, task, family, text, **columns):
        answers = [
            {"family": f, "text": t, "ids": ids, "finish": "stop" if ids[-1] == end_id else "length"}
            for ids, f, t in zip(completion_ids, family, text)
        ]
        judged = scores(answers)
        # TRL does not say the probabilities, so the log of a run has no tokens of these rollouts, only how many they are.
        lines = [
            {"task": index, **score, "finish": answer["finish"], "logprobs": None}
            for index, answer, score in zip(task, answers, judged)
        ]
        path = os.path.join(out, f"rollouts-{rank}.jsonl")
        write_lines(path, (read_lines(path) if os.path.exists(path) else []) + lines)
        return [score["reward"] for score in judged]

    data = Dataset.from_list([
        {"prompt": one["messages"] or one["prompt"], "task": one["task"], "family": one["family"], "text": one["text"]}
        for one in tasks
    ])  # fmt: skip
    tokenizer = AutoTokenizer.from_pretrained(initial)
    trainer = GRPOTrainer(
        model=initial, reward_funcs=genenv_reward, args=config, train_dataset=data, processing_class=tokenizer
    )
    trainer.train(resume_from_checkpoint=resumed)
    trainer.save_model(os.path.join(out, "model"))
    trainer.accelerator.wait_for_everyone()
    if not trainer.accelerator.is_main_process:
        return
    tokenizer.save_pretrained(os.path.join(out, "model"))
    shutil.move(os.path.join(out, "trainer", f"checkpoint-{done + steps}"), os.path.join(out, "checkpoint"))
    parts = sorted(glob.glob(os.path.join(glob.escape(out), "rollouts-*.jsonl")))
    made = numbered([line for part in parts for line in read_lines(part)])
    write_lines(os.path.join(out, "rollouts.jsonl"), made)
    parameters = sum(parameter.numel() for parameter in trainer.accelerator.unwrap_model(trainer.model).parameters())
    flops = training_flops(parameters, tasks, made, steps, settings["innerEpochs"])
    history = logged_steps(trainer.state.log_history, done)
    write_json(os.path.join(out, "steps.json"), {"steps": [statistics(line, made, steps, flops) for line in history]})


if __name__ == "__main__":
    main(*sys.argv[1:])
