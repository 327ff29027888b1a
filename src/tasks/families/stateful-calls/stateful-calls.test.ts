import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { playTurns, solveText } from '../../family-parts.ts';
import { expectRefusals, taskOf } from '../../testing/read-task.ts';
import { SERVICE_OF, serviceCalls, SERVICES, statefulCalls } from './stateful-calls.ts';

const task = (text: string) => taskOf(statefulCalls, text);
const solution = (text: string): string[] => solveText(statefulCalls, text)!;

describe('stateful calls', () => {
  it('passes each result on to the next call', () => {
    const answers = solution('pay bill boss eve');
    const { observations } = playTurns(statefulCalls, task('pay bill boss eve'), answers);
    const [boss, number] = observations;
    expect(answers).toEqual(['boss eve office', `bill ${boss} bank`, `pay ${number} bank`]);
    expect(statefulCalls.level(task('pay bill boss eve'))).toBe(3);
  });

  it('answers a wrong service with another record, so that the episode continues', () => {
    const example = task('pay bill boss eve');
    const [right, wrong] = ['office', 'bank'].map((service) =>
      statefulCalls.start(example).step(`boss eve ${service}`),
    );
    expect(right.done || wrong.done).toBe(false);
    expect(right.observation).not.toBe(wrong.observation);
  });

  it('knows tools by description, or by search', () => {
    expect(solution('badge eve at badge clinic')).toEqual(['badge eve clinic']);
    const [search, call] = solution('badge eve');
    expect(search).toBe('search badge');
    const { observation } = statefulCalls.start(task('badge eve')).step(search);
    expect(SERVICES).toContain(observation);
    expect(call).toBe(`badge eve ${observation}`);
    expect(statefulCalls.score(task('badge eve'), [call])).toMatchObject({ success: true, wellFormed: true });
    expect(solution('badge eve & badge bob').filter((turn) => turn.startsWith('search'))).toHaveLength(1);
  });

  it('plays tools where they are said to be as often as asked, and services at random', () => {
    const DRAWS = 400;
    const example = task('badge eve & bill bob at badge clinic');
    /** Returns the shares of right services for the tool and for the record. */
    const shares = (reads?: number): number[] => {
      const plays = Array.from({ length: DRAWS }, (_, i) =>
        statefulCalls.play(example, new RandomStream(i, 1), { reads }),
      );
      return ['badge eve clinic', 'bill bob bank'].map(
        (right, call) => plays.filter((turns) => turns[call] === right).length / DRAWS,
      );
    };
    const CHANCE = 1 / SERVICES.length;
    // The tolerance is four standard errors of a share of 400 draws.
    const near = (share: number, expected: number) =>
      expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt(0.25 / DRAWS));
    shares().forEach((share) => near(share, CHANCE));
    const [tool, record] = shares(0.5);
    near(tool, 0.5 + 0.5 * CHANCE);
    near(record, CHANCE);
    expect(shares(1)[0]).toBe(1);
  });

  it('wants exactly the expected calls', () => {
    const score = (...turns: string[]) => statefulCalls.score(task('bill eve & order bob'), turns);
    expect(score('bill eve bank', 'order bob shop')).toMatchObject({ success: true, wellFormed: true });
    expect(score('order bob shop', 'bill eve bank')).toEqual({
      reward: 0,
      success: false,
      wellFormed: true,
      reason: { code: 'stateful-calls/wrong-call', call: 1, made: 'order bob shop', due: 'bill eve bank' },
    });
    expect(score('bill eve bank')).toEqual({
      reward: 0,
      success: false,
      wellFormed: false,
      reason: { code: 'stateful-calls/missing-call', call: 2, due: 'order bob shop' },
    });
    expect(score('bill bank', 'bill eve bank', 'order bob shop')).toMatchObject({ success: true, wellFormed: false });
    expect(score('bill 12 bank', 'order bob shop')).toMatchObject({ success: false, wellFormed: false });
  });

  it('ends after the last call, and after at most eleven turns', () => {
    const nonsense = Array.from({ length: 20 }, () => 'bank bank');
    const { turns, observations } = playTurns(statefulCalls, task('bill eve'), nonsense);
    expect(turns).toHaveLength(11);
    expect(new Set(observations)).toEqual(new Set(['error']));
    expect(statefulCalls.start(task('bill eve')).step('bill bob shop').done).toBe(true);
  });

  it('has no word with two meanings', () => {
    expect(new Set(statefulCalls.words).size).toBe(statefulCalls.words.length);
    expect(new Set(SERVICE_OF.values()).size).toBe(6);
  });

  it('says why a text is not a task', () => {
    expectRefusals(statefulCalls, 'stateful-calls', [
      ['', 'no-person'],
      ['eve', 'nothing-asked', { person: 'eve' }],
      ['bank eve', 'not-callable', { word: 'bank' }],
      ['pay boss eve', 'wrong-kind', { word: 'pay', takes: 'number' }],
      ['boss bill eve', 'wrong-kind', { word: 'boss', takes: 'person' }],
      ['boss boss boss boss boss eve', 'chain-too-long', { calls: 5, most: 4 }],
      ['boss eve & boss eve & boss eve & boss eve & boss eve', 'too-many-requests', { requests: 5, most: 4 }],
      ['badge eve at', 'no-description'],
      ['badge eve at badge', 'unpaired-description'],
      ['badge eve at bill bank', 'not-a-tool', { word: 'bill' }],
    ]);
  });
});

it('service calls are stateful calls with the service in second place', () => {
  const text = 'pay bill boss eve & badge bob';
  const example = taskOf(serviceCalls, text);
  const last = solution(text);
  const reordered = last.map((turn) => {
    const [word, argument, service] = turn.split(' ');
    return service === undefined ? turn : [word, service, argument].join(' ');
  });
  expect(solveText(serviceCalls, text)).toEqual(reordered);
  const { observations } = playTurns(serviceCalls, example, reordered);
  expect(observations).toEqual(playTurns(statefulCalls, task(text), last).observations);
  expect(serviceCalls.score(example, reordered)).toMatchObject({ success: true, wellFormed: true });
  expect(serviceCalls.score(example, last)).toMatchObject({ success: false, wellFormed: false });
  const [, ...others] = reordered;
  expect(serviceCalls.score(example, ['boss bank eve', ...others]).reason).toMatchObject({
    code: 'stateful-calls/wrong-call',
    made: 'boss bank eve',
    due: 'boss office eve',
  });
});
