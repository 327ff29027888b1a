import { mean } from 'simple-statistics';
import { beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../analysis/metrics.ts';
import { viewRun } from '../analysis/run-view.ts';
import { example as recorded, exampleUpTo } from '../analysis/testing/example-run.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { presetSettings } from '../genenv/settings/presets.ts';
import { parseSettings, setting, type Settings } from '../genenv/settings/settings.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { familyNameOf } from '../tasks/family.ts';
import { TEMPLATES } from '../tasks/worlds/templates.ts';
import { lessons as words } from '../text/later.ts';
import { foundWords } from '../ui/pages/lessons/Findings.svelte';
import type { Evidence, Finding } from './lesson.ts';
import { lessonByName, lessonMoments, lessons } from './lessons.ts';
import { passing } from './table/band-and-groups.ts';

function evidence(log: readonly RunEvent[], epoch: number, more: Partial<Evidence> = {}): Evidence {
  const events = log.filter((event) => event.type === 'run-started' || event.epoch <= epoch);
  const view = viewRun(events);
  const settings = view.settings!;
  const metrics = runMetrics(events);
  return {
    kind: 'replay',
    settings,
    panel: 'circuit',
    epoch,
    view,
    metrics,
    answer: undefined,
    notes: {},
    ...more,
  };
}

function check(lesson: string, step: string, seen: Evidence): Finding | null {
  const found = lessonByName(lesson)!
    .steps.find(({ name }) => name === step)!
    .check(seen);
  // The finding must give the step's sentence every number that the sentence mentions.
  if (found) expect(words.byName[lesson].steps[step].found(foundWords(found))).not.toMatch(/undefined|NaN|Infinity/);
  return found;
}

const moments = lessonMoments(viewRun(recorded).epochs);
function openedAt(lesson: string): number {
  const epoch = moments[lesson];
  if (epoch === null) throw new Error(`the recorded run has no epoch for ${lesson}: record another`);
  return epoch;
}

const changed = (log: readonly RunEvent[], epoch: number, changes: Partial<Settings>): RunEvent[] => {
  const place = log.findIndex((event) => event.type === 'tasks-written' && event.epoch === epoch);
  return [...log.slice(0, place), { type: 'settings-changed', epoch, changes }, ...log.slice(place)];
};

describe('every lesson', () => {
  it('has words for every step, choices for every question, and a sheet', () => {
    expect(lessons.length).toBeGreaterThanOrEqual(8);
    expect(Object.keys(words.byName).sort()).toEqual(lessons.map(({ name }) => name).sort());
    for (const { name, steps } of lessons) {
      const about = words.byName[name];
      expect(Object.keys(about.steps).sort()).toEqual(steps.map((step) => step.name).sort());
      for (const { name: step, question } of steps) {
        const { choices } = about.steps[step];
        expect(choices?.length).toBe(question?.choices);
        // At most one choice, the right one, has no reply (`instead`), because every wrong choice needs a reply.
        if (choices) expect(choices.filter(({ instead }) => !instead).length, step).toBeLessThanOrEqual(1);
      }
      for (const part of [about.sheet.ask, about.sheet.happens, about.sheet.time])
        expect(part.length).toBeGreaterThan(2);
    }
  });

  it('opens with settings that exist, and hides no control that it asks for', () => {
    for (const { opens } of lessons)
      if (opens.run === 'live') parseSettings({ ...presetSettings(opens.preset), ...opens.settings });
    for (const { controls, hidden, name } of lessons) {
      const groups = controls.map((control) => setting(control).group);
      expect(
        hidden.filter((one) => (controls as readonly string[]).includes(one) || (groups as string[]).includes(one)),
        name,
      ).toEqual([]);
    }
  });

  it('begins with nothing done', () => {
    for (const { name, opens, steps } of lessons)
      if (opens.run === 'recorded')
        expect(check(name, steps[0].name, evidence(recorded, openedAt(name))), name).toBeNull();
  });

  it('opens nowhere in a run that lacks what it is about', () => {
    expect(lessonMoments(viewRun(exampleUpTo(1)).epochs)).toEqual({
      'task-answer-reward': null,
      'why-half': null,
      'band-and-groups': null,
      'loss-is-zero': null,
    });
  });
});

describe('on the recorded run', () => {
  const events = <Type extends RunEvent['type']>(type: Type) =>
    recorded.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
  const last = events('epoch-ended').length;
  const { tasksPerEpoch, groupSize } = viewRun(recorded).settings!;
  /** Returns the tasks of an epoch for which `holds` accepts k right answers of n. */
  const tasksWith = (epoch: number, holds: (k: number, n: number) => boolean) =>
    events('scored')[epoch - 1].tasks.filter(({ scope: { k, n } }) => holds(k, n));

  it('task, answer, reward: what the log says of each', () => {
    const epoch = openedAt('task-answer-reward');
    expect(check('task-answer-reward', 'task', evidence(recorded, epoch, { panel: 'tasks' }))).toMatchObject({
      epoch,
      tasks: tasksPerEpoch,
      groupSize,
    });
    expect(check('task-answer-reward', 'answer', evidence(recorded, epoch))).toBeNull();
    const answered = evidence(recorded, epoch, { answer: 1 });
    const { task, right, wrong, station } = check('task-answer-reward', 'answer', answered)!;
    const [verb, object] = String(task).split(' ');
    for (const answer of [right, wrong]) expect(String(answer).startsWith(`${object} ${verb} `)).toBe(true);
    expect(right).not.toBe(wrong);
    expect(String(wrong).endsWith(String(station))).toBe(true);
    const reward = check('task-answer-reward', 'reward', answered)!;
    expect(reward.reward).toBe(0);
    expect(lessonByName('task-answer-reward')!.steps[2].question!.right(reward)).toBe(0);
    for (let one = 1; one <= last; one++) {
      const half = tasksWith(one, (k, n) => 2 * k === n);
      const found = check('task-answer-reward', 'rate', evidence(recorded, one));
      if (half.length === 0) expect(found).toBeNull();
      else expect(found).toMatchObject({ epoch: one, right: half[0].scope.k, answers: half[0].scope.n, rate: 0.5 });
    }
    expect(check('task-answer-reward', 'rate', evidence(recorded, epoch))).toBeNull();
  });

  it('k_min and G: keeps what the log’s own filter kept with its k_min, and fewer or more with another', () => {
    const epoch = openedAt('band-and-groups');
    const tried = (changes: Partial<Settings>) => {
      const seen = evidence(recorded, epoch);
      return { ...seen, settings: { ...seen.settings, ...changes } };
    };
    expect(check('band-and-groups', 'narrow', evidence(recorded, epoch))).toBeNull();
    const narrow = check('band-and-groups', 'narrow', tried({ kMin: 0.1 }))!;
    const inNarrow = tasksWith(epoch, (k, n) => 2 * k === n);
    expect(narrow).toMatchObject({ rates: '4/8', kept: inNarrow.length, attempted: tasksPerEpoch });
    expect(check('band-and-groups', 'wide', tried({ kMin: 0.25 }))).toBeNull();
    const wide = check('band-and-groups', 'wide', tried({ kMin: 0.3 }))!;
    // With 8 answers a task, the run's k_min of 0.26 and the tried 0.3 accept the same rates.
    const kept = events('filtered')[epoch - 1].tasks.filter((one) => one.kept);
    expect(wide.kept).toBe(kept.length);
    expect(Number(narrow.kept)).toBeGreaterThan(0);
    expect(kept.length).toBeGreaterThan(inNarrow.length);
    expect(kept.length).toBeLessThan(tasksPerEpoch);
    expect(check('band-and-groups', 'groups', tried({ kMin: 0.1 }))).toBeNull();
    expect(check('band-and-groups', 'groups', tried({ kMin: 0.1, groupSize: 10 }))).toMatchObject({
      passing: 3,
      rollouts: 160,
    });
    const guess = check('band-and-groups', 'guess', { ...tried({}), answer: 1 })!;
    expect(lessonByName('band-and-groups')!.steps[0].question!.right(guess)).toBe(0);
  });

  it('why p = ½: the middle teaches most', () => {
    const opened = openedAt('why-half');
    const updates = events('agent-updated');
    const unsolved = updates.find(({ unsolvedGroups }) => unsolvedGroups >= 0.75 * tasksPerEpoch)!;
    const mixed = updates.find(({ mixedGroups }) => mixedGroups >= 0.85 * tasksPerEpoch)!;
    expect(check('why-half', 'unsolved', evidence(recorded, unsolved.epoch))).toMatchObject({
      epoch: unsolved.epoch,
      unsolved: unsolved.unsolvedGroups,
      groups: tasksPerEpoch,
    });
    expect(check('why-half', 'mixed', evidence(recorded, mixed.epoch))).toMatchObject({
      epoch: mixed.epoch,
      mixed: mixed.mixedGroups,
    });
    for (const step of ['unsolved', 'mixed']) expect(check('why-half', step, evidence(recorded, opened))).toBeNull();
    expect(check('why-half', 'unsolved', evidence(recorded, mixed.epoch))).toBeNull();
    expect(check('why-half', 'signal', evidence(recorded, last))).toBeNull();
    const found = check('why-half', 'signal', evidence(recorded, last, { answer: 1 }))!;
    expect(lessonByName('why-half')!.steps[2].question!.right(found)).toBe(1);
    // The advantages of a group with k right answers of 8 have Σ|A| = 2·√(k(8 − k)) if they are divided by σ.
    expect(found.few).toBeCloseTo(2 * Math.sqrt(7), 2);
    expect(found.some).toBeCloseTo(8, 2);
  });

  it('the loss is zero: the advantages cancel', () => {
    const flat = events('agent-updated').find(
      ({ steps }) =>
        Math.abs(mean(steps.map(({ loss }) => loss))) < 0.01 && mean(steps.map((one) => one.gradNorm)) > 0.3,
    )!;
    expect(check('loss-is-zero', 'flat', evidence(recorded, openedAt('loss-is-zero')))).toBeNull();
    expect(check('loss-is-zero', 'flat', evidence(recorded, flat.epoch))).toMatchObject({ epoch: flat.epoch });
    expect(check('loss-is-zero', 'learned', evidence(recorded, last - 1))).toBeNull();
    const learned = check('loss-is-zero', 'learned', evidence(recorded, last))!;
    expect(learned.loss).toBeLessThan(0.02);
    const why = check('loss-is-zero', 'why', evidence(recorded, last, { answer: 0 }))!;
    expect(why.mean).toBeLessThan(1e-6);
    expect(why.size).toBeGreaterThan(0.1);
  });
});

describe('on runs of one’s own', () => {
  let log: RunEvent[];
  beforeAll(async () => {
    log = await recordRun(tableSettings({ epochs: 12, tasksPerEpoch: 8, groupSize: 4, evalEvery: 6, kMin: 0.1 }));
  });

  it('k_min and G: counts what passes', () => {
    expect(passing({ groupSize: 8, alpha: 0.5, kMin: 0.1 })).toEqual([4]);
    expect(passing({ groupSize: 8, alpha: 0.5, kMin: 0.3 })).toEqual([2, 3, 4, 5, 6]);
    expect(passing({ groupSize: 10, alpha: 0.5, kMin: 0.1 })).toEqual([4, 5, 6]);
  });

  it('RWR, KL and the cap: waits for what the learner does', () => {
    expect(check('regression-and-cap', 'drift', evidence(log, 5))).toBeNull();
    expect(check('regression-and-cap', 'cap', evidence(log, 12))).toBeNull();
    expect(check('regression-and-cap', 'contrast', evidence(log, 12))).toBeNull();
    const strong = changed(log, 2, { lambda: 3 });
    // Two tasks of epoch 2 get the weights e³ and e^1.5.
    const weighted = strong.map((event) =>
      event.type === 'filtered' && event.epoch === 2
        ? {
            ...event,
            tasks: event.tasks.map((task, i) => ({ ...task, weight: i < 2 ? Math.exp(3 * (1 - i / 2)) : 0 })),
          }
        : event,
    );
    const found = check('regression-and-cap', 'contrast', evidence(weighted, 2))!;
    expect(found.times).toBeCloseTo(Math.exp(1.5), 6);
    expect(found.timesAtOne).toBeCloseTo(Math.exp(0.5), 6);
  });

  it('the gamed reward: after enough epochs, and after the anchor is off', () => {
    expect(check('gamed-reward', 'guess', evidence(log, 12))).toBeNull();
    expect(check('gamed-reward', 'guess', evidence(log, 12, { answer: 1 }))).toMatchObject({ epochs: 12 });
    expect(check('gamed-reward', 'gamed', evidence(log, 12))).toBeNull();
    expect(check('gamed-reward', 'anchor', evidence(log, 12))).toBeNull();
    // The anchor is switched off before the tasks of epoch 11, so epoch 11 is the first without seeds.
    const off = changed(log, 11, { anchor: false }).map((event) =>
      event.type === 'tasks-written' && event.epoch > 10
        ? { ...event, texts: event.texts.map((written) => ({ ...written, seed: '' })) }
        : event,
    );
    expect(check('gamed-reward', 'anchor', evidence(off, 10))).toBeNull();
    expect(check('gamed-reward', 'anchor', evidence(off, 11))).toMatchObject({ epoch: 11 });
  });

  it('written keys: by the oracle’s audit, for the form of keys that the step is about', () => {
    const keyed = (answerKey: Settings['answerKey'], wrong: number, right: number): RunEvent[] => {
      const started = log.find((event) => event.type === 'run-started')!;
      const ended = log.find((event) => event.type === 'epoch-ended')!;
      const writtenKeys = {
        wrong: { tasks: 4, success: { k: wrong, n: 32 } },
        right: { tasks: 12, success: { k: right, n: 96 } },
      };
      const epochs = Array.from({ length: 60 }, (_, i) => ({ ...ended, epoch: i + 1, writtenKeys }));
      return [{ ...started, settings: { ...started.settings, answerKey } }, ...epochs];
    };
    const right = (wrongs: number) => {
      const seen = evidence(keyed('written', wrongs, 48), 60, { answer: 0 });
      return lessonByName('written-keys')!.steps[0].question!.right(check('written-keys', 'guess', seen)!);
    };
    expect([right(0), right(4), right(12)]).toEqual([0, 1, 2]);
    const written = keyed('written', 12, 48);
    expect(check('written-keys', 'written', evidence(written, 59))).toBeNull();
    expect(check('written-keys', 'written', evidence(written, 60))).toMatchObject({ wrong: { share: 0.25 } });
    expect(check('written-keys', 'checked', evidence(written, 60))).toBeNull();
    expect(check('written-keys', 'checked', evidence(keyed('checked', 0, 48), 60))).toMatchObject({ epochs: 60 });
  });

  it('a world of one’s own: a world is chosen, then a pair for it, and it has co-evolved', () => {
    const world = TEMPLATES.errands;
    const name = familyNameOf(world);
    const chosen = (changes: Partial<Settings>) => {
      const seen = evidence(log, 12);
      return { ...seen, settings: { ...seen.settings, ...changes } };
    };
    expect(check('world-of-ones-own', 'world', chosen({}))).toBeNull();
    expect(check('world-of-ones-own', 'world', chosen({ families: [world] }))).toMatchObject({ places: 3, levels: 6 });
    expect(check('world-of-ones-own', 'pair', chosen({ families: [world] }))).toBeNull();
    const pair = { agentModel: `stored:${name}-small-1-agent`, environmentModel: `stored:${name}-small-1-environment` };
    expect(check('world-of-ones-own', 'pair', chosen(pair))).toBeNull();
    expect(check('world-of-ones-own', 'pair', chosen({ families: [world], ...pair }))).toMatchObject({
      agent: `${name}-small-1-agent`,
    });
    const own = log.map((event) =>
      event.type === 'run-started' ? { ...event, settings: { ...event.settings, families: [world] } } : event,
    );
    expect(check('world-of-ones-own', 'learns', evidence(log, 12))).toBeNull();
    expect(check('world-of-ones-own', 'learns', evidence(own, 9))).toBeNull();
    expect(check('world-of-ones-own', 'learns', evidence(own, 12))).toMatchObject({ world: 'Kitchen', epochs: 12 });
  });

  it('three arms: each step wants its own arm, and all its epochs', () => {
    expect(check('three-arms', 'random', evidence(log, 12))).toBeNull();
    expect(check('three-arms', 'genenv', evidence(log, 11))).toBeNull();
    expect(check('three-arms', 'genenv', evidence(log, 12))).toMatchObject({ epochs: 12 });
  });

  it('rollouts or FLOPs: compares what was counted', () => {
    const genenv = check('rollouts-or-flops', 'genenv', evidence(log, 6))!;
    expect(genenv.rollouts).toBe(6 * 8 * 4);
    const notes = {
      random: { ...genenv, gigaflops: 2, perRollout: 4, rollouts: 500 },
      genenv: { ...genenv, perRollout: 8 },
    };
    const found = check('rollouts-or-flops', 'budget', evidence(log, 6, { notes, answer: 0 }))!;
    expect(found).toEqual({ budget: 2, random: 500, genenv: 250 });
    expect(lessonByName('rollouts-or-flops')!.steps[2].question!.right(found)).toBe(0);
  });
});
