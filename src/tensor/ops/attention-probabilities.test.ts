/** @file The probabilities of attention against the plain reference. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import { describeStyles, randomArray } from '../testing/check-op.ts';
import { relativeError } from '../testing/relative-error.ts';
import { attentionProbabilities } from './attention.ts';
import { attentionProbabilitiesReference } from './attention.reference.ts';
import { rotaryFrequencies } from '../../lm/files/rotary-config.ts';
import { rotationTable } from './rotary.ts';

const TOKENS = 11;

describeStyles('attention probabilities', (device) => {
  it.each([
    { heads: 4, kvHeads: 2, headDim: 8 },
    { heads: 2, kvHeads: 2, headDim: 32 },
  ])('of $heads heads on $kvHeads, $headDim wide', async (heads) => {
    const shape = [TOKENS, (heads.heads + 2 * heads.kvHeads) * heads.headDim];
    const qkv = randomArray(new RandomStream(6, 1), shape);
    const tape = new Tape(device(), false);
    const places = Uint32Array.from({ length: 2 * TOKENS }, (_, i) => i >> 1);
    const index = {
      places: tape.upload(places, [TOKENS, 2]),
      rotations: tape.upload(rotationTable(TOKENS, rotaryFrequencies({ headDim: heads.headDim, ropeTheta: 100 }))),
    };
    const probabilities = tape.allocate([heads.heads, TOKENS, TOKENS]);
    attentionProbabilities(tape, tape.upload(qkv, shape), heads, index, probabilities);
    const actual = await device().read(probabilities);
    tape.dispose();
    const upToItself = (token: number) => Array.from({ length: token + 1 }, (_, i) => i);
    const expected = attentionProbabilitiesReference(Float64Array.from(qkv), TOKENS, heads, 100, upToItself);
    // f32 against doubles, as for attention itself.
    expect(relativeError(actual, expected)).toBeLessThan(2e-5);
    for (let row = 0; row < heads.heads * TOKENS; row++) {
      const values = actual.subarray(row * TOKENS, (row + 1) * TOKENS);
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
      expect([...values.subarray((row % TOKENS) + 1)].every((value) => value === 0)).toBe(true);
    }
  });
});
