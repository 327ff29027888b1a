/** @file The two runtimes that an export compares: our engine, and the exported graph in ONNX Runtime. */
import { generate } from '../../lm/generate.ts';
import type { CausalLM } from '../../lm/transformer.ts';
import type { OnnxCausalLM, Past } from '../../onnx/causal-lm.ts';
import type { ComparedRuntime } from './agreement.ts';

const GREEDY = { temperature: 0, topK: 0, topP: 1, stopIds: [] } as const;

export const engineSource = (model: CausalLM): ComparedRuntime => ({
  logits: (ids) => model.logits(ids),
  async decode(prompt, count) {
    const [{ ids }] = await generate(
      model,
      [{ ids: [...prompt], task: 0, rollouts: [0], position: 0 }],
      { ...GREEDY, stopIds: [], maxNewTokens: count },
      { seed: 0, stream: 0, epoch: 0 },
    );
    return { ids, logits: null };
  },
});

export const graphSource = (model: OnnxCausalLM): ComparedRuntime => ({
  async logits(ids) {
    const { logits, past } = await model.forward([ids], undefined, 'all');
    model.release(past);
    return logits;
  },
  async decode(prompt, count) {
    const rows: Float32Array[] = [];
    const written: number[] = [];
    let past: Past | undefined;
    let next: readonly number[] = prompt;
    while (written.length < count) {
      const step = await model.forward([next], past, 'last');
      past = step.past;
      rows.push(step.logits);
      next = [likeliest(step.logits)];
      written.push(...next);
    }
    if (past) model.release(past);
    const logits = new Float32Array(rows.reduce((sum, { length }) => sum + length, 0));
    let position = 0;
    for (const row of rows) {
      logits.set(row, position);
      position += row.length;
    }
    return { ids: written, logits };
  },
});

/** Takes the first of equally likely tokens. */
function likeliest(logits: Float32Array): number {
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i] > logits[best]) best = i;
  return best;
}
