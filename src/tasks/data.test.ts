import { expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { agentExample, baseTasks, environmentExample, evaluationTasks } from './data.ts';
import { partitionOf } from './held-out.ts';
import { familyByName } from './registry.ts';
import { wordsOf } from './text.ts';

const household = familyByName('household');

it('never holds a text kept for evaluation', () => {
  const kept = new Set(
    (['development', 'held-out'] as const).flatMap((split) =>
      evaluationTasks(household, split, 12).map(({ text }) => text),
    ),
  );
  const base = baseTasks(household, 'easy', 500, new RandomStream(1, 0));
  for (const text of base) expect(kept.has(text)).toBe(false);
  for (const text of base) expect(partitionOf(text)).toBe('training');
});

it('follows the prior', () => {
  const texts = baseTasks(household, 'hard', 2000, new RandomStream(2, 0));
  const level = (text: string): number => text.split('&').length;
  const mean = texts.reduce((sum, text) => sum + level(text), 0) / texts.length;
  // Σ level·1.35^level / Σ 1.35^level over the ten levels.
  expect(Math.abs(mean - 7.6662)).toBeLessThan(0.2);
});

it('joins context and completion to a whole task text', () => {
  for (let i = 0; i < 50; i++) {
    const { context, completion } = environmentExample([household], 'uniform', new RandomStream(4, 0, i));
    const [family, bucket, ...seed] = wordsOf(context);
    expect(family).toBe('<household>');
    expect(bucket).toMatch(/^<b[0-4]>$/);
    expect(household.parse([...seed, ...wordsOf(completion)].join(' ')).ok).toBe(true);
  }
});

it('tells level and weak skills that shift what is written, and success that does not', () => {
  const examples = Array.from({ length: 3000 }, (_, i) => {
    const { context, completion } = environmentExample([household], 'uniform', new RandomStream(6, 0, i), {
      readsSkills: true,
    });
    const told = /^<household> <b([0-4])>(?: <l(\d+)>)?((?: <weak> \w+)*) (\w+ \w+)$/.exec(context);
    expect(told, context).not.toBeNull();
    const [, bucket, level, weak, seed] = told!;
    const parsed = household.parse(`${seed} ${completion}`.trim());
    if (!parsed.ok) throw new Error(context);
    return {
      bucket: Number(bucket),
      told: level === undefined ? null : Number(level),
      weak: wordsOf(weak.replaceAll('<weak>', '')),
      level: household.level(parsed.task),
      skills: household.skillsOf(parsed.task),
    };
  });
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const levels = (holds: (one: (typeof examples)[number]) => boolean) =>
    examples.filter(holds).map(({ level }) => level);
  expect(examples.filter(({ told }) => told === null).length / 3000).toBeCloseTo(1 / 8, 1);
  // Half follows the told level, half the prior, whose mean is 5.5: (ℓ + 5.5) / 2.
  for (const told of [3, 8])
    expect(Math.abs(mean(levels((one) => one.told === told)) - (told + 5.5) / 2)).toBeLessThan(0.5);
  for (const bucket of [0, 4]) expect(Math.abs(mean(levels((one) => one.bucket === bucket)) - 5.5)).toBeLessThan(0.4);
  const share = (isTold: boolean) => {
    const pairs = examples
      .filter(({ weak }) => weak.length === 1)
      .flatMap(({ weak, skills }) =>
        household.skills
          .filter((skill) => weak.includes(skill) === isTold)
          .map((skill) => skills.filter((one) => one === skill).length / skills.length),
      );
    return mean(pairs);
  };
  expect(share(true) / share(false)).toBeGreaterThan(1.8);
});

it('refuses to make an example from a text that is not a task', () => {
  expect(() => agentExample(household, 'clean clean', () => [''])).toThrow(/not a task/);
});
