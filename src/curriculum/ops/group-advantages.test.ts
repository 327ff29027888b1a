import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { relativeError } from '../../tensor/testing/relative-error.ts';
import { type AdvantageScale, groupAdvantages as plainAdvantages } from '../advantages.ts';
import { groupAdvantages } from './assess.ts';

const scales = ['sample', 'population', 'none'] as const;

describeStyles('group advantages', (device) => {
  async function advantages(groups: readonly number[][], options: AdvantageScale): Promise<number[][]> {
    const starts = new Uint32Array(groups.length + 1);
    groups.forEach((group, g) => (starts[g + 1] = starts[g] + group.length));
    const tape = new Tape(device());
    const values = await device().read(
      groupAdvantages(
        tape,
        tape.upload(Float32Array.from(groups.flat())),
        tape.upload(Uint32Array.from(groups.flatMap((group, g) => group.map(() => g)))),
        tape.upload(starts),
        options,
      ),
    );
    tape.dispose();
    return groups.map((_, g) => [...values.slice(starts[g], starts[g + 1])]);
  }

  it('gives the golden values of one success in four', async () => {
    const golden = { sample: [1.5, -0.5], population: [1.7320508, -0.5773503], none: [0.75, -0.25] };
    for (const scale of scales) {
      const [[first, ...rest]] = await advantages([[1, 0, 0, 0]], { scale, epsilon: 0 });
      expect(first).toBeCloseTo(golden[scale][0], 6);
      for (const value of rest) expect(value).toBeCloseTo(golden[scale][1], 6);
    }
  });

  it('is 0 in a group that is not mixed, whatever its size', async () => {
    const groups = [[1, 1, 1], [0], [0.3, 0.3, 0.3, 0.3], []];
    for (const scale of scales)
      expect(await advantages(groups, { scale, epsilon: 0 })).toEqual(groups.map((group) => group.map(() => 0)));
  });

  it.each(scales)('scale %s: within 1e-6 of the formula, groups of 2 to 32, binary and soft rewards', async (scale) => {
    const random = new RandomStream(5, 4);
    const groups = Array.from({ length: 3000 }, (_, g) =>
      Array.from({ length: 2 + random.integer(31) }, () =>
        Math.fround(g % 2 ? random.integer(2) : random.integer(7) / (1 + random.integer(9))),
      ),
    );
    const actual = await advantages(groups, { scale, epsilon: 1e-6 });
    groups.forEach((group, g) =>
      expect(relativeError(actual[g], plainAdvantages(group, { scale, epsilon: 1e-6 }))).toBeLessThan(1e-6),
    );
  });
});
