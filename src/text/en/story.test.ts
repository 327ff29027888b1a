/** @file The sentence of an epoch: its counts add up, and it says no more than the log. */
import { beforeAll, expect, it } from 'vitest';
import { epochStory, type EpochStory } from '../../analysis/epoch-story.ts';
import { addEvent, emptyRun, epochToShow } from '../../analysis/run-view.ts';
import type { RunEvent } from '../../genenv/events.ts';
import { recordRun, tableSettings } from '../../genenv/testing/record-run.ts';
import { FAMILIES } from '../../tasks/registry.ts';
import { taskLanguages } from './stage.ts';
import { story } from './story.ts';

let events: RunEvent[];
beforeAll(async () => {
  events = await recordRun(tableSettings({ epochs: 2, tasksPerEpoch: 8, groupSize: 4 }));
});

const numbersIn = (sentence: string): number[] => [...sentence.matchAll(/\d+/g)].map(([number]) => Number(number));

it('has a sentence for every stage, made of numbers of the epoch alone', () => {
  let view = emptyRun;
  for (const event of events) {
    view = addEvent(view, event);
    const epoch = epochToShow(view);
    const numbers = epoch && epochStory(epoch);
    if (!numbers) continue;
    const sentence = story.stage(numbers);
    expect(sentence).not.toMatch(/undefined|null|NaN/);
    const known = new Set(JSON.stringify(numbers).match(/\d+/g)?.map(Number));
    known.add((numbers.rollouts ?? 0) / (numbers.tasks?.attempted ?? 1));
    known.add(numbers.tasks?.attempted ?? 0);
    for (const number of numbersIn(sentence)) expect(known).toContain(number);
  }
});

const ended: EpochStory = {
  epoch: 3,
  stage: 'epoch-ended',
  whoLearns: 'both',
  tasks: { written: 24, attempted: 16 },
  rollouts: 128,
  success: { k: 30, n: 128 },
  groups: { mixed: 6, solved: 1, unsolved: 9 },
  kept: { tasks: 4, own: 4 },
  agent: { steps: 2, note: null },
  environment: { steps: 2, pairs: 20, cap: 'none', note: null },
  pools: { train: 7, environment: 4, trainSize: 20, environmentSize: 12 },
};

it('tells an epoch in plain words', () => {
  expect(story.epoch(ended)).toBe(
    'Of 16 tasks, 9 were never solved and 1 always: nothing to learn from them. ' +
      '6 were solved sometimes and taught the agent. 4 fell inside the band and teach the environment.',
  );
  expect(story.epoch({ ...ended, groups: { mixed: 0, solved: 0, unsolved: 1 }, kept: { tasks: 1, own: 1 } })).toBe(
    '1 of 1 task was never solved: nothing to learn from them. ' +
      'No task was solved only sometimes, so the agent learned nothing. 1 fell inside the band and teaches the environment.',
  );
});

it('says who does not learn, and why', () => {
  const none = { ...ended, agent: { steps: 0, note: 'switched-off' as const } };
  expect(story.epoch(none)).toContain('The agent is switched off');
  const frozen = { steps: 0, pairs: 0, cap: 'none' as const, note: 'environment-frozen' as const };
  expect(story.epoch({ ...ended, environment: frozen })).toContain('never learns in this arm');
  expect(story.epoch({ ...ended, kept: { tasks: 0, own: 0 } })).toContain('20 tasks of earlier epochs');
});

it('explains the language of every family', () => {
  expect(Object.keys(taskLanguages).sort()).toEqual(FAMILIES.map(({ name }) => name).sort());
  for (const { name, parse } of FAMILIES) expect(parse(taskLanguages[name].example).ok, name).toBe(true);
});
