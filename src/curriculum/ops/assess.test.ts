import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { scopeCounts, taskCounts } from './assess.ts';

describeStyles('success counts', (device) => {
  it('counts successes of each task, and of each scope, on ragged groups', async () => {
    const random = new RandomStream(2, 8);
    const groups = Array.from({ length: 500 }, () =>
      Array.from({ length: random.integer(12) }, () => Math.fround(random.integer(4) / 3)),
    );
    const scopeOf = groups.map(() => random.integer(40));
    const starts = new Uint32Array(groups.length + 1);
    groups.forEach((group, g) => (starts[g + 1] = starts[g] + group.length));
    const threshold = Math.fround(2 / 3);

    const tape = new Tape(device());
    const counts = taskCounts(tape, tape.upload(Float32Array.from(groups.flat())), tape.upload(starts), threshold);
    const sums = scopeCounts(tape, counts, tape.upload(Uint32Array.from(scopeOf)), 40);
    const [ofTasks, ofScopes] = (await device().readAll([counts, sums])).map((bits) => [
      ...new Uint32Array(bits.buffer),
    ]);
    tape.dispose();

    const own = groups.map((group) => [group.filter((reward) => reward >= threshold).length, group.length]);
    expect(ofTasks).toEqual(own.flat());
    const total = (scope: number, column: number) =>
      own.filter((_, t) => scopeOf[t] === scope).reduce((sum, count) => sum + count[column], 0);
    expect(ofScopes).toEqual(scopeOf.flatMap((scope) => [total(scope, 0), total(scope, 1)]));
  });
});
