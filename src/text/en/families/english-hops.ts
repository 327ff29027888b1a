/** @file Sentences of the reasons of the family english-hops. */
import type { EnglishHopsReason } from '../../../tasks/families/english-hops/reasons.ts';
import { quoted, type Sentences } from '../../sentences.ts';

export const englishHops: Sentences<EnglishHopsReason> = {
  'english-hops/not-json': () => 'The text holds no JSON object, even after small repairs.',
  'english-hops/no-question': () => 'The task has no question.',
  'english-hops/unclear-question': ({ question }) => `The oracle cannot read the question ${quoted(question)}.`,
  'english-hops/too-many-hops': ({ hops, most }) => `The question has ${hops} hops; ${most} is the most.`,
  'english-hops/no-facts': () => 'The task gives no facts.',
  'english-hops/unclear-fact': ({ fact }) => `The oracle cannot read the fact ${quoted(fact)}.`,
  'english-hops/repeated-fact': ({ fact }) => `The fact ${quoted(fact)} stands twice.`,
  'english-hops/too-many-facts': ({ facts, most }) => `The task gives ${facts} facts; ${most} is the most.`,
  'english-hops/unanswered': ({ relation, subject }) => `No fact names the ${relation} of ${subject}.`,
  'english-hops/no-answer': () => 'The answer is empty.',
  'english-hops/solved': ({ answer }) => `The answer is ${answer}.`,
  'english-hops/wrong-answer': ({ answer, given }) => `The answer is ${answer}, not ${quoted(given)}.`,
};
