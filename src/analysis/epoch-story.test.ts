import { beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/events.ts';
import { STAGES } from '../genenv/epoch-stages.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { epochStory } from './epoch-story.ts';
import { addEvent, emptyRun, epochToShow, viewRun } from './run-view.ts';

let events: RunEvent[];
beforeAll(async () => {
  events = await recordRun(tableSettings({ epochs: 3, tasksPerEpoch: 8, groupSize: 4 }));
});

describe('the story of an epoch', () => {
  it('says what its events say', () => {
    for (const epoch of viewRun(events).epochs) {
      const story = epochStory(epoch)!;
      const ended = epoch['epoch-ended']!;
      const agent = epoch['agent-updated']!;
      expect(story.tasks!.attempted).toBe(ended.attemptedTasks);
      expect(story.success).toEqual(ended.success);
      expect(story.groups).toEqual({
        mixed: agent.mixedGroups,
        solved: agent.solvedGroups,
        unsolved: agent.unsolvedGroups,
      });
      expect(story.kept!.tasks).toBe(ended.keptTasks);
      expect(story.kept!.own).toBe(epoch['pools-updated']!.environment.length);
      expect(story.rollouts).toBe(ended.cost.agentRollouts);
    }
  });

  it('knows no more than has happened', () => {
    let view = emptyRun;
    const known = events.slice(0, 9).map((event) => {
      view = addEvent(view, event);
      const epoch = epochToShow(view);
      const story = epoch && epochStory(epoch);
      return story ? [story.stage, story.success !== null, story.kept !== null, story.pools !== null] : null;
    });
    expect(known).toEqual([null, ...STAGES.map((stage, i) => [stage, i >= 2, i >= 3, i >= 6])]);
  });
});

it('settings that change between two epochs blank nothing', () => {
  const view = addEvent(viewRun(events), { type: 'settings-changed', epoch: 4, changes: { alpha: 0.4 } });
  expect(view.epochs.at(-1)!.epoch).toBe(4);
  expect(epochToShow(view)!.epoch).toBe(3);
  expect(epochToShow(view, 2)!.epoch).toBe(2);
});
