import { describe, expect, it } from 'vitest';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { parseSettings } from '../settings/settings.ts';
import { type KnownOfAgent, recordsAfter, toldFacts } from './told-facts.ts';

const world = household as Family;
const DECAY = 0.75;

/** An attempted task with k successes of 8. */
function attempted(text: string, k: number) {
  const parsed = world.parse(text);
  if (!parsed.ok) throw new Error(text);
  const scored = { count: { k, n: 8 } };
  return { family: 'household', world, task: parsed.task, level: world.level(parsed.task), scored } as never;
}

const epochs = [
  [attempted('clean apple', 4), attempted('heat mug & clean pot', 2), attempted('heat egg & heat cup', 0)],
  [attempted('cool pen', 8), attempted('clean apple', 0), attempted('heat mug & clean pot', 6)],
  [],
];

/** The state after all epochs, told success of .5 all the while. */
function after(): KnownOfAgent {
  let state: KnownOfAgent = { recentSuccess: { household: 0.5 } };
  for (const tasks of epochs) state = { ...state, records: recordsAfter({ recentSuccessDecay: DECAY }, state, tasks) };
  return state;
}

const settings = (changes: object) => parseSettings({ seed: 5, ...changes });

describe('the record of an agent', () => {
  it('has exponential means of level, and of success by level and by skill', () => {
    const { household: record } = after().records!;
    const mean = (past: number, now: number) => DECAY * past + (1 - DECAY) * now;
    expect(record.level).toBeCloseTo(mean(5 / 3, 4 / 3), 12);
    expect(record.levels).toEqual({ 1: mean(4 / 8, 8 / 16), 2: mean(2 / 16, 6 / 8) });
    // Two goals of one skill are one task that needs it.
    expect(record.skills).toEqual({
      sink: mean(mean(0.5, 6 / 16), 6 / 16),
      oven: mean(mean(0.5, 2 / 16), 6 / 8),
      fridge: mean(0.5, 1),
    });
  });

  it('is kept by a family without tasks, and is none of one that never had any', () => {
    const state = { recentSuccess: { household: 0.5, others: 0.5 } };
    expect(Object.keys(recordsAfter({ recentSuccessDecay: DECAY }, state, epochs[0]))).toEqual(['household']);
  });
});

describe('the facts that a context tells', () => {
  const state: KnownOfAgent = {
    recentSuccess: { household: 0.5 },
    records: {
      household: {
        level: 2.6,
        levels: { 1: 0.9, 3: 0.4, 4: 0.2 },
        skills: { sink: 0.3, oven: 0.5, lamp: 0.1, shelf: 0.3, rack: 0.6 },
      },
    },
  };
  const drawn = (changes: object) =>
    Array.from({ length: 200 }, (_, batch) =>
      toldFacts({ settings: settings(changes), epoch: 4, state }, world, batch),
    );

  it('are a level near the recent one with the success there, and the two weakest skills in order', () => {
    const facts = drawn({ toldOfAgent: 'skills' });
    const byLevel = new Map(facts.map(({ level, success }) => [level!, success]));
    // Level 2 lies between 1 and 3: the lower one counts; 5 is nearest to 4.
    expect([...byLevel].toSorted(([a], [b]) => a - b)).toEqual([
      [1, 0.9],
      [2, 0.9],
      [3, 0.4],
      [4, 0.2],
      [5, 0.2],
    ]);
    // Sink and shelf are equal: the family names sink first.
    expect(facts.every(({ weak }) => weak!.join(' ') === 'lamp sink')).toBe(true);
    for (const level of [1, 2, 3, 4, 5])
      expect(Math.abs(facts.filter((one) => one.level === level).length - 40)).toBeLessThan(25);
  });

  it('are success alone by default, where nothing was attempted, and the middle without conditioning', () => {
    expect(drawn({})[0]).toEqual({ success: 0.5 });
    expect(drawn({ toldOfAgent: 'skills', conditioning: false })[0]).toEqual({ success: 0.5 });
    const nothing = { recentSuccess: { household: 0.25 } };
    const asked = { settings: settings({ toldOfAgent: 'skills' }), epoch: 1, state: nothing };
    expect(toldFacts(asked, world, 0)).toEqual({ success: 0.25 });
  });
});
