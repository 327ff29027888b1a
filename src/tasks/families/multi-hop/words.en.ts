/** @file Why a text is no task and an answer is right or wrong in the families multi-hop-search and wide-search. */
import type { MultiHopReason } from './reasons.ts';
import { quoted, type Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<MultiHopReason> = {
  'multi-hop/no-person': () => 'The text does not begin with a person.',
  'multi-hop/no-question': () => 'The text asks nothing.',
  'multi-hop/not-a-wording': ({ word }) => `“${word}” is in the place of a question's wording.`,
  'multi-hop/leads-nowhere': ({ question }) =>
    `Before “${question}” the hops do not lead to a person whom facts could be about.`,
  'multi-hop/not-a-relation': ({ word }) => `“${word}” is in the place of a relation.`,
  'multi-hop/no-object': ({ relation }) => `“${relation}” is not followed by one of its values.`,
  'multi-hop/no-fact': ({ question }) => `No fact follows “${question}”.`,
  'multi-hop/too-many-facts': ({ question, most }) => `More than ${most} facts follow “${question}”.`,
  'multi-hop/too-many-hops': ({ hops, most }) => `The question has ${hops} hops; ${most} is the most.`,
  'multi-hop/unanswered': ({ question, subject }) => `No fact answers the “${question}” of ${subject}.`,
  'multi-hop/no-answer': () => 'The answer, the last turn, is missing.',
  'multi-hop/solved': ({ answer }) => `The answer is ${answer}.`,
  'multi-hop/wrong-answer': ({ answer, given }) => `The answer is ${answer}, not ${given ? quoted(given) : 'nothing'}.`,
};
