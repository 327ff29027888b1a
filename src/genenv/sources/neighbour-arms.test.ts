import { beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { arms } from './arms.ts';
import { coevolve, type Players } from '../coevolve.ts';
import { alphaCurriculum, learnabilityCurriculum, uncertaintyCurriculum } from '../curriculum/environment-curricula.ts';
import { eventProblem } from '../event-schema.ts';
import type { RunEvent, RunState, Scored } from '../events.ts';
import type { Candidate } from '../stages/inspect-task.ts';
import { drawReplays, replayProbabilities } from './level-replay.ts';
import { nextLevels } from './level-rule.ts';
import { runMetrics } from '../../analysis/metrics.ts';
import { emptyPools } from '../pools.ts';
import { resumePoint } from '../resume.ts';
import { defaultSettings, parseSettings, type Settings } from '../settings/settings.ts';
import { pretrainedTables } from '../testing/table-players.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';

const families = [household] as unknown as Family[];
let tables: { tokenizer: TextTokenizer; players: () => Players };

beforeAll(async () => {
  tables = await pretrainedTables(families, 'uniform', 60);
});

const settingsOf = (changes: Partial<Settings>): Settings =>
  parseSettings({
    epochs: 4,
    tasksPerEpoch: 8,
    groupSize: 4,
    evalTasks: 0,
    agentLearningRate: 0.1,
    environmentLearningRate: 0.1,
    ...changes,
  });

async function run(changes: Partial<Settings>): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const { tokenizer, players } = tables;
  for await (const event of coevolve(settingsOf(changes), players(), emptyPools(), { families, tokenizer }))
    events.push(structuredClone(event));
  return events;
}

const ofType = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

describe('the curricula of neighbours', () => {
  const count = (k: number) => ({ k, n: 10 });
  const kept = (curriculum: typeof alphaCurriculum) =>
    Array.from({ length: 11 }, (_, k) => k).filter((k) => curriculum.keeps(count(k), defaultSettings));

  it('R-Zero: certainty earns nothing, .3 to .8 stay', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((p) => uncertaintyCurriculum.reward(p, defaultSettings))).toEqual([
      0, 0.5, 1, 0.5, 0,
    ]);
    expect(kept(uncertaintyCurriculum)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(uncertaintyCurriculum.reason(count(2), defaultSettings)).toBe("p̂ = 2/10: outside R-Zero's 0.3 to 0.8.");
  });

  it('Absolute Zero: the harder the better, but not impossible', () => {
    expect([0, 0.1, 0.5, 1].map((p) => learnabilityCurriculum.reward(p, defaultSettings))).toEqual([0, 0.9, 0.5, 0]);
    expect(kept(learnabilityCurriculum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(learnabilityCurriculum.reason(count(10), defaultSettings)).toContain('never or always');
  });

  it('GenEnv: as its settings say', () => {
    expect(kept(alphaCurriculum)).toEqual([3, 4, 5, 6, 7]);
    expect(alphaCurriculum.band(defaultSettings)).toEqual([0.5 - 0.26, 0.5 + 0.26]);
  });

  it.each(['r-zero', 'absolute-zero'] as const)('%s: rewards, verdicts and band of a run are its own', async (arm) => {
    const events = await run({ arm, epochs: 2 });
    const { curriculum } = arms[arm];
    for (const [i, scored] of ofType(events, 'scored').entries()) {
      const filtered = ofType(events, 'filtered')[i];
      scored.tasks.forEach(({ scope, environmentReward }, task) => {
        expect(environmentReward).toBe(curriculum.reward(scope.k / scope.n, settingsOf({})));
        expect(filtered.tasks[task].kept).toBe(curriculum.keeps(scope, settingsOf({})));
      });
    }
    const { bandLow, bandHigh } = runMetrics(events).epochs[0];
    expect([bandLow, bandHigh]).toEqual(curriculum.band(settingsOf({})));
  });
});

describe('the level rule', () => {
  const after = (levels: Record<string, number> | undefined, k: number, n = 10): number => {
    const state: RunState = { epoch: 1, recentSuccess: {}, levels };
    const tasks = [{ family: household } as unknown as Candidate];
    const scored = { tasks: n > 0 ? [{ count: { k, n } }] : [] } as unknown as Scored;
    return nextLevels(state, families, n > 0 ? tasks : [], scored).household;
  };

  it('goes up above .7 and down below .3, within the levels there are', () => {
    expect([after(undefined, 8), after({ household: 4 }, 8), after({ household: 4 }, 7)]).toEqual([2, 5, 4]);
    expect([after({ household: 4 }, 3), after({ household: 4 }, 2), after({ household: 1 }, 0)]).toEqual([4, 3, 1]);
    expect(after({ household: household.levels }, 10)).toBe(household.levels);
    expect(after({ household: 4 }, 0, 0)).toBe(4);
  });

  it('gives every epoch tasks of the level it says', async () => {
    const events = await run({ arm: 'level-rule', agentTemperature: 0.5, agentKlWeight: 0 });
    let level = 1;
    for (const [i, { texts }] of ofType(events, 'tasks-written').entries()) {
      expect(texts.map((text) => text.level)).toEqual(texts.map(() => level));
      expect(new Set(texts.map(({ source }) => source))).toEqual(new Set(['base']));
      level = ofType(events, 'epoch-ended')[i].state.levels!.household;
    }
  });
});

describe('prioritised level replay', () => {
  const seen = [
    { family: 'f', text: 'solved', score: 0, epoch: 3 },
    { family: 'f', text: 'even', score: 0.5, epoch: 3 },
    { family: 'f', text: 'old', score: 0.1, epoch: 1 },
  ];

  it('prefers what taught most, and a little what was not tried for long', () => {
    // Ranks: even, old, solved. Scores (1/rank)^10; staleness 1, 1, 3 of 5.
    const total = 1 + 2 ** -10 + 3 ** -10;
    const expected = [(0.9 * 3 ** -10) / total + 0.02, 0.9 / total + 0.02, (0.9 * 2 ** -10) / total + 0.06];
    replayProbabilities(seen, 4).forEach((probability, i) => expect(probability).toBeCloseTo(expected[i], 12));
  });

  it('draws different tasks', () => {
    const drawn = drawReplays(seen, 5, 4, new RandomStream(1, 2));
    expect(drawn.map(({ text }) => text).sort()).toEqual(['even', 'old', 'solved']);
  });

  it('makes half of the tasks new and half old, with their last scores', async () => {
    const events = await run({ arm: 'level-replay' });
    const before = new Set<string>();
    ofType(events, 'tasks-written').forEach(({ texts, epoch }, i) => {
      const used = texts.filter((text) => text.used);
      const replayed = used.filter(({ source }) => source === 'replay');
      expect([used.length, replayed.length]).toEqual([8, epoch === 1 ? 0 : 4]);
      for (const { text } of replayed) expect(before).toContain(text);
      const { attempts } = ofType(events, 'pools-updated')[i];
      expect(attempts!.map(({ text }) => text)).toEqual(used.map(({ text }) => text));
      const counts = ofType(events, 'scored')[i].tasks.map(({ count: { k, n } }) => (2 * k * (n - k)) / n ** 2);
      attempts!.forEach(({ score }, task) => expect(score).toBeCloseTo(counts[task], 12));
      for (const { text } of used) before.add(text);
    });
  });
});

describe.each(['level-rule', 'level-replay', 'r-zero'] as const)('a run of the arm %s', (arm) => {
  it('goes on from the middle to the same log, which reads as events', async () => {
    const whole = await run({ arm });
    for (const event of whole) expect(eventProblem(JSON.parse(JSON.stringify(event)))).toBe('');

    const { tokenizer, players } = tables;
    const pair = players();
    const log: RunEvent[] = [];
    const settings = settingsOf({ arm });
    for await (const event of coevolve(settings, pair, emptyPools(), { families, tokenizer })) {
      log.push(structuredClone(event));
      if (event.type === 'epoch-ended' && event.epoch === 2) break;
    }
    const { pools, state } = resumePoint(JSON.parse(JSON.stringify(log)) as RunEvent[]);
    for await (const event of coevolve(settings, pair, pools, { families, tokenizer, resume: state }))
      log.push(structuredClone(event));
    expect(JSON.stringify(log)).toBe(JSON.stringify(whole));
  });
});
