/**
 * @file Checks a loss as it runs on the GPU against the plain reference (losses.ts), over random batches and settings:
 * loss, statistics, and gradients with respect to the logits; computed at once, and in parts.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { packSequences, type PackedBatch } from '../../lm/packing.ts';
import type { Predictions } from '../../lm/transformer.ts';
import type { Device } from '../../tensor/device.ts';
import {
  divergenceReference,
  entropyReference,
  logSoftmaxReference,
} from '../../tensor/ops/log-probabilities.reference.ts';
import { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { ObjectiveLoss } from '../loss-parts.ts';
import type { Objective, TrainingSequence } from '../objective.ts';
import { lossAndGradients, tokenGradient, type ForwardSequence } from './losses.ts';

const VOCABULARY = 3;
const TOLERANCE = 1e-4;
const RUNS = 60;

type RandomSequence = Required<Omit<TrainingSequence, 'prompt'>> &
  Required<Pick<ForwardSequence, 'logits' | 'initialLogits'>> & { prompt: number[] };

export const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });
export const temperatures = fc.constantFrom(0.7, 1);

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
const batches = fc
  .array(sequence, { minLength: 1, maxLength: 5 })
  .map(([first, ...rest]) => [{ ...first, mask: first.mask.map(() => 1 as const), klWeight: 1 as const }, ...rest]);

export interface LossInputs {
  tape: Tape;
  batch: PackedBatch;
  sequences: readonly TrainingSequence[];
}

/** Predictions that a loss may be differentiable in. */
type Differentiable = Exclude<keyof Predictions, 'referenceLogprobs'>;

/** Computes the objective under test on the GPU. */
export interface LossOnGpu<O extends Objective> {
  differentiable: readonly Differentiable[];
  /** Sequences that have a part in the loss; default: all. */
  counts?: (sequence: TrainingSequence) => boolean;
  loss: (inputs: LossInputs, objective: O) => ObjectiveLoss;
}

async function run<O extends Objective>(
  device: Device,
  { differentiable, counts = () => true, loss }: LossOnGpu<O>,
  sequences: readonly RandomSequence[],
  objective: O,
  parts: number,
) {
  const temperature = objective.kind === 'cross-entropy' ? 1 : objective.temperature;
  const counted = sequences.filter(counts);
  const batch = packSequences(counted);
  const tokens = counted.flatMap(({ mask, logits, initialLogits, completion }, s) =>
    mask.flatMap((carriesLoss, t) => {
      if (!carriesLoss) return [];
      const logp = logSoftmaxReference(logits[t], temperature);
      return [{ s, t, target: completion[t], logp, logq: logSoftmaxReference(initialLogits[t], temperature) }];
    }),
  );
  const shared = new Tape(device, false);
  const objectiveLoss = loss({ tape: shared, batch, sequences: counted }, objective);
  const predict = (tape: Tape, part: typeof tokens): Required<Predictions> => {
    const upload = (value: (token: (typeof tokens)[number]) => number) => tape.upload(Float32Array.from(part, value));
    return {
      logprobs: upload(({ logp, target }) => logp[target]),
      entropy: upload(({ logp }) => entropyReference(logp)),
      kl: upload(({ logp, logq }) => divergenceReference(logp, logq)),
      referenceLogprobs: upload(({ logq, target }) => logq[target]),
    };
  };
  // Parts are ranges of sequences; one without predictions is left out.
  const ends = Array.from({ length: parts }, (_, p) => Math.ceil((counted.length * (p + 1)) / parts));
  const ranges = ends
    .map((end, p) => ({ first: batch.sequenceStarts[ends[p - 1] ?? 0], end: batch.sequenceStarts[end] }))
    .filter(({ first, end }) => end > first);
  let measured: Tensor | undefined;
  if (parts > 1 && objectiveLoss.measure) {
    const sums: number[] = [];
    for (const { first, end } of ranges) {
      const part = objectiveLoss.measure(shared, predict(shared, tokens.slice(first, end)), first);
      sums.push((await device.read(part))[0]);
    }
    measured = shared.upload(Float32Array.of(sums.reduce((sum, one) => sum + one, 0)));
  }
  let value = 0;
  const readings: number[][][] = [];
  for (const { first, end } of ranges) {
    const tape = new Tape(device);
    const predictions = predict(tape, tokens.slice(first, end));
    for (const name of differentiable) tape.watch(predictions[name]);
    const part = objectiveLoss.ofPart(tape, predictions, first, measured);
    tape.backward(part.loss);
    const [[partValue], ...values] = await device.readAll([
      part.loss,
      ...differentiable.map((name) => tape.gradient(predictions[name])),
      ...part.observed,
    ]);
    tape.dispose();
    value += partValue;
    readings.push(values.map((one) => [...one]));
  }
  shared.dispose();
  const read = readings[0].map((_, i) => Float32Array.from(readings.flatMap((values) => values[i])));
  const gradients = new Map(differentiable.map((name, i) => [name, read[i]]));
  const gradientAt = new Map(
    tokens.map(({ s, t, ...terms }, m) => {
      const at = (name: Differentiable) => gradients.get(name)?.[m] ?? 0;
      const coefficients = { logprob: at('logprobs'), entropy: at('entropy'), divergence: at('kl') };
      return [`${sequences.indexOf(counted[s])}/${t}`, tokenGradient(terms, coefficients, temperature)] as const;
    }),
  );
  return { stats: { loss: value, ...objectiveLoss.statistics(read.slice(differentiable.length)) }, gradientAt };
}

/** Compares a loss on the GPU with the reference, for random batches and the given objectives. */
export async function expectReferenceLoss<O extends Objective>(
  device: Device,
  objectives: fc.Arbitrary<O>,
  onGpu: LossOnGpu<O>,
): Promise<void> {
  const close = (actual: number, expected: number, what: string) =>
    expect(Math.abs(actual - expected), what).toBeLessThan(TOLERANCE * Math.max(1, Math.abs(expected)));
  await fc.assert(
    fc.asyncProperty(batches, objectives, async (sequences, objective) => {
      const expected = lossAndGradients(
        sequences.map((sequence) => ({ ...sequence, targets: sequence.completion })) as ForwardSequence[],
        objective,
      );
      for (const parts of [1, 2]) {
        const { stats, gradientAt } = await run(device, onGpu, sequences, objective, parts);
        for (const [name, value] of Object.entries(expected.stats))
          close(stats[name as keyof typeof stats], value, name);
        expected.gradients.forEach((rows, s) =>
          rows.forEach((row, t) => {
            const actual = gradientAt.get(`${s}/${t}`) ?? row.map(() => 0);
            row.forEach((g, j) => close(actual[j], g, 'gradient'));
          }),
        );
      }
    }),
    { numRuns: RUNS, seed: 1 },
  );
}
