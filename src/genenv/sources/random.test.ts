import { expect, it } from 'vitest';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { ofType, tableLoop } from '../testing/table-loop.ts';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';

it('attempts new tasks in every epoch, and leaves the environment as it was', async () => {
  const table = await tableLoop([household] as unknown as Family[]);
  const events = await expectFrozenEnvironment(table, { arm: 'random' });
  for (const { texts } of ofType(events, 'tasks-written'))
    expect(texts.every(({ source, written }) => source === 'environment' && written !== null)).toBe(true);
});
