/** @file What is wrong with a world, and what would be right. */
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import type { WorldFinding, WorldProblem } from './check-world.ts';

const sentences: Sentences<WorldFinding> = {
  'too-large': ({ most }) => `the file has more than the ${most} characters of a world; choose another.`,
  'not-json': ({ cause }) => `the text is no JSON (${cause}); correct it there.`,
  'not-an-object': () => 'write a JSON object, as in the template.',
  'other-version': ({ value }) =>
    `write 1, the version of the format, not ${value}; a later one needs a newer playground.`,
  'unknown-field': ({ name }) => `there is no field “${name}”; take it away or correct it.`,
  'not-a-title': ({ most }) => `give the world a name of 1 to ${most} characters.`,
  'not-a-list': ({ least, most }) => `write a list of ${least} to ${most}.`,
  'not-a-name': ({ value, most }) =>
    `${value} is no name; a name is one word of 1 to ${most} characters without spaces or control characters.`,
  'reserved-name': ({ name }) => `“${name}” belongs to the language of tasks; choose another name.`,
  'same-name': ({ name }) => `“${name}” is there twice; take one away.`,
  'unknown-name': ({ name, what }) => `${name} is no ${what} of this world; add it, or correct the rule.`,
  'not-true': ({ value }) => `“told” is true or left out, not ${value}.`,
  'not-a-count': ({ value, least, most }) => `write a whole number from ${least} to ${most}, not ${value}.`,
  'idle-rule': () => 'this rule decides no goal; move it before those that fit its goals too, or take it away.',
  'lower-level': () =>
    'this level asks for no more than the one before it; give it more steps, distractors or hops, and less of none.',
  'too-few-things': ({ needed, things }) =>
    `this level needs ${needed} different things, but there are ${things}; add things, or ask for less.`,
  'too-few-chains': ({ needed, things, hops }) =>
    `this level needs ${needed} things with ${hops} hops, but there are ${things}; make places things too, with rules of their own, or ask for less.`,
  'too-many-combinations': ({ combinations, most }) =>
    `things, actions and arguments have ${combinations} combinations; ${most} is the most, so take some away.`,
  'no-task': () => 'no rule fits any goal, so no task can be solved; add a rule.',
  'one-place': () => 'there is one place only, so there is nothing to discover; add another.',
  'too-few-tasks': () => 'this level has too few different tasks to keep some for evaluation; add things or actions.',
  'too-easy': ({ percent, most }) =>
    `whoever guesses is right in ${percent}% of tasks; it may be ${most}%, so add places, or levels of more steps.`,
};

/** In one sentence, with the place. */
export function worldProblemText(problem: WorldProblem): string {
  const { field, item } = problem;
  const place = field === undefined ? 'The world' : item === undefined ? `“${field}”` : `“${field}”, number ${item}`;
  return `${place}: ${sentenceOf<WorldFinding>(sentences, problem)}`;
}
