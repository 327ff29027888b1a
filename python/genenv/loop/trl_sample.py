"""Samples completions with a model of transformers. Caches keys and values, pads prompts on the left, and processes equal
prompts only once."""

import torch


def draw(distribution, temperature, top_k, top_p, uniforms):
    """Draws a token from each row of log-probabilities [B, vocabulary]. `uniforms` [B] has a random number for each row."""
    if temperature == 0:
        return distribution.argmax(-1)
    ordered, order = distribution.exp().sort(-1, descending=True)
    # Keep the smallest set of tokens whose mass reaches top_p. Leave out a token if those before it reach top_p.
    left_out = ordered.cumsum(-1) - ordered >= top_p
    if top_k:
        left_out |= ordered < ordered[:, top_k - 1 : top_k]
    mass = ordered.masked_fill(left_out, 0).cumsum(-1)
    place = torch.searchsorted(mass, uniforms[:, None] * mass[:, -1:], right=True)
    # Rounding may put the drawn number at the end of the mass. Then draw the last token that was kept.
    last = (~left_out).sum(-1, keepdim=True) - 1
    return order.gather(1, torch.minimum(place, last))[:, 0]


@torch.no_grad()
def sample(model, prompts, most, temperature, top_k, top_p, end_ids, uniforms):
    """Samples a completion {"ids", "logprobs", "finish"} of each prompt, in order, with at most `most` tokens.

    `uniforms` [prompts, most] has the random numbers, so the tokens do not depend on the process that samples. The
    log-probabilities include the temperature, but neither top_k nor top_p.
    """
    different = list(dict.fromkeys(map(tuple, prompts)))
    place = {prompt: i for i, prompt in enumerate(different)}
    of_different = torch.tensor([place[tuple(prompt)] for prompt in prompts], device=model.device)
    longest = max(len(prompt) for prompt in different)
    ids = torch.tensor([[0] * (longest - len(prompt)) + list(prompt) for prompt in different], device=model.device)
    mask = torch.tensor([[0] * (longest - len(prompt)) + [1] * len(prompt) for prompt in different], device=model.device)
    positions, cache = (mask.cumsum(1) - 1).clamp(min=0), None
    made = [{"ids": [], "logprobs": [], "finish": "length"} for _ in prompts]
    live = torch.arange(len(prompts))
    for step in range(most):
        result = model(input_ids=ids, attention_mask=mask, position_ids=positions, past_key_values=cache, use_cache=True,
                       logits_to_keep=1)  # fmt: skip
        cache = result.past_key_values
        distribution = (result.logits[:, -1].float() / (temperature or 1)).log_softmax(-1)
        if step == 0:
            cache.batch_select_indices(of_different)
            distribution, mask, positions = distribution[of_different], mask[of_different], positions[of_different]
        chosen = draw(distribution, temperature, top_k, top_p, uniforms[live, step].to(distribution.device))
        logprobs = distribution.gather(1, chosen[:, None])[:, 0]
        for i, token, logprob in zip(live.tolist(), chosen.tolist(), logprobs.tolist()):
            made[i]["ids"].append(token)
            made[i]["logprobs"].append(logprob)
            if token in end_ids:
                made[i]["finish"] = "stop"
        goes_on = (~torch.isin(chosen, torch.tensor(end_ids, device=chosen.device))).nonzero()[:, 0]
        if len(goes_on) == 0:
            break
        if len(goes_on) < len(live):
            cache.batch_select_indices(goes_on)
        live = live[goes_on.cpu()]
        ids, positions = chosen[goes_on, None], positions[goes_on, -1:] + 1
        mask = torch.cat([mask[goes_on], mask.new_ones(len(goes_on), 1)], 1)
    return made
