import { beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../genenv/stages/inspect-task.ts';
import type { Learner, Prompt, SamplingSettings, UpdateRequest } from '../../policy/policy.ts';
import type { RandomKey } from '../../random/streams.ts';
import { defaultSettings, parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { wordLevelTokenizer } from '../../lm/files/tokenizer.ts';
import type { Family } from '../../tasks/family.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { proposition1 } from '../../figures/theory-figures.ts';
import { figureWords } from '../../text/figure-words.ts';
import { joinedSlices, measuredConstants, measureGradientSignal, type SignalPoint } from './gradient-signal.ts';
import { openTables } from '../../genenv/testing/record-run.ts';
import { freshStore } from '../../store/testing/fresh-store.ts';
import { Session } from '../session.ts';
import { expectUndisturbed, tableParts, type Tables } from '../testing/table-session.ts';

const settings: Settings = { ...defaultSettings, seed: 3 };

/**
 * Makes a policy with two answers, `win` and `lose`, and two logits per prompt, so that the gradient of log π is known.
 * ∇log π(win) = (1 − q)(1, −1) and ∇log π(lose) = q(−1, 1), with squared norms 2(1 − q)² and 2q².
 */
function bandit(tokenizer: TextTokenizer, chance: (task: number) => number) {
  const [win] = tokenizer.encode('win');
  const end = tokenizer.endIds[0];
  const taskOf = new Map<string, number>();
  const policy: Partial<Learner> = {
    describe: async () => ({ contextLength: 100 }) as Awaited<ReturnType<Learner['describe']>>,
    hold: async () => {},
    backtrack: async () => {},
    generate: async (prompts: readonly Prompt[], _: SamplingSettings, key: RandomKey) => ({
      flops: 0,
      completions: prompts.flatMap(({ ids, task, rollouts }) => {
        taskOf.set(ids.join(), task);
        return rollouts.map((rollout) => {
          const wins = new RandomStream(key.seed, key.stream, task, rollout).next() < chance(task);
          const [answer] = tokenizer.encode(wins ? 'win' : 'lose');
          return { task, rollout, ids: [answer, end], logprobs: [0, 0], finish: 'stop' as const };
        });
      }),
    }),
    update: async ({ sequences, optimizer }: UpdateRequest) => {
      expect(optimizer.learningRate).toBe(0);
      const q = chance(taskOf.get(sequences[0].prompt.join())!);
      // All sequences have one prompt, whose two logits move in opposite directions.
      const along = sequences.reduce(
        (sum, { completion, advantage }) => sum + (advantage as number) * (completion[0] === win ? 1 - q : -q),
        0,
      );
      return { gradNorm: Math.SQRT2 * Math.abs(along / sequences.length) } as Awaited<ReturnType<Learner['update']>>;
    },
  };
  return policy as Learner;
}

describe('the gradient signal', () => {
  const chances = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];
  const rollouts = 64;
  let points: SignalPoint[];

  beforeAll(async () => {
    const tokenizer = wordLevelTokenizer(['win', 'lose', ...chances.map((_, i) => `t${i}`)]);
    const score = (_: unknown, [turn]: readonly string[]) => ({
      reward: turn === 'win' ? 1 : 0,
      success: turn === 'win',
      wellFormed: true,
      reason: { code: 'bandit/played' },
    });
    const family = {
      name: 'bandit',
      maxAnswerTokens: 2,
      maxTurns: 1,
      reward: 'exact',
      start: () => ({ step: () => ({ observation: '', done: true }) }),
      score,
    } as unknown as Family;
    const tasks = chances.map((_, index) => ({ index, prompt: `t${index}`, level: 1, world: family }) as Candidate);
    points = await measureGradientSignal({
      agent: bandit(tokenizer, (task) => chances[task]),
      tokenizer,
      tasks,
      rollouts,
      settings,
      epoch: 0,
    });
  });

  it('is the one of the proposition, for a policy whose gradient is known', () => {
    for (const { task, k, n, perRollout } of points) {
      const q = chances[task];
      expect(n).toBe(rollouts);
      // E‖g‖² = p(1 − p)·[(1 − p)·S₁ + p·S₀], S₁ and S₀ being ‖∇log π‖² of success and of failure.
      const [p, whereSuccess, whereFailure] = [k / n, 2 * (1 - q) ** 2, 2 * q ** 2];
      expect(perRollout).toBeCloseTo(p * (1 - p) * ((1 - p) * whereSuccess + p * whereFailure), 12);
    }
  });

  it('is nothing where all rollouts succeed or all fail', () => {
    for (const point of [points[0], points[6]])
      expect(point).toMatchObject({ perRollout: 0, perRolloutScaled: 0, group: 0, groupScaled: 0 });
  });

  it('divided by σ lacks the factor p(1 − p)', () => {
    for (const { k, n, perRollout, perRolloutScaled, group, groupScaled } of points.slice(1, 6)) {
      const variance = (k / n) * (1 - k / n);
      expect(perRolloutScaled).toBeCloseTo(perRollout / variance, 10);
      expect(groupScaled).toBeCloseTo(group / variance, 10);
    }
  });

  it('of the group is that of its mean gradient', () => {
    for (const { k, n, group } of points) {
      const p = k / n;
      // (1/n) Σ A ∇log π = [p(1 − p)(1 − q) + (1 − p)p·q]·(1, −1) = p(1 − p)·(1, −1), whatever q is.
      expect(group).toBeCloseTo(2 * (p * (1 - p)) ** 2, 12);
    }
  });

  it('gives the proposition’s constants, within the score norms', () => {
    const { least, greatest } = measuredConstants(points)!;
    const norms = chances.slice(1, -1).flatMap((q) => [2 * (1 - q) ** 2, 2 * q ** 2]);
    expect(least).toBeGreaterThanOrEqual(Math.min(...norms));
    expect(greatest).toBeLessThanOrEqual(Math.max(...norms));
    const figure = proposition1(8, figureWords, { points, provenance: { model: 'bandit', seed: settings.seed } });
    expect(figure.panels).toHaveLength(4);
    expect(figure.rows.filter(({ source }) => source === 'measured')).toHaveLength(chances.length);
    expect(figure.provenance).toMatchObject({ model: 'bandit', seed: 3 });
    expect(measuredConstants([points[0]])).toBeNull();
  });
});

describe('the measurement on a run', () => {
  const settings = parseSettings({ epochs: 1, tasksPerEpoch: 2, groupSize: 4, evalTasks: 1, evalSamples: 1 });

  let tables: Tables;

  const session = async (): Promise<Session> =>
    Session.open(tableParts(await freshStore(), tables), { newId: 'run', name: 'run', settings });

  beforeAll(async () => {
    tables = await openTables();
  });

  it('leaves the run as it would have been', async () => {
    const [measured, other] = [await session(), await session()];
    const question = { tasksPerLevel: 1, rollouts: 4, start: 0, count: 1 };
    await expectUndisturbed(measured, other, () => measured.measureSignal(question));
  });

  it('is the same in one slice and in several, and says what it was made on', async () => {
    const run = await session();
    const ask = (start: number, count: number) => run.measureSignal({ tasksPerLevel: 1, rollouts: 4, start, count });
    const whole = await ask(0, 3);
    const slices = [await ask(0, 2), await ask(2, 1)] as const;
    expect(whole.points).toHaveLength(3);
    expect(joinedSlices([...slices])).toEqual({ points: whole.points, provenance: whole.provenance });
    expect(whole.tasks).toBe(10);
    expect(whole.provenance).toMatchObject({
      epoch: 0,
      rollouts: 4,
      settings: { seed: settings.seed, tasksPerLevel: 1 },
    });
  });
});
