import { describe, expect, it } from 'vitest';
import { functionCalling } from './function-calling.ts';

const task = (text: string) => {
  const parsed = functionCalling.parse(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.task;
};
const success = (text: string, answer: string) => functionCalling.score(task(text), [answer]).success;

const TWO = 'weather city date : rome tue & mail guest count maybe dish : amy 3 & hotel place food';

describe('function calling', () => {
  it('shows functions and values in another order than they were written, always the same', () => {
    const prompt = functionCalling.prompt(task(TWO));
    const [functions, requests] = prompt.split(' ? ');
    expect(functions.split(' ; ').sort()).toEqual([
      'hotel place food',
      'mail guest count maybe dish',
      'weather city date',
    ]);
    const [weather, mail] = requests.split(' & ').map((request) => request.split(' '));
    expect([weather[0], ...weather.slice(1).sort()]).toEqual(['weather', 'rome', 'tue']);
    expect([mail[0], ...mail.slice(1).sort()]).toEqual(['mail', '3', 'amy']);
    expect(functionCalling.prompt(task(TWO))).toBe(prompt);
  });

  it('follows the BFCL rule', () => {
    expect(success(TWO, 'weather rome city tue date & mail amy guest 3 count')).toBe(true);
    expect(success(TWO, 'mail 3 count amy guest & weather tue date rome city')).toBe(true);
    expect(success(TWO, 'weather rome date tue city & mail amy guest 3 count')).toBe(false);
    expect(success(TWO, 'weather rome city tue date')).toBe(false);
    expect(success(TWO, 'weather rome city tue date & mail amy guest 3 count soup dish')).toBe(false);
    expect(success(TWO, 'weather rome city tue date & mail amy guest')).toBe(false);
    expect(success(TWO, 'weather rome city tue date & mail amy guest 4 count')).toBe(false);
    expect(success(TWO, 'none')).toBe(false);
    expect(success(TWO, '')).toBe(false);
  });

  it('says in which call which value does not fit', () => {
    const { reason, wellFormed } = functionCalling.score(task(TWO), [
      'weather rome city tue date & mail amy count 3 guest',
    ]);
    expect(reason).toBe('In the call of mail, amy does not fit count.');
    expect(wellFormed).toBe(true);
  });

  it('wants no call where the requested function is missing', () => {
    const text = 'weather city date : rome tue & hotel place food & none';
    expect(functionCalling.prompt(task(text))).toMatch(/^hotel place food \? weather /);
    expect(success(text, 'none')).toBe(true);
    expect(success(text, 'hotel rome place tue food')).toBe(false);
    expect(functionCalling.level(task(text))).toBe(3);
  });

  it('tells unsolvable and ambiguous tasks from tasks', () => {
    const oracle = (text: string) => functionCalling.oracle(task(text));
    expect(oracle('weather city date : rome')).toEqual({
      solvable: false,
      reason: 'The request gives no value for the required parameter date of weather.',
    });
    expect(oracle('weather city date : rome tue soup')).toEqual({
      solvable: false,
      reason: 'No parameter of weather takes the value soup.',
    });
    expect(success('weather city date : rome tue soup', 'weather rome city tue date')).toBe(false);
    expect(functionCalling.audit(task('weather city date : rome tue lima'))).toBe('ambiguous');
    expect(success('weather city date : rome tue lima', 'weather tue date lima city')).toBe(true);
  });

  it('says why a text is not a task', () => {
    const reason = (text: string): string => {
      const parsed = functionCalling.parse(text);
      return parsed.ok ? 'a task' : parsed.reason;
    };
    expect(reason('')).toBe('A function is missing.');
    expect(reason('rome city date : rome tue')).toBe('“rome” is not a function.');
    expect(reason('weather city : rome')).toMatch(/does not have two parameters/);
    expect(reason('weather city place : rome lima')).toBe('The function weather has two parameters of one kind.');
    expect(reason('weather city rome : rome lima')).toBe('“rome” is not a parameter.');
    expect(reason('weather city date')).toBe('No function is requested.');
    expect(reason('weather city date : rome city')).toBe('“city” is not a value.');
    expect(reason('weather city date : rome tue & none')).toBe('Without the requested functions the list is empty.');
    expect(reason('weather city date : rome tue & weather city date')).toBe('The function weather stands twice.');
  });
});
