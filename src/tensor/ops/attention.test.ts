import { it } from 'vitest';
import type { Tape } from '../tape.ts';
import { checkOp, describeFamilies } from '../testing/check-op.ts';
import { attention, type AttentionIndex } from './attention.ts';
import { attentionReference } from './attention.reference.ts';
import { rotationTable } from './rotary.ts';

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);

describeFamilies('attention', (device, family) => {
  // Two groups: a prompt of 5 with completions of 3 and 6, and a plain sequence of 2.
  const attended = (token: number) =>
    token < 5
      ? range(0, token + 1)
      : token < 8
        ? [...range(0, 5), ...range(5, token + 1)]
        : token < 14
          ? [...range(0, 5), ...range(8, token + 1)]
          : range(14, token + 1);
  const attentionIndex = (tape: Tape, headDim: number): AttentionIndex => ({
    places: tape.upload(
      Uint32Array.from(range(0, 16).flatMap((token) => [attended(token).length - 1, token])),
      [16, 2],
    ),
    tiles: tape.upload(
      Uint32Array.of(
        ...[0, 4, 14, 0, 0, 0, 0, 0],
        ...[4, 1, 14, 4, 0, 0, 0, 0],
        ...[5, 3, 8, 5, 0, 5, 5, 0],
        ...[8, 4, 14, 5, 0, 5, 8, 0],
        ...[12, 2, 14, 9, 0, 5, 8, 0],
        ...[14, 2, 16, 0, 14, 14, 14, 0],
      ),
      [6, 8],
    ),
    rotations: tape.upload(rotationTable(16, headDim, 100)),
  });
  it.each([
    { heads: 4, kvHeads: 2, headDim: 8 },
    { heads: 2, kvHeads: 2, headDim: 32 },
    // The tiled kernel of this width takes half a minute to compile on a software adapter, which never runs it.
    ...(family === 'quad' ? [{ heads: 1, kvHeads: 1, headDim: 128 }] : []),
  ])('attention over packed groups, $heads heads on $kvHeads, $headDim wide', async (heads) => {
    await checkOp(device(), {
      inputs: { qkv: [16, (heads.heads + 2 * heads.kvHeads) * heads.headDim] },
      op: (tape, { qkv }) => attention(tape, qkv, heads, attentionIndex(tape, heads.headDim)),
      reference: ({ qkv }) => attentionReference(qkv, 16, heads, 100, attended),
      tolerance: 2e-5,
    });
  });
});
