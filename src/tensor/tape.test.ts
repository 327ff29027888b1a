import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { checkpoint, Tape } from './tape.ts';
import { matmul } from './ops/matmul.ts';
import { rmsNorm } from './ops/rms-norm.ts';
import { sum } from './ops/reduce.ts';
import { swiglu } from './ops/swiglu.ts';
import type { Tensor } from './tensor.ts';
import { randomArray, testDevice } from './testing/check-op.ts';

const ROWS = 128;
const WIDTH = 16;
const BLOCKS = 4;

describe('gradient checkpointing', () => {
  const device = testDevice();

  /**
   * Runs residual blocks. Returns the loss, all gradients, and bytes in use.
   * @param blocksInOne number of blocks in each checkpoint; undefined: no checkpoints
   */
  async function run(blocksInOne: number | undefined) {
    const random = new RandomStream(3, 1);
    const tape = new Tape(device());
    const watched = (shape: readonly number[]) => {
      const leaf = tape.upload(randomArray(random, shape), shape);
      tape.watch(leaf);
      return leaf;
    };
    const x = watched([ROWS, WIDTH]);
    const blocks = Array.from({ length: BLOCKS }, () => ({
      gain: watched([WIDTH]),
      up: watched([WIDTH, 2 * WIDTH]),
      down: watched([WIDTH, WIDTH]),
    }));
    const block = (h: Tensor, { gain, up, down }: (typeof blocks)[number]) =>
      matmul(tape, swiglu(tape, matmul(tape, rmsNorm(tape, h, gain, 1e-6), up)), down, { residual: h });
    const before = device().bytesInUse;
    let h = x;
    for (let b = 0; b < BLOCKS; b += blocksInOne ?? 1) {
      const input = h;
      const part = blocks.slice(b, b + (blocksInOne ?? 1));
      const compute = () => part.reduce(block, input);
      h = blocksInOne ? checkpoint(tape, compute) : compute();
    }
    const loss = sum(tape, h);
    const afterForward = device().bytesInUse - before;
    tape.backward(loss);
    const leaves = [x, ...blocks.flatMap((one) => Object.values(one))];
    const values = await device().readAll([loss, ...leaves.map((leaf) => tape.gradient(leaf))]);
    tape.dispose();
    return { values, afterForward, left: device().bytesInUse };
  }

  it('gives the gradients of the pass without it, bit for bit', async () => {
    const plain = await run(undefined);
    for (const blocksInOne of [1, 2, 4]) expect((await run(blocksInOne)).values).toEqual(plain.values);
  });

  it('keeps one tensor of each part after the forward pass, and none after the step', async () => {
    const before = device().bytesInUse;
    const plain = await run(undefined);
    const checkpointed = await run(1);
    const output = ROWS * WIDTH * 4;
    // Each block keeps five tensors of this size: norm, up (twice as wide), gate, output.
    expect(plain.afterForward).toBeGreaterThanOrEqual(5 * BLOCKS * output);
    expect(checkpointed.afterForward).toBeLessThan(1.2 * BLOCKS * output);
    expect(checkpointed.left).toBe(before);
  });
});
