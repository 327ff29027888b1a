/** @file The schemas accept exactly what the loop makes. */
import { beforeAll, expect, it } from 'vitest';
import { eventProblem } from './event-problem.ts';
import type { RunEvent } from './events.ts';
import { recordRun, tableSettings } from '../testing/record-run.ts';

let events: RunEvent[];

beforeAll(async () => {
  events = [
    { type: 'settings-changed', epoch: 1, changes: { alpha: 0.6 } },
    ...(await recordRun(tableSettings({ kMin: 1 }))),
  ];
});

it('accepts every event of a run, also after a round trip through JSON', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBe(10);
  for (const event of events) expect(eventProblem(JSON.parse(JSON.stringify(event)))).toBeNull();
});

it('refuses an event that lacks any one of its fields', () => {
  for (const event of events)
    for (const name of Object.keys(event)) {
      const { [name]: _, ...rest } = event as unknown as Record<string, unknown>;
      expect(eventProblem(rest)).not.toBeNull();
    }
});

it('accepts exactly the codes of the loop with their numbers, and any code of a family', () => {
  const written = structuredClone(events.find((event) => event.type === 'tasks-written')!);
  const problem = (reason: unknown) => {
    Object.assign(written.texts[0], { reason });
    return eventProblem(written);
  };
  for (const reason of [null, { code: 'cut-off', tokens: 24 }, { code: 'household/two-goals', object: 'mug' }])
    expect(problem(reason)).toBeNull();
  const wrong = ['', 'A sentence.', { code: 'cut-off' }, { code: 'unheard-of' }, { code: 'household/odd', list: [] }];
  for (const reason of wrong) expect(problem(reason)).toMatch(/^is not an event: texts\[0\]\.reason/);
});

it('names the place', () => {
  const filtered = structuredClone(events.find((event) => event.type === 'filtered')!);
  Object.assign(filtered.tasks[1], { kept: 'yes' });
  expect(eventProblem(filtered)).toMatch(/^is not an event: tasks\[1\]\.kept: /);
  expect(eventProblem({ type: 'settings-changed', epoch: 1, changes: { alpha: 7 } })).toMatch(/changes/);
  for (const nonsense of [null, 3, 'text', [], {}, { type: 'other' }]) expect(eventProblem(nonsense)).not.toBeNull();
});
