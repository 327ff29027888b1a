/** @file What the task families are called, and what their examples mean. */
import type { FamilyWords } from '../../tasks/family.ts';
import { type FamilyName, isFamilyName, ownFamily } from '../../tasks/registry.ts';

const errands =
  'is two errands: heat the apple from the shelf and bring it to the desk, then bring the mug from the drawer to the shelf. The agent must find out that the task says where to go, and which appliance does what.';
const multiHop =
  'asks for the chief of eve’s guide: pat. The agent looks one relation up in each turn; it must find out which one a wording means.';

export const families: Readonly<Record<FamilyName, FamilyWords>> = {
  household: {
    title: 'Household',
    meaning: 'is a task of two goals. The agent knows the words, but not which station does what.',
  },
  'function-calling': {
    title: 'Function calling',
    meaning:
      'asks for one call with two values, beside a function nobody asks for. The agent must find out which parameter each value fits.',
  },
  'travel-rules': {
    title: 'Travel by house rules',
    meaning:
      'is a trip of two nights with what the guest needs each night; a plan may cost 1 more than the cheapest. The agent must find out which kinds of place allow it, and which are cheap.',
  },
  'stateful-calls': {
    title: 'Stateful calls',
    meaning: 'needs several calls, each with the result of the last. The agent must find out which service keeps what.',
  },
  'service-calls': {
    title: 'Stateful calls, service before argument',
    meaning:
      'needs several calls, each with the result of the last and its service in second place. The agent must find out which service keeps what.',
  },
  'household-errands': { title: 'Household errands', meaning: errands },
  'long-errands': { title: 'Household errands, up to four', meaning: errands },
  'multi-hop-search': { title: 'Multi-hop questions with a search', meaning: multiHop },
  'wide-search': { title: 'Multi-hop questions with a search, three relations each', meaning: multiHop },
  'english-calls': {
    title: 'Function calling in English',
    meaning:
      'is a request and the functions on offer. The agent answers with calls; it must find out which function a sentence asks for.',
  },
  additions: {
    title: 'Additions of digits',
    meaning:
      'is answered term by term, 4 + 7 = 11 + 2 = 13. A checkpoint that has read arithmetic knows some sums; the agent must learn the others.',
  },
};

const ownMeanings = {
  world: 'is a task of a world that a person made. The agent must find out what is done where.',
  tasks: 'is a task that a person gave. The agent must find out how such tasks are answered.',
};

/** The title; a name this program does not know (of an imported run, for example) stays as it is. */
export const familyTitle = (name: string): string =>
  isFamilyName(name) ? families[name].title : (ownFamily(name)?.title ?? name);

/** What the example of a family asks, to stand after it. */
export const familyMeaning = (name: string): string =>
  isFamilyName(name) ? families[name].meaning : ownMeanings[ownFamily(name)?.kind ?? 'world'];
