"""TRL's GRPOTrainer plays ten tasks of each family: its prompts, tool calls, rewards and update; the agent's words are given."""

import contextlib
import itertools
import json
import os
import signal

import pytest

pytest.importorskip("trl")

import torch
from genenv_worlds import Draws, GenenvError, Judge, Learned, World
from genenv_worlds.trl import CALL, WorldEnvironment, dataset
from scripted import MODEL, TASKS, example, turns_of, verdict_of
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen3_chat_template

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"]
SPECIAL += ["<think>", "</think>"]


def byte_tokenizer():
    """A token a byte, with the chat template of Qwen3."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({letter: i for i, letter in enumerate(letters)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    fast.add_tokens(SPECIAL, special_tokens=True)
    fast.chat_template = qwen3_chat_template
    return fast


def opened_by(opening, conversation):
    """To the end of the opening: the whole of one task may be the beginning of another."""
    return f"{opening}\n\n{CALL}" in conversation


class Scripted(GRPOTrainer):
    """Its model computes all probabilities and learns; what it samples is written by `say`: of `turns`, by opening."""

    def _generate_single_turn(self, prompt_ids, images, multimodal_fields, num_generations, **others):
        texts = [self.say(self.processing_class.decode(ids)) for ids in prompt_ids]
        return [self.processing_class.encode(f"{text}<|im_end|>") for text in texts], None

    def say(self, conversation):
        opening, turns = next((opening, turns) for opening, turns in self.turns.items() if opened_by(opening, conversation))
        said = conversation.split(opening)[1].count("<tool_call>")
        if said == len(turns):
            return "Done."
        return f"<tool_call>\n{json.dumps({'name': 'answer', 'arguments': {'turn': turns[said]}})}\n</tool_call>"


def tiny_model(tokenizer):
    torch.manual_seed(1)
    return Qwen3ForCausalLM(Qwen3Config(
        vocab_size=len(tokenizer), hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2,
        num_key_value_heads=1, head_dim=8, max_position_embeddings=8192,
    ))  # fmt: skip


def trainer_of(source, tmp_path, tasks, generations=2, steps=1):
    tokenizer = byte_tokenizer()
    model, made = tiny_model(tokenizer), []

    def factory():
        made.append(WorldEnvironment(source))
        return made[-1]

    trainer = Scripted(
        model=model, processing_class=tokenizer, train_dataset=dataset(tasks), environment_factory=factory,
        args=GRPOConfig(
            output_dir=str(tmp_path), use_cpu=True, report_to="none", logging_steps=1, max_steps=steps, num_generations=generations,
            per_device_train_batch_size=tasks * generations, max_completion_length=4096, save_strategy="no",
            learning_rate=1e-3, disable_tqdm=True,
        ),
    )  # fmt: skip
    return trainer, made


def test_ten_tasks_of_each_family_are_scored_as_genenv_scores_them(world, tmp_path):
    for family in world.families:
        source = Draws(family, world=world, seed=5)
        trainer, made = trainer_of(source, tmp_path, TASKS)
        tasks = world.draw(family, seed=5, count=TASKS)
        trainer.turns = {world.opening(task): turns_of(world, task, i) for i, task in enumerate(tasks)}
        trainer.train()
        rollouts = [environment._rollout for environment in made]
        assert sorted(rollout.task.text for rollout in rollouts) == sorted(2 * [task.text for task in tasks])
        verdicts = [verdict_of(world, rollout.task, rollout.turns) for rollout in rollouts]
        assert [rollout.verdict for rollout in rollouts] == verdicts
        for rollout in rollouts:
            assert rollout.turns == trainer.turns[rollout.opening][: len(rollout.turns)]
        [logged] = [line for line in trainer.state.log_history if "rewards/WorldEnvironment/mean" in line]
        rewards = [verdict["reward"] for verdict in verdicts]
        assert logged["rewards/WorldEnvironment/mean"] == pytest.approx(sum(rewards) / len(rewards))
        assert sum(reward == 1 for reward in rewards) >= TASKS
        assert min(rewards) == 0
        assert logged["tools/failure_frequency"] == 0


def test_the_environment_learns_from_what_the_trainer_rolls_out(world, tmp_path):
    out = tmp_path / "run.jsonl"
    source = Learned(out, world=world, preset="quick", epochs=3, seed=7, tasksPerEpoch=4, groupSize=4, kMin=0.5)
    trainer, made = trainer_of(source, tmp_path, 4, generations=4, steps=3)
    attempts = itertools.count()

    def say(conversation):
        if "<tool_call>" in conversation.split("with nothing else.")[1]:
            return "Done."
        # Every second rollout of a group knows the answer.
        rollout = next(one._rollout for one in made if opened_by(one._rollout.opening, conversation))
        turn = world.solution(rollout.task)[0] if next(attempts) % 2 else "zzz"
        return f"<tool_call>\n{json.dumps({'name': 'answer', 'arguments': {'turn': turn}})}\n</tool_call>"

    trainer.say = say
    trainer.train()
    source.close()
    means = [line["rewards/WorldEnvironment/mean"] for line in trainer.state.log_history if "loss" in line]
    assert means == [0.5] * 3
    log = [json.loads(line) for line in out.read_text().splitlines()]
    ended = [event for event in log if event["type"] == "epoch-ended"]
    assert [event["success"] for event in ended] == [{"k": 8, "n": 16}] * 3
    learned = [event["klPerSequence"] for event in log if event["type"] == "environment-updated"]
    assert 0 < learned[0] < learned[-1]


@pytest.mark.parametrize("section", ["TRL", "The environment that learns"])
def test_the_example_of_the_page_runs(section, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tokenizer = byte_tokenizer()
    tokenizer.save_pretrained("model")
    tiny_model(tokenizer).save_pretrained("model")
    code = example(section)
    # Fewer and shorter steps of a tiny model.
    for theirs, ours in {MODEL: "model", "max_steps=100": "max_steps=1, max_completion_length=16, use_cpu=True"}.items():
        assert theirs in code
        code = code.replace(theirs, ours)
    exec(code.replace("max_completion_length=512, ", ""), {})
    if section != "TRL":
        log = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
        assert [event["success"]["n"] for event in log if event["type"] == "epoch-ended"] == [32]


def test_a_killed_judge_ends_the_training_with_a_sentence(tmp_path):
    judge = Judge()
    world = World(judge)
    source = Draws("household", world=world)
    trainer, _ = trainer_of(source, tmp_path, 2)

    def say(conversation):
        with contextlib.suppress(ProcessLookupError):
            os.kill(judge._process._process.pid, signal.SIGKILL)
        return '<tool_call>\n{"name": "answer", "arguments": {"turn": "mug"}}\n</tool_call>'

    trainer.say = say
    with pytest.raises(GenenvError, match="ended with status -9"):
        trainer.train()
