"""Completions of prompts by vLLM, for the engines trl and verl. python -m genenv_loop.vllm_generate MODEL REQUEST OUT"""

import sys

import yaml
from vllm import LLM, SamplingParams

from .files import read_json, write_lines
from .seeds import seed_of


def main(model, request, out):
    request = read_json(request)
    with open("loop.yaml", encoding="utf-8") as file:
        options = yaml.safe_load(file)["vllm"]
    # The probabilities that tokens were drawn with: after the temperature.
    llm = LLM(model=model, logprobs_mode="processed_logprobs", **options)
    sampling = SamplingParams(
        n=request["samples"], temperature=request["temperature"], top_k=request["topK"] or -1, top_p=request["topP"],
        max_tokens=request["maxNewTokens"], stop_token_ids=[request["endId"]], seed=seed_of(request["seed"]),
        logprobs=0, detokenize=False,
    )  # fmt: skip
    answers = llm.generate([{"prompt_token_ids": ids} for ids in request["prompts"]], sampling)
    write_lines(out, [
        {
            "ids": list(one.token_ids),
            "logprobs": [tokens[id].logprob for id, tokens in zip(one.token_ids, one.logprobs)],
            "finish": one.finish_reason,
        }
        for answer in answers for one in answer.outputs
    ])  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
