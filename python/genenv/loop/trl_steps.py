"""The optimizer steps of a round as the playground's events say them, from TRL's log_history."""


def logged_steps(history, done):
    """The lines of the optimizer steps after the first `done`. The last line of a training sums up, and is none of them."""
    return [line for line in history if line.get("step", 0) > done and "loss" in line]


def statistics(line, rollouts, steps, flops):
    """A step of GRPO. TRL estimates the divergence by k3; lengths it logs only at steps that generate, so they are counted
    here."""
    kl = line.get("kl", 0)
    tokens = sum(len(one["ids"]) for one in rollouts)
    return {
        "loss": line["loss"], "gradNorm": float(line["grad_norm"]), "klPerToken": kl,
        "klPerSequence": kl * tokens / len(rollouts), "entropy": line["entropy"],
        "clipFraction": line["clip_ratio/region_mean"], "meanRatio": line["mean_ratio"], "tokens": tokens // steps, "flops": flops,
    }  # fmt: skip
