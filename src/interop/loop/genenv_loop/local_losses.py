"""The losses of both players over padded batches, for the engine `local`, and one optimizer step.

A sequence is {"prompt": ids, "completion": ids} with what its loss needs. The statistics are those of the playground's
events, of the weights before the step; `flops` is 6 a weight and token.
"""

import os

import torch

from .local_llama import padded


class Batch:
    """Completion tokens of sequences, with the log-probabilities of all next tokens under a model."""

    def __init__(self, sequences):
        self.sequences = sequences
        self.ids = padded([one["prompt"] + one["completion"] for one in sequences])
        length = self.ids.shape[1]
        self.mask = torch.zeros(len(sequences), length - 1)
        for row, one in enumerate(sequences):
            begin = len(one["prompt"]) - 1
            self.mask[row, begin : begin + len(one["completion"])] = 1
        self.tokens = self.mask.sum()
        self.processed = sum(len(one["prompt"]) + len(one["completion"]) for one in sequences)

    def distribution(self, model, temperature):
        """[B, T - 1, vocabulary]: place t predicts token t + 1."""
        return (model.logits(self.ids)[:, :-1] / temperature).log_softmax(-1)

    def taken(self, distribution):
        return distribution.gather(2, self.ids[:, 1:, None])[:, :, 0]

    def spread(self, name):
        """A value a token, from the lists of the sequences, [B, T - 1]."""
        values = torch.zeros_like(self.mask)
        for row, one in enumerate(self.sequences):
            begin = len(one["prompt"]) - 1
            values[row, begin : begin + len(one["completion"])] = torch.tensor(one[name])
        return values


def exact_kl(distribution, reference):
    return (distribution.exp() * (distribution - reference)).sum(-1)


def entropy_of(distribution):
    return -(distribution.exp() * distribution).sum(-1)


def grpo(model, initial, sequences, settings, rules, most):
    """-min(ratio A, clip(ratio) A) + weight KL - weight entropy, aggregated as the settings say. Loss and statistics."""
    batch = Batch(sequences)
    temperature = settings["agentTemperature"] or 1
    distribution = batch.distribution(model, temperature)
    with torch.no_grad():
        reference_distribution = batch.distribution(initial, temperature)
    logprob, reference = batch.taken(distribution), batch.taken(reference_distribution)
    advantage = torch.tensor([one["advantage"] for one in sequences])[:, None]
    ratio = (logprob - batch.spread("logprobs")).exp()
    low, high = 1 - settings["clipLow"], 1 + settings["clipHigh"]
    surrogate = torch.minimum(ratio * advantage, ratio.clamp(low, high) * advantage)
    if settings["dualClip"] > 0:
        bounded = torch.maximum(surrogate, settings["dualClip"] * advantage)
        surrogate = torch.where(advantage < 0, bounded, surrogate)
    exact, k3 = exact_kl(distribution, reference_distribution), (reference - logprob).exp() - (reference - logprob) - 1
    clamped = (reference - logprob).clamp(-20, 20)
    divergence = {
        "k3": k3, "k3-clamped": (clamped.exp() - clamped - 1).clamp(-10, 10), "ratio-weighted": ratio * k3, "exact": exact,
    }[rules["klEstimator"]]  # fmt: skip
    entropy = entropy_of(distribution)
    loss = (-surrogate + settings["agentKlWeight"] * divergence - settings["entropyWeight"] * entropy) * batch.mask
    lengths = batch.mask.sum(1)
    total = {
        "sequence-mean": (loss.sum(1) / lengths).mean(),
        "token-mean": loss.sum() / batch.tokens,
        "constant-length": loss.sum() / (len(sequences) * most),
    }[rules["aggregation"]]
    outside = ((ratio < low) | (ratio > high)).float()
    return total, {
        "klPerToken": mean(exact, batch), "klPerSequence": float((exact * batch.mask).sum()) / len(sequences),
        "entropy": mean(entropy, batch), "clipFraction": mean(outside, batch), "meanRatio": mean(ratio, batch),
        **size(model, batch),
    }  # fmt: skip


def rwr(model, initial, sequences, settings):
    """Regression with weights over their mean, and the exact KL to the initial weights as a penalty; the KL alone where its
    mean per sequence has reached the cap. Loss, statistics, and whether the cap was reached."""
    batch = Batch(sequences)
    distribution = batch.distribution(model, 1)
    with torch.no_grad():
        reference = batch.distribution(initial, 1)
    weights = torch.tensor([float(one["weight"]) for one in sequences])
    regressed = (weights > 0).float()
    if regressed.sum() > 0:
        weights = weights / (weights.sum() / regressed.sum())
    tokens = (batch.mask.sum(1) * regressed).sum()
    logprob = (batch.taken(distribution) * batch.mask).sum(1)
    regression = -(weights * logprob).sum() / tokens.clamp(min=1)
    kl = exact_kl(distribution, reference)
    penalty = (kl * batch.mask).sum() / batch.tokens
    per_sequence = float((kl * batch.mask).sum()) / len(sequences)
    capped = settings["environmentKlCap"] > 0 and per_sequence >= settings["environmentKlCap"]
    loss = penalty if capped else regression + settings["environmentKlWeight"] * penalty
    return loss, {
        "klPerToken": float(penalty), "klPerSequence": per_sequence, "entropy": mean(entropy_of(distribution), batch),
        "clipFraction": 0, "meanRatio": 1, **size(model, batch), "capAction": "kl-only" if capped else "none",
    }  # fmt: skip


def mean(values, batch):
    return float((values * batch.mask).sum() / batch.tokens)


def size(model, batch):
    return {"tokens": int(batch.tokens), "flops": 6 * model.parameters * batch.processed}


class Learner:
    """AdamW over a model. Its state goes on from the round that made the weights, where they are not the initial ones."""

    def __init__(self, model, settings, player):
        self.model, self.clip = model.learn(), settings[f"{player}ClipNorm"]
        self.optimizer = torch.optim.AdamW(
            self.parameters(), lr=settings[f"{player}LearningRate"],
            betas=(settings[f"{player}Beta1"], settings[f"{player}Beta2"]), eps=settings[f"{player}Epsilon"],
            weight_decay=settings[f"{player}WeightDecay"],
        )  # fmt: skip
        state = self.state_file(os.path.dirname(model.folder))
        if os.path.exists(state):
            self.optimizer.load_state_dict(torch.load(state))

    @staticmethod
    def state_file(folder):
        return os.path.join(folder, "checkpoint", "optimizer.pt")

    def parameters(self):
        return list(self.model.weights.values())

    def step(self, loss, statistics):
        self.optimizer.zero_grad()
        loss.backward()
        limit = self.clip or float("inf")
        norm = float(torch.nn.utils.clip_grad_norm_(self.parameters(), limit, error_if_nonfinite=True))
        self.optimizer.step()
        return {"loss": float(loss), "gradNorm": norm, **statistics}

    def save(self, out):
        self.model.save(os.path.join(out, "model"))
        os.makedirs(os.path.join(out, "checkpoint"))
        torch.save(self.optimizer.state_dict(), self.state_file(out))
