"""The engine `local` against the PyTorch that the WGSL engine is tested with (src/lm/fixtures), which was written apart."""

import itertools

import hf_decoder
import losses
import pytest
import torch
from conftest import ROOT
from genenv_loop import local_losses
from genenv_loop.local_llama import Llama

# The engine works in f32, the fixtures in f64.
TOLERANCE = 1e-4
KINDS = itertools.product(
    ("k3", "k3-clamped", "ratio-weighted", "exact"), ("sequence-mean", "token-mean", "constant-length"), (0, 1.5)
)
NAMES = {
    "klPerToken": "kl_per_token", "klPerSequence": "kl_per_sequence", "entropy": "entropy", "tokens": "tokens",
    "clipFraction": "clip_fraction", "meanRatio": "mean_ratio",
}  # fmt: skip


@pytest.fixture(scope="module")
def models():
    torch.manual_seed(1)
    folder = str(ROOT / "models/discovery-agent")
    model, initial = Llama(folder), Llama(folder)
    for weight in model.weights.values():
        weight += 0.05 * torch.randn(weight.shape)
    return model, initial, [{name: w.double() for name, w in one.weights.items()} for one in (model, initial)]


@pytest.fixture(scope="module")
def sequences():
    torch.manual_seed(2)

    def draw(n):
        return torch.randint(3, 34, (n,)).tolist()

    made = [
        {"prompt": draw(p), "completion": draw(c), "logprobs": (-3 * torch.rand(c)).tolist(), "advantage": a, "weight": w}
        for p, c, a, w in ((5, 4, 1.5, 2.0), (3, 7, -0.5, 0.0), (8, 1, -0.5, 0.7))
    ]
    return [{**one, "old_logprobs": one["logprobs"], "kl_weight": 1} for one in made]


def compare(ours, theirs):
    loss, statistics = ours
    expected, numbers = theirs
    assert float(loss) == pytest.approx(float(expected), abs=TOLERANCE)
    for a, b in NAMES.items():
        if b in numbers:
            assert statistics[a] == pytest.approx(numbers[b], rel=TOLERANCE, abs=TOLERANCE), a


def test_logits_of_padded_sequences(models, sequences):
    model, _, (exact, _) = models
    for one in sequences:
        ids = one["prompt"] + one["completion"]
        padded = model.logits(torch.tensor([ids + [0, 0]]))[0, :-2]
        assert float((padded - hf_decoder.logits(exact, model.config, ids)).abs().max()) < TOLERANCE


@pytest.mark.parametrize(("estimator", "aggregation", "dual"), KINDS)
def test_grpo(models, sequences, estimator, aggregation, dual):
    model, initial, exact = models
    settings = {
        "agentTemperature": 0.8, "clipLow": 0.2, "clipHigh": 0.28, "dualClip": dual, "agentKlWeight": 0.1,
        "entropyWeight": 0.02,
    }  # fmt: skip
    objective = {
        "temperature": 0.8, "clip_low": 0.2, "clip_high": 0.28, "dual_clip": dual, "kl_weight": 0.1, "entropy_weight": 0.02,
        "kl_estimator": estimator, "aggregation": aggregation, "max_completion_length": 9,
    }  # fmt: skip
    rules = {"klEstimator": estimator, "aggregation": aggregation}
    compare(
        local_losses.grpo(model, initial, sequences, settings, rules, 9),
        losses.grpo(*exact, model.config, sequences, objective),
    )


def test_weighted_regression_and_its_cap(models, sequences):
    model, initial, exact = models
    mean = (2.0 + 0.7) / 2
    normalised = [{**one, "weight": one["weight"] / mean} for one in sequences]
    compare(
        local_losses.rwr(model, initial, sequences, {"environmentKlCap": 0, "environmentKlWeight": 0.5}),
        losses.rwr(*exact, model.config, normalised, {"temperature": 1, "kl_weight": 0.5}),
    )
    capped, statistics = local_losses.rwr(model, initial, sequences, {"environmentKlCap": 1e-6, "environmentKlWeight": 0.5})
    assert float(capped) == pytest.approx(statistics["klPerToken"], abs=TOLERANCE)
    assert statistics["capAction"] == "kl-only"
