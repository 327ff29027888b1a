import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { playTurns } from '../../dialogue.ts';
import { refusalOf, taskOf } from '../../testing/read-task.ts';
import { householdGame } from './household-game.ts';

const task = (text: string) => taskOf(householdGame, text);
const observe = (text: string, turns: string[]) => playTurns(householdGame, task(text), turns).observations;
const solution = (text: string) => {
  const oracle = householdGame.oracle(task(text));
  return oracle.solvable ? oracle.answers : oracle.reason;
};

const HEAT = 'heat apple desk in shelf apple pen microwave desk drawer mug';

describe('the household game', () => {
  it('hides what lies in the receptacles', () => {
    const prompt = householdGame.prompt(task(HEAT)).split(' ');
    expect(prompt.slice(0, 4)).toEqual(['heat', 'apple', 'desk', 'in']);
    expect(prompt.slice(4).sort()).toEqual(['desk', 'drawer', 'microwave', 'shelf']);
  });

  it('answers as ALFWorld does, in fewer words', () => {
    const turns: [string, string][] = [
      ['take apple', 'nothing'],
      ['go shelf', 'apple pen'],
      ['go shelf', 'nothing'],
      ['take mug', 'nothing'],
      ['heat apple', 'nothing'],
      ['take apple', 'ok'],
      ['take pen', 'nothing'],
      ['go drawer', 'closed'],
      ['put apple', 'nothing'],
      ['open drawer', 'mug'],
      ['put apple', 'ok'],
      ['close drawer', 'ok'],
      ['dance slowly please', 'nothing'],
    ];
    expect(observe(HEAT, [...turns.map(([turn]) => turn), 'go desk'])).toEqual(
      turns.map(([, observation]) => observation),
    );
  });

  it('solves all six kinds of task, and scores by the goal', () => {
    expect(solution('put apple desk in shelf apple desk')).toEqual(['go shelf', 'take apple', 'go desk', 'put apple']);
    expect(solution(HEAT)).toEqual(['go shelf', 'take apple', 'go microwave', 'heat apple', 'go desk', 'put apple']);
    expect(solution('clean mug shelf in cabinet mug sink shelf')).toContain('clean mug');
    expect(solution('cool egg desk in desk egg fridge')).toEqual([
      'go desk',
      'take egg',
      'go fridge',
      'cool egg',
      'go desk',
      'put egg',
    ]);
    expect(solution('two pen desk in drawer pen pen desk')).toHaveLength(9);
    expect(solution('light book in shelf book desk lamp')).toEqual(['go shelf', 'take book', 'go desk', 'use lamp']);
    expect(householdGame.score(task(HEAT), ['go shelf', 'take apple', 'go desk', 'put apple'])).toEqual({
      reward: 0,
      success: false,
      wellFormed: true,
      reason: { code: 'household-game/goal-not-reached', commands: 4 },
    });
    expect(householdGame.score(task(HEAT), ['go shelf', 'shelf'])).toMatchObject({ wellFormed: false });
    expect(householdGame.score(task(HEAT), [])).toMatchObject({ success: false, wellFormed: false });
  });

  it('ends with the goal, or with the sixteenth command', () => {
    const turns = solution(HEAT) as string[];
    expect(playTurns(householdGame, task(HEAT), [...turns, 'go shelf', 'go desk']).turns).toEqual(turns);
    expect(
      playTurns(
        householdGame,
        task(HEAT),
        Array.from({ length: 30 }, () => 'go shelf'),
      ).turns,
    ).toHaveLength(16);
    const late = [...Array.from({ length: 12 }, () => 'go nowhere'), ...turns];
    expect(householdGame.score(task(HEAT), late).success).toBe(false);
  });

  it('measures a level by the goal, the receptacles to open and the size of the household', () => {
    const level = (text: string) => householdGame.level(task(text));
    expect(level('put apple desk in shelf apple desk')).toBe(1);
    expect(level('put apple desk in drawer apple desk')).toBe(2);
    expect(level('two pen desk in shelf pen table pen desk')).toBe(2);
    expect(level('put apple desk in shelf apple desk sink counter table safe')).toBe(2);
    expect(level(HEAT)).toBe(3);
    expect(level('heat apple safe in drawer apple microwave safe shelf desk table')).toBe(6);
  });

  it('draws all six kinds of goal', () => {
    const random = new RandomStream(9, 0);
    const kinds = Array.from({ length: 200 }, () => householdGame.sampleTask(3, random).split(' ')[0]);
    expect([...new Set(kinds)].sort()).toEqual(['clean', 'cool', 'heat', 'light', 'put', 'two']);
  });

  it('recognises unsolvable and trivial tasks', () => {
    const impossible = (goal: string) => ({ code: 'household-game/goal-impossible', goal });
    expect(solution('put apple desk in shelf pen desk')).toEqual({
      code: 'household-game/object-missing',
      object: 'apple',
    });
    expect(solution('heat pen desk in shelf pen desk microwave')).toEqual({
      code: 'household-game/treatment-impossible',
      treatment: 'heat',
      object: 'pen',
    });
    expect(solution('heat apple desk in shelf apple desk')).toEqual(impossible('heat apple desk'));
    expect(solution('two pen desk in shelf pen desk')).toEqual(impossible('two pen desk'));
    expect(solution('put pen fridge in shelf pen fridge')).toEqual(impossible('put pen fridge'));
    expect(householdGame.audit(task('put apple desk in desk apple shelf'))).toBe('trivial');
    expect(householdGame.audit(task(HEAT))).toBe('valid');
  });

  it('says why a text is not a task', () => {
    const reason = (text: string) => refusalOf(householdGame, text);
    expect(reason('')).toEqual({ code: 'household-game/no-contents' });
    expect(reason('in desk apple')).toEqual({ code: 'household-game/no-goal' });
    expect(reason('eat apple desk in desk')).toEqual({ code: 'household-game/unknown-goal', word: 'eat' });
    expect(reason('put apple in desk')).toEqual({ code: 'household-game/incomplete-goal', goal: 'put' });
    expect(reason('put desk apple in desk')).toEqual({ code: 'household-game/unknown-object', word: 'desk' });
    expect(reason('put apple desk in apple desk')).toEqual({ code: 'household-game/object-nowhere', object: 'apple' });
    expect(reason('put apple desk in desk desk')).toEqual({
      code: 'household-game/repeated-receptacle',
      receptacle: 'desk',
    });
    expect(reason('put apple desk in desk toString')).toEqual({
      code: 'household-game/unknown-thing',
      word: 'toString',
    });
    expect(reason('put apple desk in desk pen pen pen pen')).toEqual({
      code: 'household-game/full-receptacle',
      receptacle: 'desk',
      most: 3,
    });
  });
});
