/**
 * @file Sentences of what events say in codes: why a text is not a task, why a rollout has its reward, why a task stays
 * in the environment's update or is left out, and why a model learned nothing.
 */
import { isRegressedOn } from '../../genenv/log/regressed-source.ts';
import type { TaskSource } from '../../genenv/log/events.ts';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from '../../genenv/log/reasons.ts';
import type { FamilyReason } from '../../tasks/family.ts';
import type { RegisteredReason } from '../../tasks/registry.ts';
import { reasons as ofAdditions } from '../../tasks/families/additions/words.en.ts';
import { reasons as ofEnglishCalls } from '../../tasks/families/english-calls/words.en.ts';
import { reasons as ofFunctionCalling } from '../../tasks/families/function-calling/words.en.ts';
import { reasons as ofHousehold } from '../../tasks/families/household/words.en.ts';
import { reasons as ofHouseholdErrands } from '../../tasks/families/household-errands/words.en.ts';
import { reasons as ofMultiHop } from '../../tasks/families/multi-hop/words.en.ts';
import { reasons as ofStatefulCalls } from '../../tasks/families/stateful-calls/words.en.ts';
import { reasons as ofTravelRules } from '../../tasks/families/travel-rules/words.en.ts';
import { reasons as ofGivenTasks } from '../../tasks/given/words.en.ts';
import { worldReasons } from '../../tasks/worlds/words.en.ts';
import type { KeyReason } from '../../tasks/written-key.ts';
import { reasonSentences, type Sentences } from '../../common/sentences.ts';
import { counted } from '../../common/counted.ts';

type Reason = TaskReason | RolloutReason | FilterReason | AgentNote | EnvironmentNote;

const rate = ({ k, n }: { k: number; n: number }): string => `p̂ = ${k}/${n}`;

const ofLoop: Sentences<Exclude<Reason, FamilyReason>> = {
  'cut-off': ({ tokens }) => `The text was cut off after ${counted(tokens, 'token')}, before its end.`,
  'answer-in-prompt': () => 'The prompt contains the answer.',
  'several-answers': () => 'More than one answer would pass where one is meant.',
  'evaluation-task': () => 'This text is one of the evaluation tasks.',
  'repeated-text': () => 'The teacher has written this text before.',
  'copied-base-sample': () => 'This is the base sample itself, not a variation of it.',
  'no-key': () => 'The text has no key after it, and the environment is to write one.',
  'malformed-key': ({ key }) => `“${key}” is no answer to the task, so it is no key.`,
  'wrong-key': ({ key }) => `The key “${key}” is wrong.`,
  'key-not-agreed': ({ agree, keys }) =>
    `Of ${keys} keys that the environment wrote for the task, ${agree} agree with the first: too few.`,

  'embedding-similarity': ({ similarity, reference }) =>
    `By their embeddings, the answer and the reference “${reference}” are alike by ${similarity.toFixed(3)} of 1.`,
  'reward-functions': ({ values }) =>
    `The sum of ${Object.entries(values)
      .map(([name, value]) => `${name} ${Number(value.toFixed(3))}`)
      .join(' and ')}.`,
  'answer-cut-off': () => 'The answer was cut off before its end.',

  'within-band': ({ distance, kMin, ...count }) =>
    `${rate(count)}: |p̂ − α| = ${distance.toFixed(3)} ≤ k_min = ${kMin}.`,
  'outside-band': ({ distance, kMin, ...count }) =>
    `${rate(count)}: |p̂ − α| = ${distance.toFixed(3)} > k_min = ${kMin}.`,
  'within-fixed-band': ({ low, high, ...count }) => `${rate(count)}: within R-Zero's ${low} to ${high}.`,
  'outside-fixed-band': ({ low, high, ...count }) => `${rate(count)}: outside R-Zero's ${low} to ${high}.`,
  'solved-sometimes': (count) => `${rate(count)}: solved sometimes, so it can be learned.`,
  'solved-never-or-always': (count) => `${rate(count)}: solved never or always.`,

  'no-tasks': () => 'There was no valid task to attempt.',
  'no-tasks-without-anchor': () =>
    'Without the seed anchor the environment wrote no valid task. It needs a model that has learned to begin a task; turn the anchor on, or choose another environment model.',
  'no-mixed-group': () =>
    'No group was mixed: all rollouts of each task had the same reward, so none has an advantage. Steps without one follow only KL penalty and entropy bonus.',
  'environment-frozen': () => 'The environment does not learn in this arm.',
  'nothing-kept': ({ epochs }) => `No text of the last ${counted(epochs, 'epoch')} has passed the filter.`,
  'cap-reached': () =>
    'The divergence from the initial environment model has reached the cap, so no further step was taken.',
  'step-undone': () =>
    'A step went beyond the cap on the divergence from the initial environment model and was undone.',
  'switched-off': () => 'This model is not learning: the setting “Who learns” leaves it out.',
  imported: () => 'Imported: the log says nothing of the update.',
  'imported-step': ({ step, advantages }) =>
    `Step ${step} of the imported log: it says nothing of the losses. ${
      advantages === 'exported'
        ? 'The advantages are the log’s.'
        : 'It has no advantages: they are computed here from its rewards.'
    }`,
};

const ofKeys: Sentences<KeyReason> = {
  'key/equal': () => 'The answer is the key that the environment wrote.',
  'key/different': ({ key }) => `The key that the environment wrote is “${key}”.`,
};

export const reasonSentence = reasonSentences<Exclude<Reason, FamilyReason> | RegisteredReason | KeyReason>({
  ...ofLoop,
  ...ofKeys,
  ...ofHousehold,
  ...ofFunctionCalling,
  ...ofTravelRules,
  ...ofStatefulCalls,
  ...ofHouseholdErrands,
  ...ofMultiHop,
  ...ofEnglishCalls,
  ...ofAdditions,
  ...worldReasons('world'),
  ...ofGivenTasks,
});

/** The filter's verdict on a task: only texts that the environment wrote in this epoch can be part of its regression. */
export const filterSentence = (reason: FilterReason, source: TaskSource): string =>
  isRegressedOn(source)
    ? reasonSentence(reason)
    : `${reasonSentence(reason)} Not written in this epoch, so no part of the regression.`;
