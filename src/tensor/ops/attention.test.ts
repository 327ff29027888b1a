import { describe, expect, it } from 'vitest';
import { Tape } from '../tape.ts';
import { checkOp, testDevice } from '../testing/check-op.ts';
import { attention, type AttentionIndex } from './attention.ts';
import { attentionReference } from './attention.reference.ts';
import { rotaryFrequencies } from '../../lm/files/rotary-config.ts';
import { rotationTable } from './rotary.ts';

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);

// One row per tile, see `tileWords`: a prompt of 5 tokens, two completions of 3 and 6, and a separate sequence of 2.
const TILES = [
  [0, 5, 14, 0, 0, 0, 0, 0],
  [5, 3, 8, 5, 0, 5, 5, 0],
  [8, 6, 14, 5, 0, 5, 8, 0],
  [14, 2, 16, 0, 14, 14, 14, 0],
];
const attended = (token: number) => {
  const [first] = TILES.findLast(([start]) => start <= token)!;
  return [...(first === 5 || first === 8 ? range(0, 5) : []), ...range(first, token + 1)];
};
const attentionIndex = (tape: Tape, headDim: number): AttentionIndex => ({
  places: tape.upload(Uint32Array.from(range(0, 16).flatMap((token) => [attended(token).length - 1, token])), [16, 2]),
  tiles: tape.upload(Uint32Array.from(TILES.flat()), [4, 8]),
  rotations: tape.upload(rotationTable(16, rotaryFrequencies({ headDim, ropeTheta: 100 }))),
});

const device = testDevice();

describe.each([
  { heads: 4, kvHeads: 2, headDim: 8 },
  { heads: 2, kvHeads: 2, headDim: 32 },
])('attention over packed groups, $heads heads on $kvHeads, $headDim wide', (heads) => {
  const shape = [16, (heads.heads + 2 * heads.kvHeads) * heads.headDim];

  it('has the outputs and gradients of the reference', async () => {
    await checkOp(device(), {
      inputs: { qkv: shape },
      op: (tape, { qkv }) => attention(tape, qkv, heads, attentionIndex(tape, heads.headDim)),
      reference: ({ qkv }) => attentionReference(qkv, 16, heads, 100, attended),
      tolerance: 2e-5,
    });
  });
});

it('refuses heads whose halves are no multiple of four channels', () => {
  const tape = new Tape(device(), false);
  const qkv = tape.upload(new Float32Array(16 * 36), [16, 36]);
  expect(() => attention(tape, qkv, { heads: 1, kvHeads: 1, headDim: 12 }, attentionIndex(tape, 12))).toThrow(
    'Heads need a multiple of 8 channels, not 12.',
  );
  tape.dispose();
});
