import { describe, expect, it } from 'vitest';
import { refusalOf, taskOf } from '../../testing/read-task.ts';
import { englishHops } from './english-hops.ts';

const task = (text: string) => taskOf(englishHops, text);
const TWO = `{"question": "Name Amy's chief's pet.", "facts": ["Amy's boss is Bob.", "Amy's friend is Dan.", "Bob's pet is a white cat.", "Dan's pet is a red dog."]}`;

describe('multi-hop questions in English', () => {
  it('follows the relations of the question, in whatever word it names them', () => {
    expect(englishHops.oracle(task(TWO))).toMatchObject({ answers: ['white cat'] });
    expect(englishHops.level(task(TWO))).toBe(2);
    const of = TWO.replace("Name Amy's chief's pet.", 'What is the animal of the boss of Amy?').replace(
      "Bob's pet is",
      'The pet of Bob is',
    );
    expect(englishHops.oracle(task(of))).toMatchObject({ answers: ['white cat'] });
  });

  it('judges the answer alone: exact match for success, token F1 for the reward', () => {
    const score = (answer: string) => englishHops.score(task(TWO), [answer]);
    expect(score('A white cat.')).toMatchObject({ success: true, reward: 1, wellFormed: true });
    expect(score('red cat')).toMatchObject({ success: false, reward: 0.5 });
    expect(score('Bob')).toMatchObject({
      success: false,
      reward: 0,
      reason: { code: 'english-hops/wrong-answer', answer: 'white cat', given: 'Bob' },
    });
    expect(score('')).toMatchObject({ wellFormed: false, reason: { code: 'english-hops/no-answer' } });
    expect(score('The pet of the boss of Amy is a white cat').wellFormed).toBe(false);
    expect(englishHops.comparison!(task(TWO), ['A red cat'])).toEqual({
      rule: 'token-f1',
      answer: ['red', 'cat'],
      reference: ['white', 'cat'],
    });
  });

  it('recognises what cannot be answered, what has two answers and what needs no choice', () => {
    const without = TWO.replace(', "Bob\'s pet is a white cat."', '');
    expect(englishHops.oracle(task(without))).toMatchObject({
      reason: { code: 'english-hops/unanswered', relation: 'pet', subject: 'Bob' },
    });
    const twice = TWO.replace("Dan's pet is a red", "Bob's pet is a red");
    expect(englishHops.audit(task(twice))).toBe('ambiguous');
    expect(englishHops.audit(task(`{"question": "Name Amy's boss.", "facts": ["Amy's boss is Bob."]}`))).toBe(
      'trivial',
    );
  });

  it('says why a text is not a task', () => {
    const reason = (text: string) => refusalOf(englishHops, text);
    const facts = `"facts": ["Amy's boss is Bob."]`;
    expect(reason('Name it')).toEqual({ code: 'english-hops/not-json' });
    expect(reason(`{${facts}}`)).toEqual({ code: 'english-hops/no-question' });
    expect(reason(`{"question": "Name Amy's aunt.", ${facts}}`)).toMatchObject({
      code: 'english-hops/unclear-question',
    });
    expect(reason(`{"question": "Name Amy's boss."}`)).toEqual({ code: 'english-hops/no-facts' });
    expect(reason(`{"question": "Name Amy's boss.", "facts": ["Amy is tall."]}`)).toEqual({
      code: 'english-hops/unclear-fact',
      fact: 'Amy is tall.',
    });
    expect(
      reason(`{"question": "Name Amy's boss.", "facts": ["Amy's boss is Bob.", "The boss of Amy is Bob."]}`),
    ).toEqual({ code: 'english-hops/repeated-fact', fact: "Amy's boss is Bob." });
    const chain = "'s boss".repeat(6);
    expect(reason(`{"question": "Name Amy${chain}.", ${facts}}`)).toMatchObject({ code: 'english-hops/too-many-hops' });
  });
});
