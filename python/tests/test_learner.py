"""Compares the KL divergence in the learner's loss with torch's own, and checks where completions end."""

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from genenv.learner import Checkpoint
from genenv.loop.trl_sample import sample

OPTIMIZER = {"beta1": 0.9, "beta2": 0.98, "epsilon": 1e-8, "weightDecay": 0}
SEQUENCES = [{"prompt": [1, 5, 7], "completion": [9, 2, 11]}, {"prompt": [3], "completion": [4, 8]}]


@pytest.fixture
def checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr("genenv.learner.has_bf16", lambda device: False)
    torch.manual_seed(0)
    sizes = dict(hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, vocab_size=20)
    LlamaForCausalLM(LlamaConfig(**sizes)).save_pretrained(tmp_path)
    made = Checkpoint()
    made.open(str(tmp_path), {"r": 4, "lora_alpha": 8, "target_modules": ["q_proj", "down_proj"]}, 1, OPTIMIZER)
    return made


def divergence(model):
    """Returns the mean KL(π‖π_initial) per completion token, computed by torch.distributions."""
    total = count = 0
    for one in SEQUENCES:
        ids, begin = torch.tensor([one["prompt"] + one["completion"]]), len(one["prompt"])
        with torch.no_grad():
            now = model(input_ids=ids).logits[0, begin - 1 : -1]
            with model.disable_adapter():
                initial = model(input_ids=ids).logits[0, begin - 1 : -1]
        of = torch.distributions.Categorical
        total += torch.distributions.kl_divergence(of(logits=now), of(logits=initial)).sum().item()
        count += len(one["completion"])
    return total / count


def test_the_loss_has_the_divergence_with_its_weight(checkpoint):
    step = {"learning_rate": 0.3, "clip_norm": 1, "tokens_at_once": 6}
    first, *_ = [checkpoint.update(SEQUENCES, **step, kl_weight=2) for _ in range(3)]
    assert first["klPerToken"] == pytest.approx(0, abs=1e-6)
    expected = divergence(checkpoint.model)
    assert expected > 0.001
    without = checkpoint.update(SEQUENCES, **{**step, "learning_rate": 0}, kl_weight=0)
    again = checkpoint.update(SEQUENCES, **{**step, "learning_rate": 0}, kl_weight=2)
    # The divergence is a small difference of f32 sums of about 3, so only its first digits agree.
    assert again["klPerToken"] == pytest.approx(expected, rel=1e-3)
    assert again["loss"] - without["loss"] == pytest.approx(2 * expected, rel=1e-3)


def test_it_holds_the_adapter_back(checkpoint):
    reached = []
    for kl_weight in (50, 0):
        for _ in range(20):
            checkpoint.update(SEQUENCES, 0.02, 1, 100, kl_weight)
        reached.append(divergence(checkpoint.model))
    assert reached[0] < 0.5 * reached[1]


def test_a_completion_ends_at_any_of_the_end_tokens(checkpoint):
    ends = {3, 5, 9}
    made = sample(checkpoint.model, [[1, 2]] * 30, 12, 1, 0, 1, [*ends], torch.rand(30, 12))
    for one in made:
        places = [i for i, token in enumerate(one["ids"]) if token in ends]
        assert places == ([len(one["ids"]) - 1] if one["finish"] == "stop" else [])
    assert len({one["ids"][-1] for one in made} & ends) > 1
