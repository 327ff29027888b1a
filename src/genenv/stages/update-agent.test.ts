import { expect, it } from 'vitest';
import { TablePolicy, watchUpdates } from '../../policy/testing/table-policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { Attempt } from '../log/epoch-events.ts';
import { parseSettings } from '../settings/settings.ts';
import { grpoObjective, updateAgent } from './update-agent.ts';

const settings = parseSettings({ minibatches: 1, groupsInLoss: 'mixed' });
const attempt = (ids: number[], reward: number, advantage: number) =>
  ({
    rollout: { task: 7, ids, mask: ids.map(() => 1), logprobs: ids.map(() => -1) },
    score: { reward, advantage },
  }) as unknown as Attempt;
const rollouts = [attempt([2, 3, 1], 1, 1.4), attempt([], 0, -0.7), attempt([4, 1], 0, -0.7)];
const tasks = [{ index: 7, prompt: '', rollouts }];
const families = [{ maxAnswerTokens: 3, maxTurns: 2 }];
const tokenizer = { encode: () => [0, 1] } as unknown as TextTokenizer;

it('learns from every rollout that has tokens, each with its own advantage', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const requests = watchUpdates(policy);
  const event = await updateAgent({
    agent: policy,
    tokenizer,
    settings,
    epoch: 1,
    families,
    tasks,
    learned: tasks,
  });
  const learned = requests[0].sequences.map(({ completion, advantage }) => [completion.length, advantage]);
  expect(learned.toSorted()).toEqual([
    [2, -0.7],
    [3, 1.4],
  ]);
  expect(requests[0].sequences.map(({ prompt }) => prompt)).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect(requests[0].objective).toMatchObject({ maxCompletionLength: 6 });
  expect(event).toMatchObject({ note: null });
});

it('learns from greedy rollouts by the untempered distribution', () => {
  expect(grpoObjective(parseSettings({ agentTemperature: 0.5 }), 6).temperature).toBe(0.5);
  expect(grpoObjective(parseSettings({ agentTemperature: 0 }), 6).temperature).toBe(1);
});
