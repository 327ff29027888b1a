/**
 * @file Checks each GPU loss against the plain reference (testing/losses.ts), over random batches and settings. Loss,
 * statistics and gradients with respect to the logits agree, whether computed at once or in parts.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packSequences, type PackedBatch } from '../lm/packing.ts';
import type { Predictions } from '../lm/transformer.ts';
import {
  divergenceReference,
  entropyReference,
  logSoftmaxReference,
} from '../tensor/ops/log-probabilities.reference.ts';
import { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import { grpoLoss } from './grpo.ts';
import type { ObjectiveLoss } from './loss-parts.ts';
import type {
  CrossEntropyObjective,
  GrpoObjective,
  KlEstimator,
  Objective,
  RwrObjective,
  TrainingSequence,
} from './objective.ts';
import { countsInRwr, crossEntropyLoss, rwrLoss } from './rwr.ts';
import { lossAndGradients, tokenGradient, type ForwardSequence } from './testing/losses.ts';

const VOCABULARY = 3;
const TOLERANCE = 1e-4;
const RUNS = 60;

const device = testDevice();

type RandomSequence = Required<Omit<TrainingSequence, 'prompt'>> &
  Required<Pick<ForwardSequence, 'logits' | 'initialLogits'>> & { prompt: number[] };

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const temperatures = fc.constantFrom(0.7, 1);

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
/** The first sequence counts in every loss, so that no batch is empty. */
const batches = fc
  .array(sequence, { minLength: 1, maxLength: 5 })
  .map(([first, ...rest]) => [{ ...first, mask: first.mask.map(() => 1 as const), klWeight: 1 as const }, ...rest]);

/** Predictions that may receive a gradient. */
type Differentiable = Exclude<keyof Predictions, 'referenceLogprobs'>;

interface LossOnGpu<O extends Objective> {
  differentiable: readonly Differentiable[];
  /** Returns true if a sequence counts in the loss; default: all do. */
  counts?: (sequence: TrainingSequence) => boolean;
  loss: (tape: Tape, batch: PackedBatch, sequences: readonly TrainingSequence[], objective: O) => ObjectiveLoss;
}

async function run<O extends Objective>(
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
  const shared = new Tape(device(), false);
  const objectiveLoss = loss(shared, batch, counted, objective);
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
      sums.push((await device().read(part))[0]);
    }
    measured = shared.upload(Float32Array.of(sums.reduce((sum, one) => sum + one, 0)));
  }
  let value = 0;
  const readings: number[][][] = [];
  for (const { first, end } of ranges) {
    const tape = new Tape(device());
    const predictions = predict(tape, tokens.slice(first, end));
    for (const name of differentiable) tape.watch(predictions[name]);
    const part = objectiveLoss.ofPart(tape, predictions, first, measured);
    tape.backward(part.loss);
    const [[partValue], ...values] = await device().readAll([
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
async function expectReferenceLoss<O extends Objective>(
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
        const { stats, gradientAt } = await run(onGpu, sequences, objective, parts);
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

const objectivesWith = (...estimators: KlEstimator[]): fc.Arbitrary<GrpoObjective> =>
  fc.record({
    kind: fc.constant('grpo' as const),
    clipLow: finite(0.05, 0.4),
    clipHigh: finite(0.05, 0.4),
    dualClip: fc.constantFrom(0, 1.5, 3),
    klWeight: fc.constantFrom(0, 0.1),
    klEstimator: fc.constantFrom(...estimators),
    entropyWeight: fc.constantFrom(0, 0.1),
    aggregation: fc.constantFrom('sequence-mean' as const, 'token-mean' as const, 'constant-length' as const),
    maxCompletionLength: fc.integer({ min: 4, max: 9 }),
    temperature: temperatures,
  });

const rwrObjectives: fc.Arbitrary<RwrObjective> = fc.record({
  kind: fc.constant('rwr' as const),
  klWeight: fc.constantFrom(0, 0.5),
  klOnlyAbove: fc.constantFrom(undefined, 0, 0.3, 2),
  temperature: temperatures,
});

const grpoOnGpu: LossOnGpu<GrpoObjective> = {
  differentiable: ['logprobs', 'entropy'],
  loss: (_, ...inputs) => grpoLoss(...inputs),
};

it.each<[string, () => Promise<void>]>([
  ['GRPO', () => expectReferenceLoss(objectivesWith('ratio-weighted', 'k3', 'k3-clamped'), grpoOnGpu)],
  [
    'GRPO with the exact divergence',
    () => expectReferenceLoss(objectivesWith('exact'), { ...grpoOnGpu, differentiable: ['logprobs', 'entropy', 'kl'] }),
  ],
  [
    'RWR, with and without the KL cap',
    () =>
      expectReferenceLoss(rwrObjectives, { differentiable: ['logprobs', 'kl'], counts: countsInRwr, loss: rwrLoss }),
  ],
  [
    'cross-entropy',
    () =>
      expectReferenceLoss(fc.constant<CrossEntropyObjective>({ kind: 'cross-entropy', on: 'completion' }), {
        differentiable: ['logprobs'],
        loss: (_, batch) => crossEntropyLoss(batch),
      }),
  ],
])('%s agrees with the plain reference', (_, compare) => compare());

it('stays finite where the policy has left a token that its reference keeps', async () => {
  const sequences = [{ prompt: [1], completion: [2], advantage: 1, oldLogprobs: [-1] }];
  const at = async (klEstimator: KlEstimator) => {
    const [objective] = fc.sample(objectivesWith(klEstimator), { numRuns: 1, seed: 1 });
    const tape = new Tape(device());
    const upload = (value: number) => tape.upload(Float32Array.of(value));
    const predictions = {
      logprobs: upload(-200),
      entropy: upload(1),
      kl: upload(2),
      referenceLogprobs: upload(-1.5),
    };
    tape.watch(predictions.logprobs);
    const grpo = grpoLoss(packSequences(sequences), sequences, { ...objective, klWeight: 1 });
    const { loss } = grpo.ofPart(tape, predictions, 0);
    tape.backward(loss);
    const [[value], [slope]] = await device().readAll([loss, tape.gradient(predictions.logprobs)]);
    tape.dispose();
    return [value, slope];
  };
  // The ratio is 0 here, and so is the surrogate.
  const [value, slope] = await at('ratio-weighted');
  expect(Math.abs(value)).toBeLessThan(2);
  expect(Math.abs(slope)).toBeLessThan(1e-6);
  const clamped = await at('k3-clamped');
  expect(Math.abs(clamped[0])).toBeLessThan(12);
  expect(clamped[1]).toBe(0);
  expect((await at('k3')).some((number) => !Number.isFinite(number))).toBe(true);
});

it('refuses sequences without what it learns from', () => {
  const [objective] = fc.sample(objectivesWith('k3'), { numRuns: 1, seed: 1 });
  const lossOf = (advantage: number | undefined, oldLogprobs: number[]) => {
    const sequences = [{ prompt: [1], completion: [2, 3], advantage, oldLogprobs }];
    return () => grpoLoss(packSequences(sequences), sequences, objective);
  };
  expect(lossOf(undefined, [-1, -1])).toThrow('Sequence 0');
  expect(lossOf(1, [-1])).toThrow('one old log-probability per completion token (2)');
});
