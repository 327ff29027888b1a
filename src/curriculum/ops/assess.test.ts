/** @file Compares the whole of step 2 on the GPU with the plain formulas, on the same questions. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { tokenF1 } from '../../tasks/text.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { relativeError } from '../../tensor/testing/relative-error.ts';
import {
  type AdvantageScale,
  assess,
  type AssessmentRequest,
  groupAdvantages as plainAdvantages,
  type RewardQuestion,
  weigh,
  type WeighingRequest,
} from '../curriculum.ts';
import { rewardKinds } from '../environment-reward.ts';
import {
  agentRewards,
  assessOnGpu,
  groupAdvantages,
  rewardRules,
  scopeCounts,
  taskCounts,
  uploadRagged,
} from './assess.ts';
import { weighOnGpu } from './weigh.ts';

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

interface Case {
  rule: RewardQuestion['rule'];
  given?: number;
  answer?: number[];
  reference?: number[];
}

describeStyles('agent rewards', (device) => {
  async function rewards(cases: readonly Case[]): Promise<number[]> {
    const tape = new Tape(device());
    const values = await device().read(
      agentRewards(
        tape,
        tape.upload(Uint32Array.from(cases, ({ rule }) => rewardRules.indexOf(rule))),
        tape.upload(Float32Array.from(cases, ({ given = 0 }) => given)),
        uploadRagged(
          tape,
          cases.map(({ answer = [] }) => answer),
        ),
        uploadRagged(
          tape,
          cases.map(({ reference = [] }) => reference),
        ),
      ),
    );
    tape.dispose();
    return [...values];
  }

  it('takes a verdict as it is, and compares whole answers token by token', async () => {
    const cases: Case[] = [
      { rule: 'given', given: 0.25, answer: [1], reference: [1] },
      { rule: 'exact-match', answer: [3, 1, 4], reference: [3, 1, 4] },
      { rule: 'exact-match', answer: [3, 1], reference: [3, 1, 4] },
      { rule: 'exact-match', answer: [3, 1, 5], reference: [3, 1, 4] },
      { rule: 'exact-match', answer: [], reference: [] },
      { rule: 'token-f1', answer: [], reference: [] },
    ];
    expect(await rewards(cases)).toEqual([0.25, 1, 0, 0, 1, 0]);
  });

  it('gives the token F1 of the official rule, words as ids, on 2,000 pairs', async () => {
    const random = new RandomStream(6, 6);
    const words = () => Array.from({ length: random.integer(9) }, () => random.integer(6));
    const cases = Array.from({ length: 2000 }, (): Case => ({ rule: 'token-f1', answer: words(), reference: words() }));
    const text = (ids: readonly number[]) => ids.map((id) => `word${id}`).join(' ');
    const actual = await rewards(cases);
    cases.forEach(({ answer, reference }, i) =>
      expect(actual[i]).toBeCloseTo(tokenF1(text(answer!), [text(reference!)]), 6),
    );
  });
});

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

const TASKS = 200;

function assessmentOf(random: RandomStream): AssessmentRequest {
  const words = () => Array.from({ length: random.integer(5) }, () => random.integer(4));
  const groupSizes = Array.from({ length: TASKS }, () => random.integer(10));
  const rollouts = groupSizes.flatMap((size, task) =>
    Array.from({ length: size }, (): AssessmentRequest['rollouts'][number] => {
      if (task % 3 === 0) return { rule: 'given', reward: random.integer(2) };
      return { rule: task % 3 === 1 ? 'exact-match' : 'token-f1', answer: words(), reference: words() };
    }),
  );
  return { rollouts, groupSizes, successThreshold: 0.5, scale: { scale: 'population', epsilon: 1e-6 } };
}

describeStyles('step 2', (device) => {
  it('assesses rollouts as the plain formulas do', async () => {
    const request = assessmentOf(new RandomStream(4, 1));
    const expected = assess(request);
    const actual = await assessOnGpu(device(), request);
    expect(actual.counts).toEqual(expected.counts);
    expect(relativeError(actual.rewards, expected.rewards)).toBeLessThan(1e-6);
    expect(relativeError(actual.advantages, expected.advantages)).toBeLessThan(1e-6);
  });

  it.each(rewardKinds)('weighs tasks as the plain formulas do: %s', async (kind) => {
    const random = new RandomStream(4, 2);
    const counts = Array.from({ length: TASKS }, () => {
      const n = 1 + random.integer(8);
      return { k: random.integer(n + 1), n };
    });
    const request: WeighingRequest = {
      counts,
      scopeOf: counts.map(() => random.integer(50)),
      reward: { kind, alpha: 0.45, beta: 12 },
      penalties: counts.map(() => random.integer(5) / 8),
      band: { low: 0.2, high: 0.7, excludeExtremes: kind === 'failure-rate' },
      lambda: 7.5,
      own: counts.map(() => random.integer(2) === 1),
    };
    const expected = weigh(request);
    const actual = await weighOnGpu(device(), request);
    expect(actual.scopes).toEqual(expected.scopes);
    expect(actual.kept).toEqual(expected.kept);
    expect(relativeError(actual.rewards, expected.rewards)).toBeLessThan(1e-6);
    expect(relativeError(actual.weights, expected.weights)).toBeLessThan(1e-6);
  });
});
