/** @file Makes a policy that writes texts given by a test. */
import type { Sampler, Prompt } from '../policy.ts';
import type { Tokenizer } from '../../lm/files/tokenizer.ts';
import type { EvaluatedModel } from '../../evaluation/evaluation.ts';

export interface ScriptedTurn {
  prompt: string;
  task: number;
  rollout: number;
  /** Number of earlier turns in this attempt. */
  turn: number;
}

/** Makes the model. @param write returns a turn's text without an end token, or null to write up to the length limit */
export function scriptedModel(
  tokenizer: Tokenizer,
  write: (turn: ScriptedTurn) => string | null,
  { contextLength = 100_000 }: Partial<EvaluatedModel> = {},
): EvaluatedModel & { calls: Prompt[][] } {
  const end = tokenizer.endIds[0];
  const turns = new Map<string, number>();
  const calls: Prompt[][] = [];
  const policy: Pick<Sampler, 'generate'> = {
    async generate(prompts, { maxNewTokens, stopIds }) {
      calls.push([...prompts]);
      const completions = prompts.flatMap(({ ids, task, rollouts }) =>
        rollouts.map((rollout) => {
          const key = `${task} ${rollout}`;
          const turn = turns.get(key) ?? 0;
          turns.set(key, turn + 1);
          const text = write({ prompt: tokenizer.decode(ids), task, rollout, turn });
          const written =
            text === null ? new Array<number>(maxNewTokens).fill(ids[0]) : [...tokenizer.encode(text), end];
          const stop = written.findIndex((id) => stopIds.includes(id));
          const kept = written.slice(0, Math.min(maxNewTokens, stop < 0 ? Infinity : stop + 1));
          const finish = stopIds.includes(kept[kept.length - 1]) ? ('stop' as const) : ('length' as const);
          return { task, rollout, ids: kept, logprobs: kept.map(() => -0.5), finish };
        }),
      );
      return { completions, flops: 1 };
    },
  };
  return { policy, tokenizer, contextLength, calls };
}
