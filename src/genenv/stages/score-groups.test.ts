import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess, weigh } from '../../curriculum/curriculum.ts';
import type { Family } from '../../tasks/family.ts';
import { tokenComparison, tokenF1 } from '../../tasks/text.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { TaskSource } from '../log/events.ts';
import { parseSettings } from '../settings/settings.ts';
import { kinds } from '../testing/kinds-family.ts';
import { assessmentRequest, weighingRequest } from './score-groups.ts';
import { agentReward } from './score-rollouts.ts';

it('gives regression weights only to texts that the environment wrote in this epoch', () => {
  const settings = parseSettings({});
  const sources: TaskSource[] = ['environment', 'base', 'replay', 'static', 'offline'];
  const groups = sources.map((source, task) => ({
    task,
    batch: task,
    source,
    text: '',
    rollouts: [1, 0].map((reward, rollout) => ({
      task,
      rollout,
      wellFormed: true,
      reason: null,
      question: { rule: 'given' as const, reward },
    })),
  }));
  const assessment = assess(assessmentRequest(settings, groups));
  const { kept, weights } = weigh(weighingRequest(settings, alphaCurriculum, groups, assessment));
  expect(kept).toEqual(sources.map(() => true));
  expect(weights.map((weight) => weight > 0)).toEqual([true, false, false, false, false]);
});

describe('agentReward', () => {
  it('counts a soft reward as a success from the threshold on', () => {
    const scored = (threshold: number) => agentReward(kinds, 'fine', ['maybe'], 'stop', threshold);
    expect(scored(0.6)).toMatchObject({ reward: 0.6, success: true });
    expect(scored(0.61)).toMatchObject({ reward: 0.6, success: false });
  });

  it('leaves exact rules to the family', () => {
    const exact = { ...kinds, reward: 'exact' } as Family<unknown>;
    expect(agentReward(exact, 'fine', ['maybe'], 'stop', 0.1).success).toBe(false);
  });

  it('gives nothing for an answer that was cut off', () => {
    expect(agentReward(kinds, 'fine', ['yes please'], 'length', 0.5)).toMatchObject({
      reward: 0,
      success: false,
      wellFormed: false,
      reason: { code: 'answer-cut-off' },
    });
  });
});

const WORDS = ['yes', 'no', 'noanswer', 'red', 'car', 'the', 'please', 'cup.'];

it('token F1 is the same from ids as from texts', () => {
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' '));
  const ids = (tokens: readonly string[]) => tokens.map((token) => WORDS.findIndex((word) => word.startsWith(token)));
  fc.assert(
    fc.property(text, text, (prediction, reference) => {
      const { rule, ...sides } = tokenComparison(prediction, reference);
      const question = { rule, answer: ids(sides.answer), reference: ids(sides.reference) };
      const { rewards } = assess({
        rollouts: [question],
        groupSizes: [1],
        successThreshold: 1,
        scale: { scale: 'none', epsilon: 0 },
      });
      expect(rewards[0]).toBeCloseTo(tokenF1(prediction, [reference]), 12);
    }),
  );
  // More words than the expected "yes" make the answer wrong.
  expect(tokenF1('yes please', ['yes'])).toBe(0);
});
