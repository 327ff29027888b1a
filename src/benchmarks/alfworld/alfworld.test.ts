import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld } from '../../tasks/families/household-errands/alfworld/facts.ts';
import { describeOpening, NOTHING_HAPPENS, step } from '../../tasks/families/household-errands/alfworld/observation.ts';
import { oraclePlan } from '../../tasks/families/household-errands/alfworld/testing/oracle.ts';
import { initialState } from '../../tasks/families/household-errands/alfworld/transition.ts';
import { benchmarkReasonSentence } from '../../text/reports.ts';
import { Loading, memoryFiles } from '../files.ts';
import { diskFiles } from '../node.ts';
import { sharedBenchmark } from '../testing/shared-data.ts';
import { alfworld } from './alfworld.ts';
import type { AlfworldItem } from './problem.ts';
import { affordancesByType, factsOfTranscript, goalOfTask, readTranscript } from './testing/react-transcripts.ts';

const folder = sharedBenchmark('alfworld');

/** Commands whose observations people changed in the transcripts, for example by a list without its "and". */
const EDITED_BY_HAND = [
  'react_put_0: go to cabinet 1',
  'react_heat_0: open fridge 1',
  'react_cool_0: take pan 1 from stoveburner 3',
  'act_put_0: go to cabinet 1',
  'act_heat_0: open fridge 1',
];

describe.skipIf(folder === null)('against the published games', () => {
  const source = diskFiles(folder ?? '');
  let items: readonly AlfworldItem[] = [];
  let byId = new Map<string, AlfworldItem>();

  beforeAll(async () => {
    const loaded = await alfworld.load(source);
    expect(loaded.problems).toEqual([]);
    items = loaded.items;
    byId = new Map(items.map((item) => [item.id, item]));
  });

  test('all games are read: 134 unseen, 140 seen, 200 for training', () => {
    const count = (split: string) => items.filter((item) => item.split === split).length;
    expect([count('valid_unseen'), count('valid_seen'), count('valid_train')]).toEqual([134, 140, 200]);
  });

  test('the openings equal all 134 official ones', async () => {
    const schema = z.object({ goal: z.string(), gamefile: z.string() });
    const rows = await new Loading(source).jsonArray('valid_unseen_intros_134.json', schema);
    expect(rows).toHaveLength(134);
    for (const { at: index, value } of rows) {
      const item = byId.get(value.gamefile.split('/').slice(-3, -1).join('/'));
      expect(item).toBeDefined();
      if (item) expect(`${describeOpening(createWorld(item.facts))}___${index}`).toBe(value.goal);
    }
  });

  test('the oracle wins every game within the step limit, and each of its commands is possible', () => {
    for (const item of items) {
      const world = createWorld(item.facts);
      const plan = oraclePlan(world);
      expect(plan?.length).toBeGreaterThan(0);
      let state = initialState(world);
      for (const [index, command] of (plan ?? []).entries()) {
        const result = step(world, state, command);
        expect(result.observation).not.toBe(NOTHING_HAPPENS);
        expect(result.won).toBe(index + 1 === plan?.length);
        state = result.state;
      }
      expect(alfworld.score(item, (plan ?? []).join('\n')).correct).toBe(true);
    }
  });

  test('each task’s wording states the goal in its facts', () => {
    for (const { facts } of items) expect(goalOfTask(facts.task)).toEqual(facts.goal);
  });

  test('the published transcripts replay to the same observations, and the last one wins', async () => {
    const text = await new Loading(source).text('react_transcripts_18.json');
    const transcripts = z.record(z.string(), z.string()).parse(JSON.parse(text ?? ''));
    const affordances = affordancesByType(items);
    const differing: string[] = [];
    let observations = 0;
    for (const [name, transcript] of Object.entries(transcripts)) {
      const read = readTranscript(transcript);
      const facts = factsOfTranscript(read, affordances, items[0].facts.canContain);
      const world = createWorld(facts, 'put');
      let state = initialState(world);
      let won = false;
      for (const { command, observation } of read.turns) {
        const result = step(world, state, command);
        observations += 1;
        if (result.observation !== observation) differing.push(`${name}: ${command}`);
        ({ state, won } = result);
      }
      if (!won) differing.push(`${name} is not won`);
    }
    expect(observations).toBe(396);
    expect(differing).toEqual(EDITED_BY_HAND);
  });
});

const game = {
  id: 'pick_heat-Egg/trial_1',
  type: 'pick_heat_then_place_in_recep',
  task: 'put a hot egg in fridge',
  goal: [
    ['objectType', 'Egg'],
    ['receptacleType', 'Fridge'],
  ],
  recs: [
    { n: 'fridge 1', t: 'fridge', loc: 'a', openable: 1 },
    { n: 'microwave 1', t: 'microwave', loc: 'b', openable: 1 },
    { n: 'countertop 1', t: 'countertop', loc: 'c' },
  ],
  objs: [{ n: 'egg 1', t: 'egg', in: ['countertop 1'], p: 'phks' }],
  agentLoc: 'door',
};
const canContain = { canContain: { fridge: ['egg'], microwave: ['egg'], countertop: ['egg'] } };
const GAMES_FILE = 'games_small.compact.json';
const sourceOf = (games: unknown, contents: unknown = canContain) =>
  memoryFiles([
    [GAMES_FILE, JSON.stringify(games)],
    ['canContain.json', JSON.stringify(contents)],
  ]);
const WINNING = [
  'go to countertop 1',
  'take egg 1 from countertop 1',
  'go to microwave 1',
  'heat egg 1 with microwave 1',
  'go to fridge 1',
  'open fridge 1',
  'move egg 1 to fridge 1',
];

describe('scoring an agent’s commands', () => {
  let item: AlfworldItem;
  beforeAll(async () => {
    [item] = (await alfworld.load(sourceOf([game]))).items as [AlfworldItem];
  });

  test('a won game says after how many commands; what follows is not read', () => {
    const { correct, reason, subscores } = alfworld.score(item, ['dance', ...WINNING, 'look'].join('\n'));
    expect({ correct, reason: benchmarkReasonSentence(reason) }).toEqual({
      correct: true,
      reason: 'Won after 8 commands.',
    });
    expect(subscores).toEqual({ type: 'pick_heat_then_place_in_recep', steps: 8, nothing_happens: 1, wording: 'move' });
  });

  test('a run in the older wording is replayed in it', () => {
    const older = [...WINNING.slice(0, -1), 'put egg 1 in/on fridge 1'].join('\n');
    expect(alfworld.score(item, older)).toMatchObject({ correct: true, subscores: { wording: 'put' } });
  });

  test('both wordings are one action, whichever comes first, and the verdict names those that were used', () => {
    const stove = WINNING.findIndex((command) => command.startsWith('take'));
    for (const other of ['put egg 1 in/on fridge 1', 'put egg 1 on fridge 1', 'move egg 1 to fridge 1'])
      for (const first of ['put pan 9 in/on stove 9', 'move pan 9 to stove 9']) {
        const commands = [...WINNING.slice(0, stove), first, ...WINNING.slice(stove, -1), other];
        const both = [first, other].map((command) => command.slice(0, command.indexOf(' ')));
        expect(alfworld.score(item, commands.join('\n'))).toMatchObject({
          correct: true,
          subscores: { nothing_happens: 1, wording: [...new Set(both)].join(' and ') },
        });
      }
  });

  test('the mark before a command is dropped, and a thought costs no step', () => {
    const react = WINNING.flatMap((command) => ['> think: next.', `> ${command}`]).join('\n');
    const { correct, subscores } = alfworld.score(item, react);
    expect({ correct, ...subscores }).toMatchObject({ correct: true, steps: WINNING.length, nothing_happens: 0 });
    expect(alfworld.episode?.(item)?.act('think: a mug')).toEqual({ observation: 'OK.', done: false });
  });

  test('lost games say whether the limit or the commands ran out', () => {
    expect(benchmarkReasonSentence(alfworld.score(item, '').reason)).toBe('The goal is not reached after 0 commands.');
    const late = alfworld.score(item, [...Array<string>(50).fill('look'), ...WINNING].join('\n'));
    expect(late.correct).toBe(false);
    expect(benchmarkReasonSentence(late.reason)).toBe('The limit of 50 commands is used up.');
  });

  test('the interactive game is the same game', () => {
    const episode = alfworld.episode?.(item);
    expect(episode?.opening).toContain('Your task is to: put a hot egg in fridge.');
    const last = WINNING.map((command) => episode?.act(command)).at(-1);
    expect(last).toEqual({ observation: 'You move the egg 1 to the fridge 1.', done: true });
    expect(episode?.act('look')).toEqual({ observation: '', done: true });
  });

  test('rates are given over all games and by task type', () => {
    const scored = ['', WINNING.join('\n')].map((output) => ({ item, verdict: alfworld.score(item, output) }));
    expect(alfworld.aggregate(scored)).toEqual({ success: 0.5, pick_heat_then_place_in_recep: 0.5 });
  });

  test('no output text throws', () => {
    const line = fc.oneof(fc.constantFrom(...WINNING, 'take egg 1 from ', 'put x in/on y'), fc.string());
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
        const { correct, subscores } = alfworld.score(item, lines.join('\n'));
        expect(typeof correct).toBe('boolean');
        expect(subscores.steps).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe('damaged files', () => {
  test('cost only the games concerned', async () => {
    const unknownPlace = { ...game, id: 'b', objs: [{ ...game.objs[0], in: ['attic 1'] }] };
    const wrongGoal = { ...game, id: 'c', goal: [['objectType', 'Egg']] };
    const { items, problems } = await alfworld.load(sourceOf([game, unknownPlace, wrongGoal, game, { id: 'd' }]));
    expect(items.map(({ id }) => id)).toEqual([game.id]);
    expect(problems.toSorted((a, b) => a.element! - b.element!)).toMatchObject([
      { element: 1, parameters: { id: 'b', inconsistency: expect.stringContaining('"egg 1" lies in "attic 1"') } },
      { element: 2, code: 'goal-of-other-type', parameters: { id: 'c' } },
      { element: 3, code: 'duplicate-id', parameters: { id: 'pick_heat-Egg/trial_1' } },
      { element: 4, parameters: { place: 'type' } },
    ]);
  });

  test('missing files are named', async () => {
    const { items, problems } = await alfworld.load(memoryFiles([]));
    expect(items).toEqual([]);
    expect(problems).toEqual([
      {
        file: 'games_*.compact.json',
        line: null,
        code: 'no-items',
        parameters: { needs: expect.stringContaining('games_valid_unseen.compact.json') },
      },
    ]);
    const alone = await alfworld.load(memoryFiles([[GAMES_FILE, '[]']]));
    expect(alone.problems).toEqual([
      {
        file: 'canContain.json',
        line: null,
        code: 'file-missing',
        parameters: {},
      },
    ]);
  });
});
