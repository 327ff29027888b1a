/** @file The task families by their titles. */

const titles: Readonly<Record<string, string>> = {
  household: 'Household',
  'function-calling': 'Function calling',
  travel: 'Travel',
  'travel-rules': 'Travel by house rules',
  'stateful-calls': 'Stateful calls',
  'service-calls': 'Stateful calls, service before argument',
  'household-game': 'Household game',
  'household-errands': 'Household errands',
  'long-errands': 'Household errands, up to four',
  'multi-hop': 'Multi-hop questions',
  'multi-hop-search': 'Multi-hop questions with a search',
  'wide-search': 'Multi-hop questions with a search, three relations each',
  'english-calls': 'Function calling in English',
  'english-hops': 'Multi-hop questions in English',
};

export const familyTitle = (name: string): string => titles[name] ?? name;
