/** @file Checks that the CPU sampler and the GPU sampler draw equal tokens, and that the GPU looks up their embeddings. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { logSoftmaxReference } from '../tensor/ops/log-probabilities.reference.ts';
import { SAMPLE_ROW_WORDS, sample, sampleRowWords } from '../tensor/ops/sample.ts';
import { Tape } from '../tensor/tape.ts';
import { describeStyles } from '../tensor/testing/check-op.ts';
import { likeliestTokens, sampleToken } from './sample-token.ts';

const VOCABULARY = 37;

const key = { seed: 0xfedcba98, stream: 3, epoch: 5 };

describeStyles('sampling a token on the CPU', (device, kernelStyle) => {
  // Tiled kernels get fewer rows, because on a software adapter barriers make them 20 times as slow.
  const ROWS = kernelStyle === 'quad' ? 200 : 60;
  it.each([
    { temperature: 1, topK: 0, topP: 1 },
    { temperature: 0.6, topK: 0, topP: 1 },
    { temperature: 1, topK: 5, topP: 1 },
    { temperature: 1.4, topK: 0, topP: 0.7 },
    { temperature: 1, topK: 8, topP: 0.5 },
    { temperature: 0, topK: 0, topP: 1 },
  ])('agrees with the GPU at %o', async (settings) => {
    const tape = new Tape(device(), false);
    const random = new RandomStream(3, 1);
    // Logits are multiples of ½, so that some tokens are tied with the last token that is kept.
    const logits = Float32Array.from({ length: ROWS * VOCABULARY }, () => Math.round(12 * random.next() - 6) / 2);
    const words = Array.from({ length: ROWS }, (_, row) =>
      sampleRowWords({ task: row, rollout: 2, position: 4, completion: row, logitsRow: row }),
    );
    const samples = tape.upload(new Uint32Array(ROWS * 2), [ROWS, 1, 2]);
    const table = Float32Array.from({ length: 2 * VOCABULARY }, () => random.next());
    const embedded = tape.allocate([ROWS, 2]);
    sample(
      device(),
      {
        logits: tape.upload(logits, [ROWS, VOCABULARY]),
        rows: tape.upload(Uint32Array.from(words.flat()), [ROWS, SAMPLE_ROW_WORDS]),
        stops: tape.upload(Uint32Array.of(VOCABULARY)),
        tokens: tape.upload(new Uint32Array(ROWS)),
        lengths: tape.upload(new Uint32Array(ROWS)),
        samples,
        table: tape.upload(table, [2, VOCABULARY]),
        embedded,
      },
      { vocabulary: VOCABULARY, ...settings, stopCount: 1, ...key, step: 0 },
    );
    const [values, lookedUp] = await device().readAll([samples, embedded]);
    const ids = new Uint32Array(values.buffer, values.byteOffset, values.length);
    let different = 0;
    for (let row = 0; row < ROWS; row++) {
      const ofToken = [0, 1].map((c) => table[c * VOCABULARY + ids[2 * row]]);
      expect([...lookedUp.subarray(2 * row, 2 * row + 2)]).toEqual(ofToken);
      const own = logits.subarray(row * VOCABULARY, (row + 1) * VOCABULARY);
      const { id, logprob } = sampleToken(own, settings, key, { task: row, rollout: 2, position: 4 });
      if (id !== ids[2 * row]) {
        different++;
        continue;
      }
      expect(Math.abs(logprob - values[2 * row + 1])).toBeLessThan(1e-5);
    }
    // Sums in f32 and in f64 differ by about 1e-7, so a random number of 24 bits seldom falls between the two.
    expect(different).toBeLessThanOrEqual(ROWS / 200);
    tape.dispose();
  });
});

/** Computes probabilities after top-k and then top-p, by sorting. */
function truncated(logP: readonly number[], topK: number, topP: number): number[] {
  let kept = [...logP.keys()].sort((a, b) => logP[b] - logP[a]);
  if (topK > 0) kept = kept.slice(0, topK);
  const mass = (tokens: number[]) => tokens.reduce((sum, token) => sum + Math.exp(logP[token]), 0);
  const wanted = topP * mass(kept);
  let size = 1;
  while (mass(kept.slice(0, size)) < wanted) size++;
  if (topP < 1) kept = kept.slice(0, size);
  const total = mass(kept);
  return logP.map((value, token) => (kept.includes(token) ? Math.exp(value) / total : 0));
}

it.each([
  { temperature: 1.3, topK: 0, topP: 1 },
  { temperature: 1, topK: 5, topP: 1 },
  { temperature: 1, topK: 0, topP: 0.7 },
  { temperature: 0.8, topK: 8, topP: 0.6 },
])('draws tokens as often as the distribution says at %o', (settings) => {
  const random = new RandomStream(11, 11);
  const logits = Float32Array.from({ length: VOCABULARY }, () => 6 * random.next());
  const logP = logSoftmaxReference(logits, settings.temperature);
  const counts = new Array<number>(VOCABULARY).fill(0);
  const draws = 4000;
  let largest = 0;
  for (let rollout = 0; rollout < draws; rollout++) {
    const { id, logprob } = sampleToken(logits, settings, key, { task: 1, rollout, position: 0 });
    counts[id]++;
    largest = Math.max(largest, Math.abs(logprob - logP[id]));
  }
  expect(largest).toBeLessThan(1e-5);
  truncated(logP, settings.topK, settings.topP).forEach((p, token) => {
    if (p === 0) expect(counts[token]).toBe(0);
    // The tolerance is five standard deviations plus one draw.
    expect(Math.abs(counts[token] - draws * p)).toBeLessThan(5 * Math.sqrt(draws * p * (1 - p)) + 1);
  });
});

it('lists the first of all tokens sorted by probability, ties by id', () => {
  const logits = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(logits, fc.integer({ min: 0, max: 14 }), fc.constantFrom(0.7, 1), (row, count, temperature) => {
      const logprobs = logSoftmaxReference(row, temperature);
      const sorted = row.map((logit, id) => ({ logit, id })).sort((a, b) => b.logit - a.logit || a.id - b.id);
      const found = likeliestTokens(Float32Array.from(row), temperature, count);
      expect(found.map(({ id }) => id)).toEqual(sorted.slice(0, count).map(({ id }) => id));
      for (const { id, logprob } of found) expect(logprob).toBeCloseTo(logprobs[id], 10);
    }),
  );
});
