"""Completions by a model of transformers. Keys and values of past tokens are kept; prompts are padded on the left, and one that
occurs several times is read once."""

import torch

from .local_llama import draw


@torch.no_grad()
def sample(model, prompts, most, temperature, top_k, top_p, end_id, uniforms):
    """As local_llama.sample. uniforms: a row of numbers for each prompt, so that what is drawn does not depend on who
    draws it."""
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
            if token == end_id:
                made[i]["finish"] = "stop"
        goes_on = (chosen != end_id).nonzero()[:, 0]
        if len(goes_on) == 0:
            break
        if len(goes_on) < len(live):
            cache.batch_select_indices(goes_on)
        live = live[goes_on.cpu()]
        ids, positions = chosen[goes_on, None], positions[goes_on, -1:] + 1
        mask = torch.cat([mask[goes_on], mask.new_ones(len(goes_on), 1)], 1)
    return made
