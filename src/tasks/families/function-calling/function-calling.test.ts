import { describe, expect, it } from 'vitest';
import { functionCalling } from './function-calling.ts';

const task = (text: string) => {
  const parsed = functionCalling.parse(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.task;
};
const success = (text: string, answer: string) => functionCalling.score(task(text), [answer]).success;

const TWO = 'weather city day : rome tue & mail person maybe food : amy 3 & hotel city food';

describe('function calling', () => {
  it('shows functions and values in another order than they were written, always the same', () => {
    const prompt = functionCalling.prompt(task(TWO));
    const [functions, requests] = prompt.split(' ? ');
    expect(functions.split(' ; ').sort()).toEqual(['hotel city food', 'mail person maybe food', 'weather city day']);
    const [weather, mail] = requests.split(' & ').map((request) => request.split(' '));
    expect([weather[0], ...weather.slice(1).sort()]).toEqual(['weather', 'rome', 'tue']);
    expect([mail[0], ...mail.slice(1).sort()]).toEqual(['mail', '3', 'amy']);
    expect(functionCalling.prompt(task(TWO))).toBe(prompt);
    expect(functionCalling.level(task(TWO))).toBe(4);
  });

  it('follows the BFCL rule', () => {
    expect(success(TWO, 'weather rome city tue day & mail amy person')).toBe(true);
    expect(success(TWO, 'mail amy person & weather tue day rome city')).toBe(true);
    expect(success(TWO, 'weather rome day tue city & mail amy person')).toBe(false);
    expect(success(TWO, 'weather rome city tue day')).toBe(false);
    expect(success(TWO, 'weather rome city tue day & mail amy person 3 count')).toBe(false);
    expect(success(TWO, 'weather rome city tue day & mail amy person soup food')).toBe(false);
    expect(success(TWO, 'weather rome city tue day & mail')).toBe(false);
    expect(success(TWO, 'weather rome city tue day & mail bob person')).toBe(false);
    expect(success(TWO, 'weather rome city rome city tue day & mail amy person')).toBe(false);
    expect(success(TWO, 'none')).toBe(false);
    expect(success(TWO, '')).toBe(false);
  });

  it('keeps numbers apart from words, as the rule does', () => {
    expect(success('weather count : 3', 'weather 3 count')).toBe(true);
    const { reason } = functionCalling.score(task('weather count : 3'), ['weather rome count']);
    expect(reason).toBe('In the call of weather, rome does not fit count.');
  });

  it('says in which call which value does not fit', () => {
    const verdict = functionCalling.score(task(TWO), ['weather rome city tue day & mail amy count']);
    expect(verdict).toMatchObject({ reason: 'In the call of mail, amy does not fit count.', wellFormed: true });
    const broken = functionCalling.score(task(TWO), ['weather rome city tue']);
    expect(broken.wellFormed).toBe(false);
    expect(broken.reason).toMatch(/not a list of calls/);
  });

  it('wants no call where the requested function is missing', () => {
    const text = 'weather city day : rome tue & hotel city food & none';
    expect(functionCalling.prompt(task(text))).toMatch(/^hotel city food \? weather /);
    expect(success(text, 'none')).toBe(true);
    expect(success(text, 'weather rome city tue day')).toBe(false);
    expect(success(text, 'hotel rome city soup food')).toBe(false);
    expect(functionCalling.level(task(text))).toBe(2);
  });

  it('tells unsolvable and ambiguous tasks from tasks', () => {
    expect(functionCalling.oracle(task('weather city day : rome'))).toEqual({
      solvable: false,
      reason: 'The request gives no value for the required parameter day of weather.',
    });
    expect(functionCalling.audit(task('weather city day : rome tue lima'))).toBe('ambiguous');
    expect(success('weather city day : rome tue lima', 'weather tue day lima city')).toBe(true);
    expect(functionCalling.audit(task('weather city day : rome tue soup'))).toBe('valid');
  });

  it('says why a text is not a task', () => {
    const reason = (text: string): string => {
      const parsed = functionCalling.parse(text);
      return parsed.ok ? 'a task' : parsed.reason;
    };
    expect(reason('')).toBe('A function is missing.');
    expect(reason('rome city day : rome tue')).toBe('“rome” is not a function.');
    expect(reason('weather : rome')).toMatch(/does not have one or two parameters/);
    expect(reason('weather city maybe : rome')).toMatch(/does not have one or two parameters/);
    expect(reason('weather city city : rome')).toBe('The function weather has a parameter twice.');
    expect(reason('weather city rome : rome lima')).toBe('“rome” is not a parameter.');
    expect(reason('weather city day')).toBe('No function is requested.');
    expect(reason('weather city day : rome city')).toBe('“city” is not a value.');
    expect(reason('weather city day : rome tue & none')).toBe('Without the requested functions the list is empty.');
    expect(reason('weather city day : rome tue & weather city day')).toBe('The function weather stands twice.');
  });
});
