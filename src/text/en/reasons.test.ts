/** @file Every code has its sentence; the compiler asks for an example of each of the loop. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from '../../genenv/log/reasons.ts';
import { RandomStream } from '../../random/random-stream.ts';
import type { FamilyReason } from '../../tasks/family.ts';
import { FAMILIES } from '../../tasks/registry.ts';
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
    'no-key': [{}, 'The text has no key after it, and the environment is to write one.'],
    'malformed-key': [{ key: 'oven cup' }, '“oven cup” is no answer to the task, so it is no key.'],
    'wrong-key': [{ key: 'cup heat sink' }, 'The key “cup heat sink” is wrong.'],
    'key-not-agreed': [
      { agree: 2, keys: 5 },
      'Of 5 keys that the environment wrote for the task, 2 agree with the first: too few.',
    ],
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

it.each(Object.entries(ofLoop))('%s', (code, [parameters, sentence]) => {
  expect(reasonSentence({ code, ...parameters } as FamilyReason)).toBe(sentence);
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
