/** @file Counts the numbers of each claim again from the events, after each stage. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { isRegressedOn } from '../genenv/log/epoch-events.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { type Claim, epochStory } from './epoch-story.ts';
import { addEvent, emptyRun, epochToShow, viewRun } from './run-view.ts';

/** Events of one epoch by type. */
type Seen = { [Type in RunEvent['type']]: Extract<RunEvent, { type: Type }> };

const groups = ({ scored, 'tasks-written': { texts } }: Seen) =>
  texts.filter(({ used }) => used).map(({ index }) => scored.rollouts.filter(({ task }) => task === index));
const right = (group: readonly { success: boolean }[]) => group.filter(({ success }) => success).length;
const mixed = (seen: Seen) =>
  groups(seen).filter((group) => new Set(group.map(({ reward }) => reward)).size > 1).length;
const isTaken = ({ capAction }: { capAction: string }) => capAction === 'none' || capAction === 'scale-back';
const attempted = (seen: Seen) => seen['tasks-written'].texts.filter(({ used }) => used).length;
const steps = (seen: Seen) => seen['environment-updated'].steps;

/** Recounts the numbers of a claim from the log. Returns false if the claim does not hold. */
const counted: Record<Claim['code'], (seen: Seen, settings: Settings) => object | false> = {
  texts: (seen) => ({ texts: seen['tasks-written'].texts.length, attempted: attempted(seen) }),
  'nothing-attempted': (seen) => attempted(seen) === 0 && {},
  answers: (seen) => ({ tasks: attempted(seen), answers: seen['rolled-out'].rollouts.length }),
  right: ({ scored }, { successScope: scope }) => ({
    right: right(scored.rollouts),
    answers: scored.rollouts.length,
    scope,
  }),
  'inside-band': ({ filtered }) => ({
    inside: filtered.tasks.filter(({ kept }) => kept).length,
    tasks: filtered.tasks.length,
  }),
  solved: (seen) => ({
    tasks: attempted(seen),
    never: groups(seen).filter((group) => right(group) === 0).length,
    always: groups(seen).filter((group) => right(group) === group.length).length,
    sometimes: groups(seen).filter((group) => right(group) > 0 && right(group) < group.length).length,
  }),
  'agent-learned': (seen) => ({
    groups: mixed(seen),
    steps: seen['agent-updated'].steps.length,
  }),
  'agent-penalties': (seen) => mixed(seen) === 0 && { steps: seen['agent-updated'].steps.length },
  'agent-no-step': (seen) => mixed(seen) === 0 && seen['agent-updated'].steps.length === 0 && {},
  'agent-off': (_, { whoLearns }) => whoLearns !== 'both' && whoLearns !== 'agent' && {},
  'agent-unknown': (seen) => seen['agent-updated'].note?.code === 'imported-step' && {},
  'environment-learned': (seen) => ({
    steps: steps(seen).filter(isTaken).length,
    pairs: seen['environment-updated'].pairs,
    own: seen.filtered.tasks.filter(({ task, kept }) => kept && isRegressedOn(seen['tasks-written'].texts[task].source))
      .length,
  }),
  'environment-penalty': (seen) => {
    const { pairs } = seen['environment-updated'];
    const all = steps(seen);
    return (
      all.every(({ capAction }) => pairs === 0 || capAction === 'kl-only') && { steps: all.length, capped: pairs > 0 }
    );
  },
  'environment-capped': (seen) => !steps(seen).some(isTaken) && seen['environment-updated'].cap !== 'none' && {},
  'environment-no-step': (seen) => steps(seen).length === 0 && seen['environment-updated'].pairs === 0 && {},
  'environment-frozen': (_, { arm }) => arm !== 'genenv' && {},
  'environment-off': (_, { whoLearns }) => whoLearns !== 'both' && whoLearns !== 'environment' && {},
  'environment-unknown': (seen) => seen['environment-updated'].note?.code === 'imported' && {},
  'pools-grew': ({ scored, 'rolled-out': { rollouts }, 'pools-updated': { environment } }) => ({
    traces: rollouts.filter(({ finish }, i) => finish === 'stop' && scored.rollouts[i].wellFormed).length,
    tasks: environment.length,
  }),
};

const extremes: Readonly<Record<string, Partial<Settings>>> = {
  'as usual': {},
  'greedy answers: no group mixed, the uniform ones in the loss': { agentTemperature: 0, groupsInLoss: 'all' },
  'greedy answers: no group mixed, none in the loss': { agentTemperature: 0, groupsInLoss: 'mixed' },
  'one task': { tasksPerEpoch: 1, kMin: 1 },
  'no valid task': { anchor: false, maxDraws: 1, environmentTemperature: 0 },
  'nothing inside the band': { alpha: 0.77, kMin: 0 },
  'nothing inside the band, and a penalty on what was written': { alpha: 0.77, kMin: 0, klOnCurrentBatch: true },
  'everything kept': { kMin: 1 },
  'the cap: the KL alone': { kMin: 1, environmentKlCap: 1e-6, capAction: 'kl-only' },
  'the cap: no further step': { kMin: 1, environmentKlCap: 1e-6, capAction: 'stop' },
  'the cap: undone': { kMin: 1, environmentKlCap: 1e-6, capAction: 'roll-back' },
  'the cap: shorter': { kMin: 1, environmentKlCap: 0.01, capAction: 'scale-back' },
  'no one learns': { whoLearns: 'none' },
  'an arm that never learns': { arm: 'random', successScope: 'batch' },
  'an arm that leaves groups out': { arm: 'genenv-plus', baseLevels: 'easy' },
  'p̂ of the epoch': { successScope: 'epoch', kMin: 1 },
};

/** Returns the same log with the first answer to each task right and all others wrong. */
const allMixed = (log: readonly RunEvent[]): RunEvent[] =>
  log.map((event) =>
    event.type === 'scored'
      ? {
          ...event,
          rollouts: event.rollouts.map((one) => ({ ...one, success: !one.rollout, reward: one.rollout ? 0 : 1 })),
        }
      : event,
  );

/** Returns the same log as if another trainer had updated both models. */
const imported = (log: readonly RunEvent[]): RunEvent[] =>
  log.map((event) =>
    event.type === 'agent-updated'
      ? { ...event, steps: [], note: { code: 'imported-step', step: 1, advantages: 'population' } }
      : event.type === 'environment-updated'
        ? { ...event, steps: [], note: { code: 'imported' } }
        : event,
  );

const found = new Set<string>();

function expectTrue(log: readonly RunEvent[], settings: Settings) {
  let view = emptyRun;
  for (const event of log) {
    view = addEvent(view, event);
    const epoch = epochToShow(view);
    if (!epoch) continue;
    const { ofStage, ofEpoch, stage } = epochStory(epoch)!;
    expect(ofStage.length).toBeGreaterThan(0);
    for (const { code, ...numbers } of [...ofStage, ...ofEpoch]) {
      found.add(code);
      expect(counted[code](epoch as unknown as Seen, settings), `${code} after ${stage}`).toEqual(numbers);
    }
  }
}

describe('what is told is so', () => {
  it.each(Object.entries(extremes))('%s', async (_, changes) => {
    const settings = tableSettings(changes);
    expectTrue(await recordRun(settings), settings);
  });

  it('all groups mixed, and a log that says nothing of the updates', async () => {
    const log = await recordRun();
    expectTrue(allMixed(log), tableSettings());
    expectTrue(imported(log), tableSettings());
  });

  it('every claim was among these', () => {
    expect([...found].sort()).toEqual(Object.keys(counted).sort());
  });
});

it('settings that change between two epochs blank nothing', async () => {
  const log = await recordRun();
  const view = addEvent(viewRun(log), { type: 'settings-changed', epoch: 3, changes: { alpha: 0.4 } });
  expect(view.epochs.at(-1)!.epoch).toBe(3);
  expect(epochToShow(view)!.epoch).toBe(2);
  expect(epochToShow(view, 1)!.epoch).toBe(1);
});
