"""A harness of verifiers without a program: it asks the model through the library's own endpoint, in this process."""

import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire
from verifiers.v1.harness import Harness, HarnessConfig
from verifiers.v1.runtimes import ProgramResult

__all__ = ["ScriptedHarness"]


class ScriptedHarness(Harness[HarnessConfig]):
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data: vf.TaskData, **others):
        _, prompt = self.resolve_prompt(data)
        messages = [message_to_wire(message) for message in prompt]
        async with httpx.AsyncClient(timeout=60) as client:
            answer = await client.post(
                f"{endpoint}/chat/completions", headers={"Authorization": f"Bearer {secret}"},
                json={"model": ctx.model, "messages": messages},
            )  # fmt: skip
        answer.raise_for_status()
        return ProgramResult(0, "", "")
