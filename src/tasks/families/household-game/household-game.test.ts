import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { replay } from '../../dialogue.ts';
import { householdGame } from './household-game.ts';

const task = (text: string) => {
  const parsed = householdGame.parse(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.task;
};
const observe = (text: string, turns: string[]) => replay(householdGame, task(text), turns).observations;
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
      reason: 'The goal is not reached after 4 commands.',
    });
    expect(householdGame.score(task(HEAT), ['go shelf', 'shelf'])).toMatchObject({ wellFormed: false });
    expect(householdGame.score(task(HEAT), [])).toMatchObject({ success: false, wellFormed: false });
  });

  it('ends with the goal, or with the sixteenth command', () => {
    const turns = solution(HEAT) as string[];
    expect(replay(householdGame, task(HEAT), [...turns, 'go shelf', 'go desk']).turns).toEqual(turns);
    expect(
      replay(
        householdGame,
        task(HEAT),
        Array.from({ length: 30 }, () => 'go shelf'),
      ).turns,
    ).toHaveLength(16);
    const late = [...Array.from({ length: 12 }, () => 'go nowhere'), ...turns];
    expect(householdGame.score(task(HEAT), late).success).toBe(false);
  });

  it('measures a level by what is to be done, opened and searched', () => {
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

  it('tells unsolvable and trivial tasks from tasks', () => {
    expect(solution('put apple desk in shelf pen desk')).toBe('There is no apple here.');
    expect(solution('heat pen desk in shelf pen desk microwave')).toBe('One cannot heat the pen.');
    expect(solution('heat apple desk in shelf apple desk')).toMatch(/“heat apple desk” cannot be done/);
    expect(solution('two pen desk in shelf pen desk')).toMatch(/“two pen desk” cannot be done/);
    expect(solution('put pen fridge in shelf pen fridge')).toMatch(/cannot be done/);
    expect(householdGame.audit(task('put apple desk in desk apple shelf'))).toBe('trivial');
    expect(householdGame.audit(task(HEAT))).toBe('valid');
  });

  it('says why a text is not a task', () => {
    const reason = (text: string): string => {
      const parsed = householdGame.parse(text);
      return parsed.ok ? 'a task' : parsed.reason;
    };
    expect(reason('')).toBe('The text does not say what there is (“in”).');
    expect(reason('in desk apple')).toBe('The text has no goal.');
    expect(reason('eat apple desk in desk')).toBe('“eat” is not a goal of this world.');
    expect(reason('put apple in desk')).toBe('The goal “put” is not followed by what it needs.');
    expect(reason('put desk apple in desk')).toBe('“desk” is not an object of this world.');
    expect(reason('put apple desk in apple desk')).toBe('The object apple lies in no receptacle.');
    expect(reason('put apple desk in desk desk')).toBe('The receptacle desk stands twice.');
    expect(reason('put apple desk in desk toString')).toBe('“toString” is neither a receptacle nor an object.');
    expect(reason('put apple desk in desk pen pen pen pen')).toBe('More than 3 things lie in the desk.');
  });
});
