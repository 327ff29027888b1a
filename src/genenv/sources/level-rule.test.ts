import { beforeAll, describe, expect, it } from 'vitest';
import { household } from '../../tasks/families/household/household.ts';
import type { AttemptedTask } from '../stages/candidate.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { levelRule } from './level-rule.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

describe('the level rule', () => {
  const after = (levels: Record<string, number>, k: number, n = 10): number => {
    const tasks = n > 0 ? [{ family: household.name, scored: { count: { k, n } } } as AttemptedTask] : [];
    return levelRule.state!.after(levels, { families: table.families, tasks }).household;
  };

  it('goes up above .7 and down below .3, within the levels there are', () => {
    expect([after({}, 8), after({ household: 4 }, 8), after({ household: 4 }, 7)]).toEqual([2, 5, 4]);
    expect([after({ household: 4 }, 3), after({ household: 4 }, 2), after({ household: 1 }, 0)]).toEqual([4, 3, 1]);
    expect(after({ household: household.levels }, 10)).toBe(household.levels);
    expect(after({ household: 4 }, 0, 0)).toBe(4);
  });

  it('gives every epoch tasks of the level it says', async () => {
    const events = await table.run({ arm: 'level-rule', agentTemperature: 0.5, agentKlWeight: 0 });
    let level = 1;
    for (const [i, { texts }] of ofType(events, 'tasks-written').entries()) {
      expect(texts.map((text) => text.level)).toEqual(texts.map(() => level));
      expect(new Set(texts.map(({ source }) => source))).toEqual(new Set(['base']));
      level = levelRule.state!.schema.parse(ofType(events, 'epoch-ended')[i].state.armState).household;
    }
  });
});
