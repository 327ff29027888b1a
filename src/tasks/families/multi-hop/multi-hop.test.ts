import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { playTurns } from '../../family-parts.ts';
import { expectRefusals, taskOf } from '../../testing/read-task.ts';
import { multiHopSearch, wideSearch } from './multi-hop.ts';

const task = (text: string) => taskOf(multiHopSearch, text);

const TWO_HOPS = 'eve guide mentor dan rival bob ride drives red car friend amy';

it('shows what can be looked up, and not what it says', () => {
  const [question, shown] = multiHopSearch.prompt(task(TWO_HOPS)).split(' ? ');
  expect(question).toBe('eve guide ride');
  expect(['mentor rival', 'rival mentor']).toContain(shown);
  expect(multiHopSearch.prompt(task('eve guide mentor dan mate friend bob friend amy'))).toMatch(/ \? mentor$/);
});

it('finds one person after the other; the last find stands alone', () => {
  const episode = multiHopSearch.start(task(TWO_HOPS));
  const { observation, done } = episode.step('guide mentor');
  expect(done).toBe(false);
  expect(['dan drives friend', 'dan friend drives']).toContain(observation);
  expect(episode.step('ride drives')).toEqual({ observation: 'red car', done: false });
  expect(episode.step('red car')).toEqual({ observation: '', done: true });
});

it('finds nothing about a person without facts, and nothing from there on', () => {
  const turns = ['guide rival', 'ride nothing', 'nothing'];
  expect(playTurns(multiHopSearch, task(TWO_HOPS), turns).observations).toEqual(['bob nothing', 'nothing']);
  expect(multiHopSearch.score(task(TWO_HOPS), turns)).toMatchObject({ success: false, wellFormed: true });
  for (const wrong of ['', 'guide', 'guide friend']) {
    expect(multiHopSearch.start(task(TWO_HOPS)).step(wrong).observation).toBe('nothing');
  }
});

it('solves a task with the relation of each wording and what was found', () => {
  const oracle = multiHopSearch.oracle(task(TWO_HOPS));
  expect(oracle).toEqual({ solvable: true, answers: ['guide mentor', 'ride drives', 'red car'], length: 6 });
});

it('judges the answer only, by exact match and token F1', () => {
  const score = (...turns: string[]) => multiHopSearch.score(task(TWO_HOPS), turns);
  expect(score('guide mentor', 'ride drives', 'red car')).toEqual({
    reward: 1,
    success: true,
    wellFormed: true,
    reason: { code: 'multi-hop/solved', answer: 'red car' },
  });
  expect(score('', '', 'red car')).toMatchObject({ reward: 1, success: true, wellFormed: false });
  expect(score('guide mentor', 'ride drives', 'blue car')).toMatchObject({ reward: 0.5, wellFormed: false });
  expect(score('guide mentor', 'ride friend', 'amy')).toEqual({
    reward: 0,
    success: false,
    wellFormed: true,
    reason: { code: 'multi-hop/wrong-answer', answer: 'red car', given: 'amy' },
  });
  expect(score('foe mentor', 'ride drives', 'red car')).toMatchObject({ success: true, wellFormed: false });
  expect(score('guide mentor', 'ride rival', 'nothing').wellFormed).toBe(false);
  expect(score('guide mentor', 'ride drives')).toMatchObject({
    reward: 0,
    wellFormed: false,
    reason: { code: 'multi-hop/no-answer' },
  });
  expect(score('guide mentor', 'ride drives', 'red car', 'amy')).toMatchObject({ success: true, wellFormed: true });
});

it('gives three facts about each person in wide search, and reads tasks with fewer', () => {
  for (let level = 1; level <= wideSearch.levels; level++) {
    const { hops } = taskOf(wideSearch, wideSearch.sampleTask(level, new RandomStream(level, 2)));
    expect(hops.map(({ facts }) => facts.length)).toEqual(Array(level).fill(3));
    expect(taskOf(wideSearch, TWO_HOPS).hops.map(({ facts }) => facts.length)).toEqual([2, 2]);
  }
});

it('plays any relation that is shown, and answers with what it has found', () => {
  const DRAWS = 400;
  const plays = Array.from({ length: DRAWS }, (_, i) => multiHopSearch.play(task(TWO_HOPS), new RandomStream(i, 1)));
  for (const turns of plays) expect(multiHopSearch.score(task(TWO_HOPS), turns).wellFormed).toBe(true);
  const solved = plays.filter((turns) => multiHopSearch.score(task(TWO_HOPS), turns).success).length;
  // The expected share is 1/2 · 1/2. The tolerance is four standard errors.
  expect(Math.abs(solved / DRAWS - 1 / 4)).toBeLessThan(4 * Math.sqrt(3 / 16 / DRAWS));
});

it('recognises unsolvable, ambiguous and trivial tasks', () => {
  expect(multiHopSearch.oracle(task('eve guide friend dan'))).toEqual({
    solvable: false,
    reason: { code: 'multi-hop/unanswered', question: 'guide', subject: 'eve' },
  });
  expect(multiHopSearch.audit(task('eve guide mentor dan mentor bob'))).toBe('ambiguous');
  expect(multiHopSearch.audit(task('eve guide mentor dan mentor dan'))).toBe('valid');
  expect(multiHopSearch.audit(task('eve guide mentor dan mate friend bob'))).toBe('trivial');
});

it('says why a text is not a task', () => {
  expectRefusals(multiHopSearch, 'multi-hop', [
    ['', 'no-person'],
    ['eve', 'no-question'],
    ['eve mentor dan', 'not-a-wording', { word: 'mentor' }],
    ['eve guide', 'no-fact', { question: 'guide' }],
    ['eve guide dan', 'not-a-relation', { word: 'dan' }],
    ['eve guide mentor red car', 'no-object', { relation: 'mentor' }],
    ['eve ride drives red house', 'no-object', { relation: 'drives' }],
    ['eve guide friend dan mate friend bob', 'leads-nowhere', { question: 'mate' }],
    ['eve ride drives red car mate friend bob', 'leads-nowhere', { question: 'mate' }],
  ]);
});
