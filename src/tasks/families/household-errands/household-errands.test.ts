import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { playTurns } from '../../family-parts.ts';
import { expectRefusals, refusalOf, taskOf } from '../../testing/read-task.ts';
import { householdErrands, longErrands, solutionOf } from './household-errands.ts';

const task = (text: string) => taskOf(householdErrands, text);
const play = (text: string, turns: string[]) => playTurns(householdErrands, task(text), turns);
const score = (text: string, turns: string[]) => householdErrands.score(task(text), turns);

const TWO = 'heat apple shelf desk & put mug drawer shelf';
const errands = (count: number) =>
  ['mug', 'pen', 'egg', 'pot', 'cup']
    .slice(0, count)
    .map((object) => `put ${object} desk shelf`)
    .join(' & ');
const RIGHT = ['take apple shelf', 'heat apple microwave', 'put apple desk', 'take mug drawer', 'put mug shelf'];

it('is solved by going where the task says and to the right appliance, in any order', () => {
  const { oracle } = householdErrands;
  expect(oracle(task(TWO))).toMatchObject({ answers: RIGHT });
  expect(oracle(task('clean pot desk shelf'))).toMatchObject({ answers: expect.arrayContaining(['clean pot sink']) });
  expect(oracle(task('cool pot desk shelf'))).toMatchObject({ answers: expect.arrayContaining(['cool pot fridge']) });
  expect(score(TWO, [...RIGHT.slice(3), ...RIGHT.slice(0, 3)])).toEqual({
    reward: 1,
    success: true,
    wellFormed: true,
    reason: { code: 'household-errands/solved', commands: 5, most: 6 },
  });
});

it('follows the rules of the household world', () => {
  const turns = ['take apple desk', ...RIGHT.slice(0, 1), 'heat apple microwave', 'put apple desk', 'take mug drawer'];
  expect(play(TWO, turns).observations).toEqual(['nothing', 'ok', 'ok', 'ok']);
  const first = (turn: string, ...before: string[]) =>
    play(TWO, [...before, turn, 'put mug shelf']).observations.at(-1);
  expect(first('put apple desk')).toBe('nothing');
  expect(first('take egg desk')).toBe('nothing');
  expect(first('take mug drawer', 'take apple shelf')).toBe('nothing');
  expect(first('heat apple sink', 'take apple shelf')).toBe('nothing');
  expect(first('clean apple sink', 'take apple shelf')).toBe('ok');
  expect(first('dance slowly please')).toBe('nothing');
});

it('lets one command do nothing, and ends with the second', () => {
  const [spare, ...rest] = ['take apple desk', ...RIGHT];
  expect(score(TWO, [spare, ...rest])).toMatchObject({
    success: true,
    reason: { code: 'household-errands/solved', commands: 6, most: 6 },
  });
  const twice = play(TWO, [spare, 'take apple drawer', ...rest]);
  expect(twice.turns).toEqual([spare, 'take apple drawer']);
  expect(score(TWO, [spare, 'take apple drawer', ...rest])).toMatchObject({
    success: false,
    reason: { code: 'household-errands/errand-not-done', errand: 'heat apple shelf desk', commands: 2 },
  });
});

it('does not say that a thing was put in the wrong place, and ends when all were put down', () => {
  const wrong = RIGHT.map((turn) => turn.replace('put apple desk', 'put apple cabinet'));
  expect(play(TWO, [...wrong, 'take apple cabinet'])).toEqual({ turns: wrong, observations: Array(4).fill('ok') });
  expect(score(TWO, wrong)).toMatchObject({ success: false, wellFormed: true });
  // The object has not been heated.
  expect(score('heat apple shelf desk', ['take apple shelf', 'put apple desk'])).toMatchObject({ success: false });
  // A thing may be put down and moved again while commands are left.
  const again = ['take mug drawer', 'put mug desk', 'take mug desk', 'put mug shelf'];
  expect(score(`${TWO.split(' & ').reverse().join(' & ')}`, again)).toMatchObject({ success: false });
});

it('counts only commands of this world as well-formed', () => {
  const wellFormed = (turn: string) => score(TWO, [turn]).wellFormed;
  expect(['take apple shelf', 'put egg fridge', 'cool pen sink'].map(wellFormed)).toEqual([true, true, true]);
  expect(['take apple', 'go shelf', 'take shelf apple', 'take apple shelf desk', ''].map(wellFormed)).not.toContain(
    true,
  );
  expect(score(TWO, []).wellFormed).toBe(false);
});

it('measures a level by what is to be found out: where a thing belongs, and the appliance', () => {
  const level = (text: string) => householdErrands.level(task(text));
  expect(level('put mug drawer shelf')).toBe(1);
  expect(level('heat mug drawer shelf')).toBe(2);
  expect(level(TWO)).toBe(3);
  expect(level(`${TWO} & clean egg desk shelf`)).toBe(5);
});

it('anchors texts with whole errands, half of them the easiest task', () => {
  const random = new RandomStream(3, 0);
  const seeds = Array.from({ length: 400 }, () => householdErrands.sampleSeed(random));
  const share = seeds.filter((seed) => householdErrands.level(task(seed)) === 1).length / seeds.length;
  // The tolerance is four standard errors.
  expect(Math.abs(share - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / seeds.length));
});

it('plays the target as often as its recipe reads, and treatments anywhere', () => {
  const DRAWS = 400;
  const share = (text: string, reads: number, at: number, turn: string) => {
    const games = Array.from({ length: DRAWS }, (_, i) =>
      householdErrands.play(task(text), new RandomStream(i, 1), { reads }),
    );
    return games.filter((game) => game[at] === turn).length / DRAWS;
  };
  const near = (found: number, expected: number) =>
    expect(Math.abs(found - expected)).toBeLessThan(4 * Math.sqrt(0.25 / DRAWS));
  const put = (reads: number) => share('put apple shelf desk', reads, 1, 'put apple desk');
  // Six places are left, because the agent stands at the seventh.
  near(put(0), 1 / 6);
  near(put(0.5), 0.5 + 0.5 / 6);
  expect(put(1)).toBe(1);
  const heat = (at: number, turn: string) => share('heat apple shelf desk', 1, at, turn);
  expect(heat(0, 'take apple shelf')).toBe(1);
  near(heat(1, 'heat apple microwave'), 1 / 9);
});

it('says why a text is not a task', () => {
  expectRefusals(householdErrands, 'household-errands', [
    ['', 'no-errand'],
    ['put mug desk shelf &', 'no-errand'],
    ['eat mug desk shelf', 'unknown-errand', { word: 'eat' }],
    ['put mug desk', 'incomplete-errand', { errand: 'put mug desk' }],
    ['put toString desk shelf', 'unknown-object', { word: 'toString' }],
    ['put mug desk sink', 'unknown-place', { word: 'sink' }],
    ['heat pen desk shelf', 'treatment-impossible', { treatment: 'heat', object: 'pen' }],
    ['put mug desk desk', 'same-place', { place: 'desk' }],
    ['put mug desk shelf & clean mug shelf desk', 'repeated-object', { object: 'mug' }],
    [errands(4), 'too-many-errands', { errands: 4, most: 3 }],
  ]);
});

it('has four errands where they are long ones, by the same rules', () => {
  const four = taskOf(longErrands, errands(4));
  expect(longErrands.score(four, four.errands.flatMap(solutionOf))).toMatchObject({
    success: true,
    reason: { code: 'household-errands/solved', commands: 8, most: 9 },
  });
  expect(refusalOf(longErrands, errands(5))).toEqual({
    code: 'household-errands/too-many-errands',
    errands: 5,
    most: 4,
  });
  const hardest = taskOf(longErrands, longErrands.sampleTask(longErrands.levels, new RandomStream(1, 0)));
  expect(longErrands.level(hardest)).toBe(8);
  expect(playTurns(longErrands, hardest, hardest.errands.flatMap(solutionOf)).turns).toHaveLength(12);
});
