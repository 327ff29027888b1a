/**
 * @file The losses as they run on the GPU against the plain reference, over random batches and settings: loss,
 * statistics, and gradients carried on to the logits.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packSequences } from '../lm/packing.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { Tape } from '../tensor/tape.ts';
import { grpoLoss } from './grpo.ts';
import { crossEntropyLoss, type ObjectiveLoss } from './objective-loss.ts';
import type { Objective, TrainingSequence } from './objective.ts';
import { rwrLoss } from './rwr.ts';
import { divergenceOf, entropyOf, logSoftmax, lossAndGradients, type ForwardSequence } from './testing/losses.ts';

const VOCABULARY = 3;
const TOLERANCE = 1e-4;

let device: Device;
beforeAll(async () => {
  device = await openNodeDevice();
});
afterAll(() => device?.destroy());

type RandomSequence = Required<Omit<TrainingSequence, 'prompt'>> &
  Pick<ForwardSequence, 'logits' | 'initialLogits'> & { prompt: number[] };

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const logitsOf = (length: number) =>
  fc.array(fc.array(finite(-2, 2), { minLength: VOCABULARY, maxLength: VOCABULARY }), {
    minLength: length,
    maxLength: length,
  });
const sequence: fc.Arbitrary<RandomSequence> = fc.integer({ min: 1, max: 4 }).chain((length) => {
  const perToken = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: length, maxLength: length });
  return fc.record({
    prompt: fc.constantFrom([0], [1, 2]),
    completion: perToken(fc.nat(VOCABULARY - 1)),
    mask: perToken(fc.constantFrom<0 | 1>(0, 1)),
    logits: logitsOf(length),
    initialLogits: logitsOf(length),
    advantage: finite(-2, 2),
    oldLogprobs: perToken(finite(-3, -0.1)),
    weight: fc.constantFrom(0, 0.5, 1.5),
    klWeight: fc.constantFrom<0 | 1>(0, 1),
  });
});
/** The first sequence has a token, and a part in every loss, so that no batch is empty. */
const batchOf = fc
  .array(sequence, { minLength: 1, maxLength: 5 })
  .map(([first, ...rest]) => [{ ...first, mask: first.mask.map(() => 1 as const), klWeight: 1 as const }, ...rest]);
const temperature = fc.constantFrom(0.7, 1);
const objective: fc.Arbitrary<Objective> = fc.oneof(
  fc.record({
    kind: fc.constant('grpo' as const),
    clipLow: finite(0.05, 0.4),
    clipHigh: finite(0.05, 0.4),
    dualClip: fc.constantFrom(0, 1.5, 3),
    klWeight: fc.constantFrom(0, 0.1),
    entropyWeight: fc.constantFrom(0, 0.1),
    aggregation: fc.constantFrom('sequence-mean' as const, 'token-mean' as const, 'constant-length' as const),
    maxCompletionLength: fc.integer({ min: 4, max: 9 }),
    temperature,
  }),
  fc.record({
    kind: fc.constant('rwr' as const),
    klWeight: fc.constantFrom(0, 0.5),
    klOnlyAbove: fc.constantFrom(undefined, 0, 0.3, 2),
    temperature,
  }),
  fc.constant({ kind: 'cross-entropy' as const, on: 'completion' as const }),
);

/** What a token's logits do to its log-probability, entropy and divergence: see testing/losses.ts for the notation. */
function chainToLogits(
  target: number,
  logp: number[],
  logq: number[],
  [logprob, entropy, kl]: number[],
  temperature: number,
) {
  const [H, KL] = [entropyOf(logp), divergenceOf(logp, logq)];
  return logp.map((lp, j) => {
    const p = Math.exp(lp);
    const byLogprob = (j === target ? 1 : 0) - p;
    return (logprob * byLogprob - entropy * p * (lp + H) + kl * p * (lp - logq[j] - KL)) / temperature;
  });
}

async function onGpu(sequences: RandomSequence[], objective: Objective) {
  const temperature = objective.kind === 'cross-entropy' ? 1 : objective.temperature;
  const counted =
    objective.kind === 'rwr' ? sequences.filter(({ weight, klWeight }) => weight !== 0 || klWeight === 1) : sequences;
  const batch = packSequences(counted);
  const tokens = counted.flatMap(({ mask, logits, initialLogits, completion }, s) =>
    mask.flatMap((counts, t) => {
      if (!counts) return [];
      const logp = logSoftmax(logits[t], temperature);
      return [{ s, t, target: completion[t], logp, logq: logSoftmax(initialLogits[t], temperature) }];
    }),
  );
  const tape = new Tape(device);
  const upload = (value: (token: (typeof tokens)[number]) => number) => tape.upload(Float32Array.from(tokens, value));
  const logprobs = upload(({ logp, target }) => logp[target]);
  const entropy = upload(({ logp }) => entropyOf(logp));
  const kl = upload(({ logp, logq }) => divergenceOf(logp, logq));
  const reference = upload(({ logq, target }) => logq[target]);
  const leaves = { grpo: [logprobs, entropy], rwr: [logprobs, kl], 'cross-entropy': [logprobs] }[objective.kind];
  for (const leaf of leaves) tape.watch(leaf);
  const predictions = { logprobs, entropy, kl };
  let objectiveLoss: ObjectiveLoss;
  if (objective.kind === 'grpo') objectiveLoss = grpoLoss(tape, batch, counted, objective, predictions, reference);
  else if (objective.kind === 'rwr') objectiveLoss = rwrLoss(tape, batch, counted, objective, predictions);
  else objectiveLoss = crossEntropyLoss(tape, batch, predictions);
  tape.backward(objectiveLoss.loss, tape.upload(Float32Array.of(1)));
  const gradients = leaves.map((leaf) => tape.gradient(leaf));
  const [[loss], ...values] = await device.readAll([objectiveLoss.loss, ...gradients, ...objectiveLoss.observed]);
  tape.dispose();
  const byLeaf = new Map(leaves.map((leaf, i) => [leaf, values[i]]));
  const toLogits = tokens.map(({ target, logp, logq }, m) => {
    const at = [logprobs, entropy, kl].map((leaf) => byLeaf.get(leaf)?.[m] ?? 0);
    return chainToLogits(target, logp, logq, at, temperature);
  });
  const indexed = new Map(tokens.map(({ s, t }, m) => [`${sequences.indexOf(counted[s])}/${t}`, toLogits[m]]));
  return { stats: { loss, ...objectiveLoss.statistics(values.slice(leaves.length)) }, gradientAt: indexed };
}

describe('losses on the GPU', () => {
  it('agree with the plain reference', async () => {
    await fc.assert(
      fc.asyncProperty(batchOf, objective, async (sequences, objective) => {
        const expected = lossAndGradients(
          sequences.map((sequence) => ({ ...sequence, targets: sequence.completion })),
          objective,
        );
        const { stats, gradientAt } = await onGpu(sequences, objective);
        for (const [name, value] of Object.entries(expected.stats)) {
          const actual = stats[name as keyof typeof stats];
          expect(Math.abs(actual - value), name).toBeLessThan(TOLERANCE * Math.max(1, Math.abs(value)));
        }
        expected.gradients.forEach((rows, s) =>
          rows.forEach((row, t) => {
            const actual = gradientAt.get(`${s}/${t}`) ?? row.map(() => 0);
            row.forEach((g, j) => expect(Math.abs(actual[j] - g)).toBeLessThan(TOLERANCE * Math.max(1, Math.abs(g))));
          }),
        );
      }),
      { numRuns: 150, seed: 1 },
    );
  });
});
