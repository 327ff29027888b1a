/** @file Every code has its sentence; the compiler asks for an example of each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from '../../genenv/log/reasons.ts';
import { RandomStream } from '../../random/random-stream.ts';
import type { EnglishCallsReason } from '../../tasks/families/english-calls/reasons.ts';
import type { FunctionCallingReason } from '../../tasks/families/function-calling/reasons.ts';
import type { HouseholdErrandsReason } from '../../tasks/families/household-errands/reasons.ts';
import type { HouseholdReason } from '../../tasks/families/household/reasons.ts';
import type { MultiHopReason } from '../../tasks/families/multi-hop/reasons.ts';
import type { StatefulCallsReason } from '../../tasks/families/stateful-calls/reasons.ts';
import type { TravelRulesReason } from '../../tasks/families/travel-rules/reasons.ts';
import type { FamilyReason } from '../../tasks/family.ts';
import { FAMILIES, type RegisteredReason } from '../../tasks/registry.ts';
import { filterSentence, reasonSentence } from './reasons.ts';

type Examples<Reason extends { readonly code: string }> = {
  [Code in Reason['code']]: [parameters: Omit<Extract<Reason, { code: Code }>, 'code'>, sentence: string];
};

const ofLoop: Examples<Exclude<TaskReason | RolloutReason | FilterReason | AgentNote | EnvironmentNote, FamilyReason>> =
  {
    'cut-off': [{ tokens: 24 }, 'The text was cut off after 24 tokens, before its end.'],
    'answer-in-prompt': [{}, 'The prompt contains the answer.'],
    'several-answers': [{}, 'More than one answer would pass where one is meant.'],
    'evaluation-task': [{}, 'This text is one of the evaluation tasks.'],
    'repeated-text': [{}, 'The teacher has written this text before.'],
    'copied-base-sample': [{}, 'This is the base sample itself, not a variation of it.'],
    'embedding-similarity': [
      { similarity: 0.8251, reference: 'white cat' },
      'By their embeddings, the answer and the reference “white cat” are alike by 0.825 of 1.',
    ],
    'answer-cut-off': [{}, 'The answer was cut off before its end.'],
    'within-band': [{ k: 4, n: 8, distance: 0, kMin: 0.1 }, 'p̂ = 4/8: |p̂ − α| = 0.000 ≤ k_min = 0.1.'],
    'outside-band': [{ k: 1, n: 8, distance: 0.375, kMin: 0.26 }, 'p̂ = 1/8: |p̂ − α| = 0.375 > k_min = 0.26.'],
    'within-fixed-band': [{ k: 3, n: 10, low: 0.3, high: 0.8 }, "p̂ = 3/10: within R-Zero's 0.3 to 0.8."],
    'outside-fixed-band': [{ k: 2, n: 10, low: 0.3, high: 0.8 }, "p̂ = 2/10: outside R-Zero's 0.3 to 0.8."],
    'solved-sometimes': [{ k: 7, n: 8 }, 'p̂ = 7/8: solved sometimes, so it can be learned.'],
    'solved-never-or-always': [{ k: 8, n: 8 }, 'p̂ = 8/8: solved never or always.'],
    'no-tasks': [{}, 'There was no valid task to attempt.'],
    'no-tasks-without-anchor': [
      {},
      'Without the seed anchor the environment wrote no valid task. It needs a model that has learned to begin a task; turn the anchor on, or choose another environment model.',
    ],
    'no-mixed-group': [
      {},
      'No group was mixed: all rollouts of each task had the same reward, so none has an advantage. Steps without one follow only KL penalty and entropy bonus.',
    ],
    'environment-frozen': [{}, 'The environment does not learn in this arm.'],
    'nothing-kept': [{ epochs: 4 }, 'No text of the last 4 epochs has passed the filter.'],
    'cap-reached': [
      {},
      'The divergence from the initial environment model has reached the cap, so no further step was taken.',
    ],
    'step-undone': [
      {},
      'A step went beyond the cap on the divergence from the initial environment model and was undone.',
    ],
    'switched-off': [{}, 'This model is not learning: the setting “Who learns” leaves it out.'],
    imported: [{}, 'Imported: the log says nothing of the update.'],
    'imported-step': [
      { step: 7, advantages: 'exported' },
      'Step 7 of the imported log: it says nothing of the losses. The advantages are the log’s.',
    ],
    'reward-functions': [{ values: { correct: 1, format: 0.25 } }, 'The sum of correct 1 and format 0.25.'],
  };

const household: Examples<HouseholdReason> = {
  'household/empty-text': [{}, 'The text is empty.'],
  'household/malformed-goal': [{ goal: 2 }, 'Goal 2 is not one verb and one object.'],
  'household/unknown-verb': [{ word: 'sink' }, '“sink” is not a verb of this world.'],
  'household/unknown-object': [{ word: 'heat' }, '“heat” is not an object of this world.'],
  'household/two-goals': [{ object: 'apple' }, 'The object “apple” has two goals.'],
  'household/too-many-goals': [{ goals: 11, most: 10 }, 'The text has 11 goals; 10 is the most.'],
  'household/malformed-answer': [{}, 'The answer is not object, verb and station of every goal, in order.'],
  'household/solved': [{}, 'Every object is at the station of its verb.'],
  'household/wrong-station': [
    { goal: 2, station: 'lamp', verb: 'heat', object: 'mug' },
    'Goal 2: the lamp is not where one can heat the mug.',
  ],
};

const functionCalling: Examples<FunctionCallingReason> = {
  'function-calling/missing-function': [{}, 'A function is missing.'],
  'function-calling/unknown-function': [{ word: 'rome' }, '“rome” is not a function.'],
  'function-calling/repeated-function': [{ name: 'weather' }, 'The function weather appears twice.'],
  'function-calling/parameter-count': [
    { name: 'weather' },
    'The function weather does not have one or two parameters, and perhaps “maybe” and another.',
  ],
  'function-calling/unknown-parameter': [{ word: 'rome' }, '“rome” is not a parameter.'],
  'function-calling/repeated-parameter': [{ name: 'weather' }, 'The function weather has a parameter twice.'],
  'function-calling/unknown-value': [{ word: 'city' }, '“city” is not a value.'],
  'function-calling/value-count': [
    { name: 'mail', most: 3 },
    'The request for mail does not have one to 3 different values.',
  ],
  'function-calling/no-request': [{}, 'No function is requested.'],
  'function-calling/too-many-requests': [{ most: 4 }, 'More than 4 functions are requested.'],
  'function-calling/too-many-values': [{ values: 9, most: 8 }, 'The requests have 9 values; 8 is the most.'],
  'function-calling/too-many-distractors': [{ most: 2 }, 'More than 2 functions are not requested.'],
  'function-calling/empty-list': [{}, 'Without the requested functions the list is empty.'],
  'function-calling/missing-value': [
    { name: 'weather', parameter: 'day' },
    'The request gives no value for the required parameter day of weather.',
  ],
  'function-calling/no-call-due': [{}, 'No function serves the request, and none is called.'],
  'function-calling/call-not-due': [{}, 'No function serves the request, yet one is called.'],
  'function-calling/malformed-answer': [
    {},
    'The answer is not a list of calls, each with pairs of value and parameter.',
  ],
  'function-calling/solved': [{}, 'Every call matches the request.'],
  'function-calling/misfit': [
    { name: 'mail', value: 'amy', parameter: 'count' },
    'In the call of mail, amy does not fit count.',
  ],
  'function-calling/call-count': [{ calls: 1, due: 2 }, 'The number of calls is 1, where 2 are expected.'],
  'function-calling/missing-call': [{ name: 'mail' }, 'The call of mail is missing.'],
  'function-calling/missing-argument': [
    { name: 'mail', parameter: 'person' },
    'In the call of mail, the parameter person is missing.',
  ],
  'function-calling/unexpected-argument': [
    { name: 'mail', parameter: 'count' },
    'In the call of mail, the parameter count is not expected.',
  ],
  'function-calling/other-value': [
    { name: 'mail', value: 'bob', parameter: 'person' },
    'In the call of mail, bob is not the value of person that the request names.',
  ],
};

const travelRules: Examples<TravelRulesReason> = {
  'travel-rules/no-budget': [{}, 'The text has no “max”.'],
  'travel-rules/malformed-night': [{ night: 2 }, 'Night 2 is not one city and one need.'],
  'travel-rules/unknown-city': [{ word: 'pets' }, '“pets” is not a city of this world.'],
  'travel-rules/unknown-need': [{ word: 'rome' }, '“rome” is not a need of this world.'],
  'travel-rules/repeated-city': [{ city: 'rome' }, 'The trip comes to rome twice.'],
  'travel-rules/too-many-nights': [{ nights: 9, most: 8 }, 'The trip has 9 nights; 8 is the most.'],
  'travel-rules/not-a-limit': [{ most: 8 }, '“max” is not followed by a number from 0 to 8 that ends the text.'],
  'travel-rules/malformed-plan': [{}, 'The plan is not city, need and kind of place of every night, in order.'],
  'travel-rules/broken-rule': [{ city: 'rome', kind: 'villa', need: 'pets' }, 'The villa in rome does not allow pets.'],
  'travel-rules/over-budget': [{ cost: 6, budget: 5 }, 'The plan costs 6; the budget is 5.'],
  'travel-rules/solved': [{ cost: 5, budget: 6 }, 'Every place allows what is needed; the plan costs 5 of at most 6.'],
};

const statefulCalls: Examples<StatefulCallsReason> = {
  'stateful-calls/no-person': [{}, 'A request does not end with a person.'],
  'stateful-calls/nothing-asked': [{ person: 'eve' }, 'Nothing is asked about eve.'],
  'stateful-calls/chain-too-long': [{ calls: 5, most: 4 }, 'A request has 5 calls; 4 is the most.'],
  'stateful-calls/not-callable': [{ word: 'bank' }, '“bank” is nothing that can be called.'],
  'stateful-calls/wrong-kind': [
    { word: 'pay', takes: 'number' },
    '“pay” takes a number, not what the call before it gives.',
  ],
  'stateful-calls/too-many-requests': [{ requests: 5, most: 4 }, 'The text has 5 requests; 4 is the most.'],
  'stateful-calls/too-many-calls': [{ calls: 9, most: 8 }, 'The requests need 9 calls; 8 is the most.'],
  'stateful-calls/no-description': [{}, 'Nothing follows “at”.'],
  'stateful-calls/unpaired-description': [{}, 'The text after “at” is not pairs of tool and service.'],
  'stateful-calls/not-a-tool': [{ word: 'bill' }, '“bill” is not a tool.'],
  'stateful-calls/not-a-service': [{ word: 'bill' }, '“bill” is not a service.'],
  'stateful-calls/repeated-description': [{ tool: 'badge' }, 'The tool badge is described twice.'],
  'stateful-calls/solved': [{}, 'Every call is the one that is due.'],
  'stateful-calls/wrong-call': [
    { call: 1, made: 'order bob shop', due: 'bill eve bank' },
    'Call 1 is “order bob shop” where “bill eve bank” is due.',
  ],
  'stateful-calls/missing-call': [{ call: 2, due: 'order bob shop' }, 'Call 2, “order bob shop”, is missing.'],
};

const householdErrands: Examples<HouseholdErrandsReason> = {
  'household-errands/no-errand': [{}, 'An errand is missing.'],
  'household-errands/unknown-errand': [{ word: 'eat' }, '“eat” is not an errand of this world.'],
  'household-errands/incomplete-errand': [
    { errand: 'heat apple shelf' },
    '“heat apple shelf” is not a whole errand: it needs an object, where it lies, and where it belongs.',
  ],
  'household-errands/unknown-object': [{ word: 'desk' }, '“desk” is not an object of this world.'],
  'household-errands/unknown-place': [{ word: 'sink' }, '“sink” is not a place where things lie.'],
  'household-errands/treatment-impossible': [{ treatment: 'heat', object: 'pen' }, 'One cannot heat the pen.'],
  'household-errands/same-place': [{ place: 'desk' }, 'An object would stay where it is, at the desk.'],
  'household-errands/repeated-object': [{ object: 'mug' }, 'Two errands are about the mug.'],
  'household-errands/too-many-errands': [{ errands: 4, most: 3 }, 'There are 4 errands; 3 is the most.'],
  'household-errands/solved': [{ commands: 3, most: 4 }, 'All errands are done after 3 of at most 4 commands.'],
  'household-errands/errand-not-done': [
    { errand: 'put mug drawer shelf', commands: 1 },
    '“put mug drawer shelf” is not done after 1 command.',
  ],
};

const multiHop: Examples<MultiHopReason> = {
  'multi-hop/no-person': [{}, 'The text does not begin with a person.'],
  'multi-hop/no-question': [{}, 'The text asks nothing.'],
  'multi-hop/not-a-wording': [{ word: 'mentor' }, "“mentor” is in the place of a question's wording."],
  'multi-hop/leads-nowhere': [
    { question: 'mate' },
    'Before “mate” the hops do not lead to a person whom facts could be about.',
  ],
  'multi-hop/not-a-relation': [{ word: 'dan' }, '“dan” is in the place of a relation.'],
  'multi-hop/no-object': [{ relation: 'drives' }, '“drives” is not followed by one of its values.'],
  'multi-hop/no-fact': [{ question: 'guide' }, 'No fact follows “guide”.'],
  'multi-hop/too-many-facts': [{ question: 'guide', most: 3 }, 'More than 3 facts follow “guide”.'],
  'multi-hop/too-many-hops': [{ hops: 7, most: 6 }, 'The question has 7 hops; 6 is the most.'],
  'multi-hop/unanswered': [{ question: 'guide', subject: 'eve' }, 'No fact answers the “guide” of eve.'],
  'multi-hop/no-answer': [{}, 'The answer, the last turn, is missing.'],
  'multi-hop/solved': [{ answer: 'red car' }, 'The answer is red car.'],
  'multi-hop/wrong-answer': [{ answer: 'red car', given: 'amy' }, 'The answer is red car, not “amy”.'],
};

const englishCalls: Examples<EnglishCallsReason> = {
  'english-calls/not-json': [{}, 'The text holds no JSON object, even after small repairs.'],
  'english-calls/no-request': [{}, 'The task has no request.'],
  'english-calls/no-tools': [{}, 'The task offers no function.'],
  'english-calls/unknown-tool': [{ name: 'rain' }, 'There is no function “rain”.'],
  'english-calls/too-many-tools': [{ most: 7 }, 'More than 7 functions are offered.'],
  'english-calls/too-many-sentences': [{ sentences: 6, most: 5 }, 'The request has 6 sentences; 5 is the most.'],
  'english-calls/sentence-too-long': [{ words: 31, most: 30 }, 'A sentence has 31 words; 30 is the most.'],
  'english-calls/unclear-sentence': [
    { sentence: 'Sing to me.' },
    'The oracle cannot tell which function this asks for: “Sing to me”.',
  ],
  'english-calls/two-requests': [
    { sentence: 'Send roses by cab.', name: 'flowers', other: 'taxi' },
    'One sentence asks for flowers and taxi at once: “Send roses by cab”.',
  ],
  'english-calls/partly-served': [
    { name: 'taxi' },
    'The request asks for taxi, which is not offered, and for others that are.',
  ],
  'english-calls/missing-value': [
    { name: 'weather', parameter: 'city' },
    'The request gives no value for the required parameter city of weather.',
  ],
  'english-calls/no-call-due': [{}, 'No function that is offered serves the request, and none is called.'],
  'english-calls/call-not-due': [{}, 'No function that is offered serves the request, yet one is called.'],
  'english-calls/malformed-answer': [{}, 'The answer is not a list of calls.'],
  'english-calls/unlisted-function': [{ name: 'taxi' }, 'The answer calls taxi, which is not offered.'],
  'english-calls/solved': [{}, 'Every call matches the request.'],
  'english-calls/call-count': [{ calls: 1, due: 2 }, 'The number of calls is 1, where 2 are expected.'],
  'english-calls/missing-call': [{ name: 'taxi' }, 'The call of taxi is missing.'],
  'english-calls/missing-argument': [
    { name: 'taxi', parameter: 'person' },
    'In the call of taxi, the parameter person is missing.',
  ],
  'english-calls/unexpected-argument': [
    { name: 'taxi', parameter: 'day' },
    'In the call of taxi, the parameter day is not expected.',
  ],
  'english-calls/other-value': [
    { name: 'taxi', parameter: 'person' },
    'In the call of taxi, the value of person is not the one that the request names.',
  ],
  'english-calls/no-pairing': [{}, 'Each call fits the request, but they cannot be paired with its sentences.'],
};

const ofFamilies: Examples<RegisteredReason> = {
  ...household,
  ...functionCalling,
  ...travelRules,
  ...statefulCalls,
  ...householdErrands,
  ...multiHop,
  ...englishCalls,
};

describe.each(Object.entries({ ofLoop, ofFamilies }))('%s', (_, examples) => {
  it.each(Object.entries(examples))('%s', (code, [parameters, sentence]) => {
    expect(reasonSentence({ code, ...parameters } as FamilyReason)).toBe(sentence);
  });
});

it('says where the last turn of a multi-hop question names nothing', () => {
  expect(reasonSentence({ code: 'multi-hop/wrong-answer', answer: 'red car', given: '' })).toBe(
    'The answer is red car, not nothing.',
  );
});

it('says of a task that the environment did not write in this epoch that it is no part of the regression', () => {
  const reason = { code: 'solved-sometimes', k: 7, n: 8 } as const;
  expect(filterSentence(reason, 'environment')).toBe('p̂ = 7/8: solved sometimes, so it can be learned.');
  for (const source of ['base', 'replay', 'static', 'offline'] as const)
    expect(filterSentence(reason, source)).toBe(
      'p̂ = 7/8: solved sometimes, so it can be learned. Not written in this epoch, so no part of the regression.',
    );
});

it('shows the code of a family that this program does not know', () => {
  expect(reasonSentence({ code: 'gardening/too-dry', plant: 'rose' })).toBe('gardening/too-dry');
});

it.each(FAMILIES.map((family) => [family.name, family] as const))(
  '%s: whatever happens has a sentence',
  (_, family) => {
    const text = fc.array(fc.constantFrom(...family.words), { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), fc.nat(1000), (nonsense, turns, seed) => {
        const sampled = family.sampleTask(1 + (seed % family.levels), new RandomStream(seed, 0));
        for (const candidate of [nonsense, sampled]) {
          const parsed = family.parse(candidate);
          const reason = parsed.ok ? family.score(parsed.task, turns).reason : parsed.reason;
          expect(reasonSentence(reason)).toMatch(/^[^/]*[.]$/);
        }
      }),
    );
  },
);
