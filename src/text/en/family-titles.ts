/** @file The task families by their titles. */
import { type FamilyName, isFamilyName } from '../../tasks/registry.ts';

const titles: Readonly<Record<FamilyName, string>> = {
  household: 'Household',
  'function-calling': 'Function calling',
  'travel-rules': 'Travel by house rules',
  'stateful-calls': 'Stateful calls',
  'service-calls': 'Stateful calls, service before argument',
  'household-errands': 'Household errands',
  'long-errands': 'Household errands, up to four',
  'multi-hop': 'Multi-hop questions',
  'multi-hop-search': 'Multi-hop questions with a search',
  'wide-search': 'Multi-hop questions with a search, three relations each',
  'english-calls': 'Function calling in English',
};

/** The title; a name this program does not know (of an imported run, for example) stays as it is. */
export const familyTitle = (name: string): string => (isFamilyName(name) ? titles[name] : name);
