"""Splits a round's rollouts and pairs into TRL's devices, passes and steps. Turns lines of TRL's log_history into
statistics for events."""


def batches(rollouts, minibatches, processes, most):
    """Returns the rollouts per device and pass, the passes per optimizer step, and the passes for all rollouts."""
    if rollouts % processes != 0:
        raise SystemExit(f"{rollouts} rollouts cannot be dealt to {processes} processes. Start a number that divides them.")
    if rollouts % (minibatches * processes) != 0:
        minibatches = 1
    own = rollouts // (minibatches * processes)
    device = max(size for size in range(1, min(most, own) + 1) if own % size == 0)
    return device, own // device, minibatches * (own // device)


def dealt(rows, minibatches, processes):
    """Returns the rows ordered by process. Each process gets an equal part of each minibatch. A minibatch holds the same
    rows for any number of processes."""
    size = len(rows) // (minibatches * processes)
    parts = [rows[i : i + size] for i in range(0, len(rows), size)]
    return [row for process in range(processes) for part in parts[process::processes] for row in part]


def rows(batch, processes):
    """Returns the pairs as rows. `weight` is a token's factor in the regression, and `share` its factor in the KL penalty.
    Rows with both 0 fill up the last pass."""
    regressed = [one for one in batch if one["weight"] > 0]
    mean = sum(one["weight"] for one in regressed) / max(1, len(regressed))
    regressed_tokens = sum(len(one["writtenIds"]) for one in regressed)
    tokens = sum(len(one["writtenIds"]) for one in batch)
    made = [
        {"input_ids": one["contextIds"] + one["writtenIds"], "begin": len(one["contextIds"]),
         "weight": one["weight"] / mean / regressed_tokens if one["weight"] > 0 else 0.0, "share": 1 / tokens}
        for one in batch
    ]  # fmt: skip
    filler = {**made[0], "weight": 0.0, "share": 0.0}
    return made + [filler] * (-len(made) % processes)


def logged_steps(history, done):
    """Returns the log lines of the optimizer steps after the first `done`. Lines without a loss are summaries."""
    return [line for line in history if line.get("step", 0) > done and "loss" in line]


def statistics(line, rollouts, steps, flops):
    """Describes a step of GRPO for an event. TRL uses the k3 estimator of the KL divergence. Token counts come from
    rollouts, because TRL logs lengths only at steps that generate."""
    kl = line.get("kl", 0)
    tokens = sum(len(one["ids"]) for one in rollouts)
    return {
        "loss": line["loss"], "gradNorm": float(line["grad_norm"]), "klPerToken": kl,
        "klPerSequence": kl * tokens / len(rollouts), "entropy": line["entropy"],
        "clipFraction": line["clip_ratio/region_mean"], "meanRatio": line["mean_ratio"], "tokens": tokens // steps, "flops": flops,
    }  # fmt: skip
