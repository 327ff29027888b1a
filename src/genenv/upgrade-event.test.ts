/** @file Events of version 1 are read as current events, also if a log holds both versions. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { familiesByName } from '../tasks/registry.ts';
import { coevolve } from './coevolve.ts';
import { eventProblem } from './event-problem.ts';
import type { RunEvent } from './events.ts';
import { emptyPools } from './pools.ts';
import { presetSettings } from './settings/presets.ts';
import { pretrainedTables } from './testing/table-players.ts';
import { asVersion1 } from './testing/version-1.ts';
import { upgradeEvent } from './upgrade-event.ts';

let events: RunEvent[];

beforeAll(async () => {
  const settings = {
    ...presetSettings('quick'),
    epochs: 2,
    tasksPerEpoch: 4,
    groupSize: 4,
    evalTasks: 1,
    agentKlEstimator: 'k3' as const,
  };
  const families = familiesByName(settings.families);
  const { tokenizer, players } = await pretrainedTables(families, 'easy', 60);
  const loop = coevolve({ ...settings, arm: 'static', staticPool: 4 }, players(), emptyPools(), {
    families,
    tokenizer,
  });
  events = [];
  for await (const event of loop) events.push(event);
});

describe('a log', () => {
  it('of version 1 becomes a log of the current version', () => {
    const old = events.map(asVersion1);
    const refused = events.filter((_, i) => eventProblem(old[i]) !== null).map(({ type }) => type);
    expect(new Set(refused)).toEqual(
      new Set(['run-started', 'tasks-written', 'scored', 'filtered', 'agent-updated', 'environment-updated']),
    );
    const upgraded = old.map(upgradeEvent);
    expect(upgraded.map(eventProblem)).toEqual(events.map(() => null));
    // All but the reasons is as it was.
    expect(upgraded.map((event) => asVersion1(event as RunEvent)).map(withoutSentences)).toEqual(
      old.map(withoutSentences),
    );
  });

  it('of the current version stays as it is, also after a beginning of version 1', () => {
    expect(events.map(upgradeEvent)).toEqual(events);
    const mixed = events.map((event, i) => upgradeEvent(i < 5 ? asVersion1(event) : event));
    expect(mixed.map(eventProblem)).toEqual(events.map(() => null));
    expect(mixed.slice(5)).toEqual(events.slice(5));
  });
});

const withoutSentences = (event: object): unknown =>
  JSON.parse(JSON.stringify(event), (key, value: unknown) =>
    key === 'reason' || key === 'note' ? value !== '' : value,
  );

describe('a sentence of version 1', () => {
  const reasonsOf = (event: object): unknown[] => {
    const { texts, rollouts, tasks } = upgradeEvent(event) as Record<string, { reason: unknown }[] | undefined>;
    return (texts ?? rollouts ?? tasks)!.map(({ reason }) => reason);
  };
  const saying = (sentences: string[]) => sentences.map((reason) => ({ reason }));

  it('of a task becomes its code where its meaning is certain, and else stays as it was recorded', () => {
    const texts = saying([
      '',
      'The text was cut off after 24 tokens, before its end.',
      'The answer stands in the prompt.',
      'More than one answer would pass where one is meant.',
      'This text is one of the evaluation tasks.',
      'The teacher has written this text before.',
      'Goal 2 is not one verb and one object.',
    ]);
    const codes = [
      null,
      { code: 'cut-off', tokens: 24 },
      { code: 'answer-in-prompt' },
      { code: 'several-answers' },
      { code: 'evaluation-task' },
      { code: 'repeated-text' },
      { code: 'recorded', sentence: 'Goal 2 is not one verb and one object.' },
    ];
    expect(reasonsOf({ type: 'tasks-written', texts })).toEqual(codes);
    expect(upgradeEvent({ type: 'run-started', version: 1, fixedTasks: texts })).toEqual({
      type: 'run-started',
      version: 2,
      fixedTasks: codes.map((reason) => ({ reason })),
    });
  });

  it('of a rollout', () => {
    const rollouts = saying(['', 'The answer was cut off before its end.', 'Every call matches the request.']);
    expect(reasonsOf({ type: 'scored', rollouts })).toEqual([
      null,
      { code: 'answer-cut-off' },
      { code: 'recorded', sentence: 'Every call matches the request.' },
    ]);
  });

  it('of the filter', () => {
    const tasks = saying([
      'p̂ = 1/8: |p̂ − α| = 0.375 > k_min = 0.26.',
      'p̂ = 4/8: |p̂ − α| = 0.000 ≤ k_min = 0.1. Not written in this epoch, so no part of the regression.',
      "p̂ = 2/10: outside R-Zero's 0.3 to 0.8.",
      "p̂ = 3/10: within R-Zero's 0.3 to 0.8. Not written in this epoch, so no part of the regression.",
      'p̂ = 7/8: solved sometimes, so it can be learned.',
      'p̂ = 8/8: solved never or always.',
      'Worded in another way. Not written in this epoch, so no part of the regression.',
    ]);
    expect(reasonsOf({ type: 'filtered', tasks })).toEqual([
      { code: 'outside-band', k: 1, n: 8, distance: 0.375, kMin: 0.26 },
      { code: 'within-band', k: 4, n: 8, distance: 0, kMin: 0.1 },
      { code: 'outside-r-zero-band', k: 2, n: 10, low: 0.3, high: 0.8 },
      { code: 'within-r-zero-band', k: 3, n: 10, low: 0.3, high: 0.8 },
      { code: 'learnable', k: 7, n: 8 },
      { code: 'not-learnable', k: 8, n: 8 },
      { code: 'recorded', sentence: 'Worded in another way.' },
    ]);
  });

  it.each([
    ['agent-updated', '', null],
    ['agent-updated', 'No valid task was written, so there was nothing to attempt.', { code: 'no-tasks' }],
    [
      'agent-updated',
      'No group was mixed: all rollouts of each task had the same reward, so there is no advantage to learn from.',
      { code: 'no-mixed-group' },
    ],
    ['agent-updated', 'Imported: the log says nothing of the update.', { code: 'imported' }],
    ['agent-updated', 'It slept.', { code: 'recorded', sentence: 'It slept.' }],
    ['environment-updated', '', null],
    ['environment-updated', 'The environment does not learn in this arm.', { code: 'environment-frozen' }],
    ['environment-updated', 'No text of the last 4 epochs has passed the filter.', { code: 'nothing-kept', epochs: 4 }],
    [
      'environment-updated',
      'The divergence from the initial simulator has reached the cap, so no further step was taken.',
      { code: 'cap-reached' },
    ],
    [
      'environment-updated',
      'A step went beyond the cap on the divergence from the initial simulator and was undone.',
      { code: 'step-undone' },
    ],
    ['environment-updated', 'Imported: the log says nothing of the update.', { code: 'imported' }],
    ['environment-updated', 'It slept.', { code: 'recorded', sentence: 'It slept.' }],
  ])('of %s: %s', (type, note, code) => {
    expect(upgradeEvent({ type, note })).toEqual({ type, note: code });
  });
});

it('never throws on a value that is not an event, and leaves it as it is', () => {
  const types = ['run-started', 'tasks-written', 'scored', 'filtered', 'agent-updated', 'other'];
  const event = fc.record({ type: fc.constantFrom(...types), texts: fc.anything(), tasks: fc.anything() });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), event), (value) => {
      expect(upgradeEvent(value)).toEqual(value);
    }),
    { examples: [[{ type: 'tasks-written', texts: [null, 3, { reason: 3 }] }]] },
  );
});
