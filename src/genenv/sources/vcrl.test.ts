import { beforeAll, describe, expect, it } from 'vitest';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

/** The variance of G rewards of 0 or 1, unbiased, over its largest value for this G. */
function share(k: number, n: number): number {
  const variance = (right: number) => {
    const rewards = Array.from({ length: n }, (_, i) => Number(i < right));
    return rewards.reduce((sum, reward) => sum + (reward - right / n) ** 2, 0) / (n - 1);
  };
  return variance(k) / Math.max(...Array.from({ length: n + 1 }, (_, right) => variance(right)));
}

describe.each([7, 8])('variance-based curriculum, %i answers of a task', (groupSize) => {
  it('replaces what does not vary by what did, and learns from what varies', async () => {
    const events = await table.run({
      arm: 'vcrl',
      baseLevels: 'easy',
      basePool: 60,
      tasksPerEpoch: 12,
      groupSize,
      minibatches: 1,
      epochs: 6,
    });
    const bank = new Map<string, number>();
    let replacements = 0;
    let replaced = 0;
    ofType(events, 'tasks-written').forEach(({ texts }, i) => {
      const drawn = texts.filter(({ source }) => source === 'base').map(({ text }) => text);
      const replayed = texts.filter(({ source }) => source === 'replay').map(({ text }) => text);
      expect(drawn).toHaveLength(12);
      const others = [...bank].filter(([text, score]) => score > 0.5 - 1e-9 && !drawn.includes(text));
      expect(replayed).toHaveLength(Math.min(replacements, others.length));
      const scores = others.map(([, score]) => score).sort((a, b) => b - a);
      replayed.forEach((text, place) => expect(bank.get(text)).toBeCloseTo(scores[place], 12));
      replaced += replayed.length;

      const { tasks } = ofType(events, 'scored')[i];
      const varied = tasks.filter(({ count: { k, n } }) => share(k, n) > 0.5 - 1e-9);
      const learned = varied.slice(0, 12).map(({ task }) => task);
      const tokens = ofType(events, 'rolled-out')
        [i].rollouts.filter(({ task }) => learned.includes(task))
        .reduce((sum, { mask }) => sum + mask.filter((one) => one === 1).length, 0);
      const { steps } = ofType(events, 'agent-updated')[i];
      expect(steps.map((step) => step.tokens)).toEqual(tokens > 0 ? [tokens] : []);

      replacements = 12 - varied.filter(({ task }) => texts[task].source === 'base').length;
      for (const { task, count } of tasks) {
        const { text } = texts[task];
        const [before, now] = [bank.get(text) ?? 0, share(count.k, count.n)];
        bank.set(text, before > 0.5 - 1e-9 ? (before + now) / 2 : now);
      }
    });
    expect(replaced).toBeGreaterThan(0);
  });
});
