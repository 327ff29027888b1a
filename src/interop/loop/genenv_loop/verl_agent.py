"""Engine verl: rollouts of a round's tasks and GRPO on them by verl's PPO trainer, one training step a round.

    python -m genenv_loop.verl_agent INITIAL MODEL REQUEST OUT

verl starts from the initial model, which is also the reference of its KL term, and goes on from its checkpoint of the round
before. Its command and its configuration stand in loop.yaml (engines.verl.train and engines.verl.ppo).
"""

import glob
import os
import shlex
import shutil
import subprocess
import sys

import yaml
from datasets import Dataset

from .files import read_json, read_lines, write_json, write_lines
from .rollouts import numbered, training_flops
from .verl_config import configuration, last_step, row
from .verl_reward import judged


def main(initial, model, request_path, out):
    request = read_json(request_path)
    tasks = request["tasks"]
    with open("loop.yaml", encoding="utf-8") as file:
        engine = yaml.safe_load(file)["engines"]["verl"]
    data = os.path.join(out, "tasks.parquet")
    Dataset.from_list([row(task, request["maxAnswerTokens"]) for task in tasks]).to_parquet(data)
    metrics = os.path.join(out, "metrics.jsonl")
    train(engine["train"], configuration(engine["ppo"], request, initial, model, data, out), out, metrics)

    folder, _ = last_step(os.path.join(out, "checkpoint"))
    shutil.move(os.path.join(folder, "actor", "huggingface"), os.path.join(out, "model"))
    # The place in this round's tasks: the next round has others.
    os.remove(os.path.join(folder, "data.pt"))
    [dump] = glob.glob(os.path.join(glob.escape(out), "dump", "*.jsonl"))
    made = numbered([judged(line["gts"], line["output"]) for line in read_lines(dump)])
    write_lines(os.path.join(out, "rollouts.jsonl"), made)
    parameters = read_json(os.path.join("rounds", "0000", "players.json"))["agent"]["parameters"]
    flops = training_flops(6 * parameters, tasks, made, 1, request["settings"]["innerEpochs"])
    logged = [line["data"] for line in read_lines(metrics)] if os.path.exists(metrics) else []
    steps = [statistics(line, request["settings"], made, flops) for line in logged if "actor/pg_loss" in line]
    write_json(os.path.join(out, "steps.json"), {"steps": steps})


def write_configuration(command, config, out):
    """The command that starts verl with a configuration, which is written to `out`."""
    with open(os.path.join(out, "ppo.yaml"), "w", encoding="utf-8") as file:
        yaml.safe_dump(config, file)
    return command.format(python=shlex.quote(sys.executable), folder=shlex.quote(out))


def train(command, config, out, metrics):
    """verl with a configuration; what it leaves goes to `out` too."""
    command = write_configuration(command, config, out)
    # Ray's workers take over this environment where this process starts Ray.
    environment = {**os.environ, "VERL_FILE_LOGGER_PATH": metrics, "GENENV_LOOP": os.getcwd()}
    subprocess.run(shlex.split(command), check=True, env=environment)


def statistics(line, settings, rollouts, flops):
    """verl's step of a round, the mean over its minibatches. Its divergence is its estimate; it logs no mean ratio."""
    kl, entropy = line.get("actor/kl_loss", 0), line.get("actor/entropy", 0)
    tokens = sum(len(one["ids"]) for one in rollouts)
    return {
        "loss": line["actor/pg_loss"] + settings["agentKlWeight"] * kl - settings["entropyWeight"] * entropy,
        "gradNorm": line["actor/grad_norm"], "klPerToken": kl, "klPerSequence": kl * tokens / len(rollouts),
        "entropy": entropy, "clipFraction": line["actor/pg_clipfrac"], "tokens": tokens, "flops": flops,
    }  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
