import { expect, it } from 'vitest';
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { ofType, tableLoop } from '../testing/table-loop.ts';

it('attempts the different valid texts of a teacher, and needs one', async () => {
  const table = await tableLoop([household] as unknown as Family[]);
  const changes = { arm: 'offline', teacherModel: 'teacher', offlinePool: 12, epochs: 2 } as const;
  const events = await table.run(changes, table.players(), {
    teacher: { policy: table.players().environment, tokenizer: table.tokenizer },
  });
  const [{ fixedTasks }] = ofType(events, 'run-started');
  const pool = new Set(fixedTasks.map(({ text }) => text));
  expect(pool.size).toBe(12);
  for (const { texts } of ofType(events, 'tasks-written'))
    expect(texts.every(({ text, source }) => source === 'offline' && pool.has(text))).toBe(true);
  await expect(table.run(changes)).rejects.toThrow('needs a teacher model');
});
