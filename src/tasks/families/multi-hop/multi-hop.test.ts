import { describe, expect, it } from 'vitest';
import { refusalOf, taskOf } from '../../testing/read-task.ts';
import { multiHop } from './multi-hop.ts';

const task = (text: string) => taskOf(multiHop, text);

const TWO_HOPS = 'eve guide mentor dan rival bob ride drives red car friend amy';

describe('multi-hop questions', () => {
  it('asks without naming the bridge, and shows what is known about the start', () => {
    const [question, known] = multiHop.prompt(task(TWO_HOPS)).split(' ? ');
    expect(question).toBe('eve guide ride');
    expect(['dan mentor bob rival', 'bob rival dan mentor']).toContain(known);
    expect(multiHop.level(task(TWO_HOPS))).toBe(2);
  });

  it('looks up what a turn names, and ends with the last hop', () => {
    const episode = multiHop.start(task(TWO_HOPS));
    const { observation, done } = episode.step('guide mentor dan');
    expect(done).toBe(false);
    expect(['red car drives amy friend', 'amy friend red car drives']).toContain(observation);
    expect(episode.step('ride drives red car')).toEqual({ observation: '', done: true });
    const first = (action: string) => multiHop.start(task(TWO_HOPS)).step(action);
    expect(first('guide rival bob')).toEqual({ observation: 'nothing', done: false });
    expect(first('')).toEqual({ observation: 'nothing', done: false });
    expect(first('dan').observation).toBe(observation);
  });

  it('judges the last turn only, by exact match and token F1', () => {
    const score = (...turns: string[]) => multiHop.score(task(TWO_HOPS), turns);
    expect(score('guide mentor dan', 'ride drives red car')).toMatchObject({
      reward: 1,
      success: true,
      wellFormed: true,
    });
    expect(score('', 'red car')).toMatchObject({ reward: 1, success: true, wellFormed: false });
    expect(score('guide mentor dan', 'ride drives blue car')).toMatchObject({ reward: 0.5, success: false });
    expect(score('guide mentor dan', 'ride drives blue car').wellFormed).toBe(false);
    expect(score('guide mentor dan', 'ride drives car').reward).toBeCloseTo(2 / 3, 10);
    expect(score('guide mentor dan', 'ride friend amy')).toEqual({
      reward: 0,
      success: false,
      wellFormed: true,
      reason: { code: 'multi-hop/wrong-answer', answer: 'red car', given: 'amy' },
    });
    expect(score('guide rival bob', 'ride drives red car')).toMatchObject({ success: true, wellFormed: false });
    expect(score('guide rival dan', 'ride drives red car').wellFormed).toBe(false);
    expect(score('foe mentor dan', 'ride drives red car').wellFormed).toBe(false);
    expect(score('guide mentor dan')).toMatchObject({ reward: 0, wellFormed: false });
    expect(score()).toMatchObject({ reward: 0, success: false, wellFormed: false });
  });

  it('recognises unsolvable, ambiguous and trivial tasks', () => {
    expect(multiHop.oracle(task('eve guide friend dan'))).toEqual({
      solvable: false,
      reason: { code: 'multi-hop/unanswered', question: 'guide', subject: 'eve' },
    });
    expect(multiHop.audit(task('eve guide mentor dan mentor bob'))).toBe('ambiguous');
    expect(multiHop.audit(task('eve guide mentor dan mentor dan'))).toBe('valid');
    expect(multiHop.audit(task('eve guide mentor dan mate friend bob'))).toBe('trivial');
  });

  it('says why a text is not a task', () => {
    const reason = (text: string) => refusalOf(multiHop, text);
    expect(reason('')).toEqual({ code: 'multi-hop/no-person' });
    expect(reason('eve')).toEqual({ code: 'multi-hop/no-question' });
    expect(reason('eve mentor dan')).toEqual({ code: 'multi-hop/not-a-wording', word: 'mentor' });
    expect(reason('eve guide')).toEqual({ code: 'multi-hop/no-fact', question: 'guide' });
    expect(reason('eve guide dan')).toEqual({ code: 'multi-hop/not-a-relation', word: 'dan' });
    expect(reason('eve guide mentor red car')).toEqual({ code: 'multi-hop/no-object', relation: 'mentor' });
    expect(reason('eve ride drives red house')).toEqual({ code: 'multi-hop/no-object', relation: 'drives' });
    expect(reason('eve guide friend dan mate friend bob')).toEqual({
      code: 'multi-hop/leads-nowhere',
      question: 'mate',
    });
    expect(reason('eve ride drives red car mate friend bob')).toEqual({
      code: 'multi-hop/leads-nowhere',
      question: 'mate',
    });
  });
});
