import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import type { PlayStyle } from '../../family.ts';
import { expectRefusals, taskOf } from '../../testing/read-task.ts';
import { functionCalling } from './function-calling.ts';

const task = (text: string) => taskOf(functionCalling, text);
const success = (text: string, answer: string) => functionCalling.score(task(text), [answer]).success;

const TWO = 'weather city day : rome tue & mail person maybe food : amy 3 & hotel city food';

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

const WEATHER = 'weather rome city tue day';
it.each<[string, string, object?]>([
  [`${WEATHER} & mail amy person`, 'solved'],
  ['mail amy person & weather tue day rome city', 'solved'],
  [WEATHER, 'call-count', { calls: 1, due: 2 }],
  ['none', 'call-count', { calls: 0, due: 2 }],
  [`${WEATHER} & hotel rome city`, 'missing-call', { name: 'mail' }],
  [`${WEATHER} & ${WEATHER}`, 'missing-call', { name: 'mail' }],
  [`${WEATHER} & mail`, 'missing-argument', { name: 'mail', parameter: 'person' }],
  [`${WEATHER} & mail amy person 3 count`, 'unexpected-argument', { name: 'mail', parameter: 'count' }],
  // The request gives no value for an optional parameter.
  [`${WEATHER} & mail amy person soup food`, 'other-value', { name: 'mail', value: 'soup', parameter: 'food' }],
  [`${WEATHER} & mail bob person`, 'other-value', { name: 'mail', value: 'bob', parameter: 'person' }],
  // An answer with words unknown to the family is malformed, but is still compared.
  [`${WEATHER} & mail somebody person`, 'other-value', { name: 'mail', value: 'somebody', parameter: 'person' }],
  [`${WEATHER} & mail amy count`, 'misfit', { name: 'mail', value: 'amy', parameter: 'count' }],
  ['weather rome city tue', 'malformed-answer'],
  ['weather rome city rome city tue day & mail amy person', 'malformed-answer'],
  ['', 'malformed-answer'],
])('judges “%s” by the BFCL rule: %s', (answer, code, parameters) => {
  const { reason, success, wellFormed } = functionCalling.score(task(TWO), [answer]);
  expect(reason).toEqual({ code: `function-calling/${code}`, ...parameters });
  expect(success).toBe(code === 'solved');
  expect(wellFormed).toBe(code !== 'malformed-answer' && !answer.includes('somebody'));
});

it('keeps numbers apart from words, as the rule does', () => {
  expect(success('weather count : 3', 'weather 3 count')).toBe(true);
  expect(success('weather count : 3', 'weather rome count')).toBe(false);
});

it('expects no call if the requested function is missing', () => {
  const text = 'weather city day : rome tue & hotel city food & none';
  expect(functionCalling.prompt(task(text))).toMatch(/^hotel city food \? weather /);
  expect(success(text, 'none')).toBe(true);
  expect(success(text, 'weather rome city tue day')).toBe(false);
  expect(success(text, 'hotel rome city soup food')).toBe(false);
  expect(functionCalling.level(task(text))).toBe(2);
});

it('recognises unsolvable and ambiguous tasks', () => {
  expect(functionCalling.oracle(task('weather city day : rome'))).toEqual({
    solvable: false,
    reason: { code: 'function-calling/missing-value', name: 'weather', parameter: 'day' },
  });
  expect(functionCalling.audit(task('weather city day : rome tue lima'))).toBe('ambiguous');
  expect(success('weather city day : rome tue lima', 'weather tue day lima city')).toBe(true);
  expect(functionCalling.audit(task('weather city day : rome tue soup'))).toBe('valid');
});

it('says why a text is not a task', () => {
  expectRefusals(functionCalling, 'function-calling', [
    ['', 'missing-function'],
    ['rome city day : rome tue', 'unknown-function', { word: 'rome' }],
    ['weather : rome', 'parameter-count', { name: 'weather' }],
    ['weather city maybe : rome', 'parameter-count', { name: 'weather' }],
    ['weather city city : rome', 'repeated-parameter', { name: 'weather' }],
    ['weather city rome : rome lima', 'unknown-parameter', { word: 'rome' }],
    ['weather city day', 'no-request'],
    ['weather city day : rome city', 'unknown-value', { word: 'city' }],
    ['weather city day : rome tue & none', 'empty-list'],
    ['weather city day : rome tue & weather city day', 'repeated-function', { name: 'weather' }],
  ]);
});

describe('play', () => {
  const DRAWS = 400;
  const plays = (text: string, style?: PlayStyle) =>
    Array.from({ length: DRAWS }, (_, i) => functionCalling.play(task(text), new RandomStream(i, 1), style)[0]);
  const shareOf = (answers: readonly string[], parameters: readonly string[]) => {
    const calls = answers.filter((answer) => answer !== 'none').map((answer) => answer.split(' ').slice(1));
    const given = calls.flatMap((words) => words.filter((_, i) => i % 2 === 1));
    return given.filter((parameter) => parameters.includes(parameter)).length / given.length;
  };
  // The tolerance is four standard errors of a share of 300 arguments.
  const near = (share: number, expected: number) =>
    expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt(0.25 / 300));

  it('gives a value to a parameter of its function as often as it reads, else to any', () => {
    const ONE = 'weather city maybe day : rome & mail count';
    near(shareOf(plays(ONE), ['city', 'day']), 2 / 6);
    near(shareOf(plays(ONE, { reads: 0.5 }), ['city', 'day']), 0.5 + 0.5 * (2 / 6));
    expect(shareOf(plays(ONE, { reads: 1 }), ['city', 'day'])).toBe(1);
    // Pre-training answers do not know which of the two parameters fits.
    near(shareOf(plays(ONE, { reads: 1 }), ['city']), 0.5);
  });

  it.each([false, true])('leaves a value out where it reads that no parameter is free, in order: %s', (inOrder) => {
    const counts = plays('weather city : rome tue', { reads: 1, inOrder }).map((answer) => answer.split(' ').length);
    expect(Math.max(...counts)).toBe('weather rome city'.split(' ').length);
  });

  it.each([false, true])('reads nothing of a function that the list lacks, in order: %s', (inOrder) => {
    near(shareOf(plays('weather city day : rome & mail count & none', { reads: 1, inOrder }), ['city', 'day']), 2 / 6);
  });

  it('in order, gives the parameters of its function as often as it reads, else a run through all', () => {
    const BOTH = 'weather city day : rome tue & mail count';
    const parameters = plays(BOTH, { reads: 0.5, inOrder: true }).flatMap((answer) => {
      const words = answer.split(' ');
      return words.length === 'weather rome city tue day'.split(' ').length ? [`${words[2]} ${words[4]}`] : [];
    });
    const runs = ['city day', 'day food', 'food person', 'person count', 'count color', 'color city'];
    expect(new Set(parameters)).toEqual(new Set([...runs, 'day city']));
    // Half of the calls use the listed parameters, in both orders equally often. The tolerance is four standard errors.
    const expected = 0.25 + 0.5 / runs.length;
    const share = parameters.filter((pair) => pair === 'city day').length / parameters.length;
    expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / parameters.length));
  });

  const styles = [0, 0.5, 1].flatMap((reads) => [false, true].map((inOrder) => ({ reads, inOrder })));
  it.each(styles)('is well-formed where it reads $reads, in order: $inOrder', (style) => {
    for (let level = 2; level <= functionCalling.levels; level += 3) {
      const random = new RandomStream(level, 2);
      const sampled = task(functionCalling.sampleTask(level, random));
      const answers = Array.from({ length: 20 }, () => functionCalling.play(sampled, random, style));
      expect(answers.map((answer) => functionCalling.score(sampled, answer).wellFormed)).not.toContain(false);
    }
  });
});
