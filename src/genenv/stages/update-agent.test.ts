import { expect, it } from 'vitest';
import type { UpdateRequest } from '../../policy/policy.ts';
import { TablePolicy } from '../../policy/testing/table-policy.ts';
import type { Rollout } from '../log/events.ts';
import { parseSettings } from '../settings/settings.ts';
import { type Group, grpoObjective, updateAgent } from './update-agent.ts';

const settings = parseSettings({ minibatches: 1, groupsInLoss: 'mixed' });
const rollout = (ids: number[]) => ({ ids, mask: ids.map(() => 1), logprobs: ids.map(() => -1) }) as unknown as Rollout;
const group: Group = {
  promptIds: [0, 1],
  rollouts: [rollout([2, 3, 1]), rollout([]), rollout([4, 1])],
  rewards: [1, 0, 0],
  advantages: [1.4, -0.7, -0.7],
  solved: true,
};

it('learns from every rollout that has tokens, each with its own advantage', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const requests: UpdateRequest[] = [];
  const step = policy.update.bind(policy);
  policy.update = (request) => {
    requests.push(request);
    return step(request);
  };
  const event = await updateAgent(policy, settings, 1, [group], [group], [{ maxAnswerTokens: 3, maxTurns: 2 }]);
  const learned = requests[0].sequences.map(({ completion, advantage }) => [completion.length, advantage]);
  expect(learned.toSorted()).toEqual([
    [2, -0.7],
    [3, 1.4],
  ]);
  expect(requests[0].objective).toMatchObject({ maxCompletionLength: 6 });
  expect(event).toMatchObject({ note: null });
});

it('learns from greedy rollouts by the untempered distribution', () => {
  expect(grpoObjective(parseSettings({ agentTemperature: 0.5 }), 6).temperature).toBe(0.5);
  expect(grpoObjective(parseSettings({ agentTemperature: 0 }), 6).temperature).toBe(1);
});
