"""verl with what the loop gives it, as far as verl goes without a GPU: its configuration, its data set, its reward manager."""

import asyncio
import json
import os
import pathlib
import shlex
import subprocess

import numpy
import pytest
import torch
import verl
from datasets import Dataset
from genenv_loop import rollouts
from genenv_loop.agent_alone import verl_options
from genenv_loop.files import read_json, read_lines
from genenv_loop.judge import name_judge
from genenv_loop.loop import configuration
from genenv_loop.rollouts import numbered
from genenv_loop.verl_agent import statistics, write_configuration
from genenv_loop.verl_config import configuration as round_configuration
from genenv_loop.verl_config import row
from genenv_loop.verl_reward import judged
from genenv_worlds import World
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf
from tensordict import TensorDict
from verl import DataProto
from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
from verl.trainer.ppo.reward import get_custom_reward_fn, load_reward_manager
from verl.trainer.ppo.utils import need_critic, need_reference_policy
from verl.trainer.ppo.v1.trainer_base import PPOTrainer
from verl.utils import hf_tokenizer
from verl.utils.config import validate_config
from verl.utils.dataset.rl_dataset import RLHFDataset

MOST = 60


@pytest.fixture
def loop(recipe, monkeypatch):
    """A folder of the loop, which is the working directory; its configuration, its settings, tasks and their right answers."""
    folder = recipe("verl", families="english-calls", agentModel="english", environmentModel="english", groupSize=4)
    monkeypatch.chdir(folder)
    config = configuration(folder)
    name_judge(config, str(folder))
    world = World()
    drawn = world.draw("english-calls", seed=1, count=16)
    tasks = [
        {"task": i, "family": one.family, "text": one.text, "prompt": one.prompt, "messages": one.messages}
        for i, one in enumerate(drawn)
    ]
    yield config, read_json("genenv.json"), tasks, [world.solution(one)[0] for one in drawn]
    if rollouts._judge:
        rollouts._judge.close()
        rollouts._judge = None


def written(config, settings, tasks):
    """What verl_agent writes of a round before verl starts; the composed configuration, by verl's command."""
    out = pathlib.Path("rounds/0001/agent.partial").absolute()
    out.mkdir(parents=True)
    data = out / "tasks.parquet"
    Dataset.from_list([row(task, MOST) for task in tasks]).to_parquet(data)
    request = {"settings": settings, "tasks": tasks, "maxAnswerTokens": MOST}
    initial = os.path.normpath(config["agent"])
    made = round_configuration(config["engines"]["verl"]["ppo"], request, initial, initial, str(data), str(out))
    command = write_configuration(config["engines"]["verl"]["train"], made, str(out))
    composed = subprocess.run([*shlex.split(command), "--cfg", "job", "--resolve"], check=True, capture_output=True, text=True)
    return OmegaConf.create(composed.stdout), str(data)


def validated(config):
    validate_config(config, need_reference_policy(config), need_critic(config))


def test_a_round(loop):
    config, settings, tasks, solutions = loop
    composed, data = written(config, settings, tasks)
    validated(composed)
    actor, trainer = composed.actor_rollout_ref.actor, composed.trainer
    assert (actor.clip_ratio_low, actor.kl_loss_coef, actor.ppo_mini_batch_size) == (0.2, settings["agentKlWeight"], 8)
    assert (composed.actor_rollout_ref.rollout.n, composed.algorithm.adv_estimator) == (4, "grpo")
    assert (trainer.total_training_steps, trainer.resume_mode, composed.data.train_batch_size) == (1, "disable", 16)

    # Its data set reads all tasks, as conversations.
    tokenizer = hf_tokenizer(composed.actor_rollout_ref.model.path)
    read = RLHFDataset(data, tokenizer, composed.data)
    assert len(read) == len(tasks)
    items = [read[i] for i in range(len(read))]
    assert [list(item["raw_prompt"]) for item in items] == [task["messages"] for task in tasks]
    assert [item["extra_info"]["index"] for item in items] == list(range(16))

    # Its manager has our function, asks it from several threads at once, and gives the judge's rewards.
    assert get_custom_reward_fn(composed).func.__name__ == "_call_with_kwargs"
    manager = load_reward_manager(composed, tokenizer)
    assert isinstance(manager, NaiveRewardManager)
    answers = [text if i % 2 == 0 else "I do not know" for i, text in enumerate(solutions)]

    def one(item, answer):
        ids = torch.tensor([tokenizer.encode(answer)])
        batch = TensorDict({"responses": ids, "attention_mask": torch.ones_like(ids)}, batch_size=1)
        names = ("data_source", "reward_model", "extra_info")
        return manager.run_single(DataProto(batch=batch, non_tensor_batch={n: alone(item[n]) for n in names}))

    async def together():
        return await asyncio.gather(*(one(item, answer) for item, answer in zip(items, answers)))

    rewards = [made["reward_score"] for made in manager.loop.run_until_complete(together())]
    assert rewards == [1.0 if i % 2 == 0 else 0.0 for i in range(16)]


def alone(value):
    """As DataProto holds what is no tensor."""
    array = numpy.empty(1, dtype=object)
    array[0] = value
    return array


def test_the_agent_alone(loop, tmp_path):
    config, settings, _, _ = loop
    made = verl_options(config["engines"]["verl"]["ppo"], {**settings, "epochs": 12, "evalEvery": 3}, 8, "model", "/out")
    write_configuration("", made, str(tmp_path))
    with initialize_config_dir(str(tmp_path), version_base=None):
        composed = compose("ppo")
    validated(composed)
    assert (composed.trainer.total_training_steps, composed.trainer.test_freq) == (12, 3)
    assert composed.data.val_files == "/out/held-out.parquet"


def test_the_rollouts_that_verl_dumps(loop, tmp_path):
    """Written by verl's own code; read as the rollouts of the log."""
    _, _, tasks, solutions = loop
    truths = [row(task, MOST)["reward_model"]["ground_truth"] for task in tasks]
    both = [(truth, text) for truth, right in zip(truths, solutions) for text in (right, "no")]
    extra = {"uid": [str(i) for i in range(len(both))]}
    texts = [text for _, text in both]
    PPOTrainer._write_generations(texts, texts, [truth for truth, _ in both], [0.0] * len(both), extra, str(tmp_path), 1)
    made = numbered([judged(line["gts"], line["output"]) for line in read_lines(tmp_path / "1.jsonl")])
    assert [(one["task"], one["rollout"], one["reward"]) for one in made] == [
        (task, number, 1 - number) for task in range(16) for number in (0, 1)
    ]
    assert made[0]["turns"] == [solutions[0]] and made[0]["ids"] and made[0]["logprobs"] is None
    cut_off = judged(json.dumps({**json.loads(truths[0]), "maxAnswerTokens": 1}), solutions[0])
    assert (cut_off["finish"], cut_off["reward"]) == ("length", 0)


def test_the_names_of_its_metrics():
    """A step of its actor, as its loss and its trainer name what they log."""
    folder = pathlib.Path(verl.__file__).parent
    sources = ("workers/utils/losses.py", "trainer/ppo/v1/trainer_base.py", "trainer/ppo/core_algos.py")
    named = "".join((folder / path).read_text(encoding="utf-8") for path in sources)
    line = {"actor/pg_loss": 0.5, "actor/kl_loss": 0.1, "actor/entropy": 1.0, "actor/grad_norm": 2.0, "actor/pg_clipfrac": 0.0}
    for name in line:
        assert f'"{name}"' in named or f'"{name.removeprefix("actor/")}"' in named, name
    step = statistics(line, {"agentKlWeight": 2, "entropyWeight": 0.1}, [{"ids": [1, 2]}], 7)
    assert (step["loss"], step["tokens"], step["flops"]) == (pytest.approx(0.6), 2, 7)
