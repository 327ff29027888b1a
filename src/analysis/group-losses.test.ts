/**
 * @file Compares the weight of each token under each loss with TRL's own losses by automatic differentiation
 * (fixtures/make_group_losses.py), with the engine's losses, and with a run's log.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { agentTokens } from '../genenv/log/epoch-events.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { type ForwardSequence, lossAndGradients } from '../objectives/testing/losses.ts';
import fixture from './fixtures/group-losses.json' with { type: 'json' };
import { GROUP_LOSSES, groupLosses, lossGroup, type LossGroup, lossOfRun, weighTokens } from './group-losses.ts';
import { type EpochView, scoredGroups, viewRun } from './run-view.ts';
import { epochLearning } from './token-learning.ts';
import { TEMPLATES } from '../tasks/worlds/templates.ts';
import { worldFamily } from '../tasks/worlds/world-family.ts';

type Mask = (0 | 1)[];
const groups = fixture.map(({ masks, rewards, ...one }) => ({
  ...one,
  rewards,
  masks: masks as Mask[],
  logged: rewards,
}));
const weightsOf = (loss: Parameters<typeof weighTokens>[0], group: LossGroup): number[][] => {
  const of = weighTokens(loss, group);
  return group.masks.map((mask, answer) => mask.map((_, token) => of(answer, token).weight));
};

describe.each(groups)('a group: $name', (group) => {
  it.each(GROUP_LOSSES)('%s weighs each token as automatic differentiation does', (name) => {
    const known = group.weights[name];
    weightsOf(groupLosses[name], group).forEach((answer, i) =>
      answer.forEach((weight, t) => expect(weight).toBeCloseTo(known[i][t], 12)),
    );
  });

  it.each(['ppo', 'grpo', 'dr_grpo', 'dapo'] as const)('%s weighs each token as the engine’s loss does', (name) => {
    const loss = groupLosses[name];
    const of = weighTokens(loss, group);
    const sequences = group.masks.map((mask, i): ForwardSequence => {
      // The first of two tokens is written, so that its log-probability is the fixture's.
      const logits = group.logprobs[i].map((logprob) => [logprob, Math.log1p(-Math.exp(logprob))]);
      return {
        targets: mask.map(() => 0),
        mask,
        logits,
        initialLogits: logits,
        advantage: of(i, 0).advantage,
        oldLogprobs: group.logprobs[i].map((logprob, t) => logprob - group.logRatios[i][t]),
      };
    });
    const { gradients } = lossAndGradients(sequences, {
      kind: 'grpo',
      ...loss.clip,
      klWeight: 0,
      klEstimator: 'exact',
      entropyWeight: 0,
      aggregation: loss.aggregation,
      maxCompletionLength: group.longest,
      temperature: 1,
    });
    // ∂log π/∂z of a token's own logit is 1 − π.
    gradients.forEach((answer, i) =>
      answer.forEach(([own], t) =>
        expect(of(i, t).weight * (1 - Math.exp(group.logprobs[i][t]))).toBeCloseTo(-own, 12),
      ),
    );
  });
});

it('the fixture has tokens at each bound, and tokens between them', () => {
  const bounds = groups.flatMap((group) => {
    const of = weighTokens(groupLosses.dapo, group);
    return group.masks.flatMap((mask, i) => mask.map((_, t) => of(i, t)));
  });
  expect(bounds.some(({ bound, advantage }) => bound === 'clip' && advantage > 0)).toBe(true);
  expect(bounds.some(({ bound, advantage }) => bound === 'clip' && advantage < 0)).toBe(true);
  expect(bounds.some(({ bound, ratio }) => bound === 'none' && ratio !== 1)).toBe(true);
});

describe('one token with another ratio', () => {
  const [group] = groups;
  const at = (name: (typeof GROUP_LOSSES)[number], ratio: number) =>
    weighTokens(groupLosses[name], group)(0, 0, Math.log(ratio));

  it('stops beyond the bound where it is better than the mean, and stays there under CISPO', () => {
    expect(at('grpo', 1.19).weight).toBeGreaterThan(0);
    expect([at('grpo', 1.21).weight, at('grpo', 1.21).kept, at('grpo', 1.21).bound]).toEqual([0, 0, 'clip']);
    expect(at('dapo', 1.21).weight).toBeGreaterThan(0);
    expect(at('cispo', 7)).toMatchObject({ kept: 5, bound: 'clip', weight: at('cispo', 5).weight });
    expect(at('cispo', 0.01).bound).toBe('none');
  });

  it('moves the ratio of its whole answer under GSPO, and nothing under REINFORCE', () => {
    const length = group.masks[0].filter((own) => own === 1).length;
    expect(at('gspo', 2).ratio / at('gspo', 1).ratio).toBeCloseTo(2 ** (1 / length), 12);
    expect(at('reinforce', 2)).toEqual(at('reinforce', 1));
  });
});

describe('from a log', () => {
  let log: RunEvent[];
  let epoch: EpochView;
  beforeAll(async () => {
    log = await recordRun(tableSettings({ minibatches: 1, clipHigh: 0.3 }));
    [epoch] = viewRun(log).epochs;
  });

  it('the run’s own loss pushes the tokens of a group as its update did', () => {
    const { rollouts, objective } = epochLearning(epoch)!;
    expect(lossOfRun(epoch).clip.clipHigh).toBe(0.3);
    let compared = 0;
    for (const task of scoredGroups(epoch)) {
      const group = lossGroup(task, epoch) as LossGroup;
      const weights = weightsOf(lossOfRun(epoch), group);
      const all = [...rollouts.keys()].reduce((sum, rollout) => sum + agentTokens(rollout), 0);
      const own = group.masks.reduce((sum, mask) => sum + mask.filter((one) => one === 1).length, 0);
      task.rollouts.forEach(({ rollout }, i) =>
        rollout.logprobs.forEach((logprob, t) => {
          // The update took its mean over the tokens of all groups.
          const weight = (weights[i][t] * own) / all;
          const push = (weight * (1 - Math.exp(logprob))) / objective.temperature;
          expect(rollouts.get(rollout)!.pushes[t]).toBeCloseTo(push, 12);
          compared += push === 0 ? 0 : 1;
        }),
      );
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('says what is missing: rewards, or the tokens', () => {
    const [task] = scoredGroups(epoch);
    const [first, ...others] = task.rollouts;
    expect(lossGroup({ ...task, rollouts: [{ rollout: first.rollout }, ...others] }, epoch)).toBe('rewards');
    const bare = { ...first, rollout: { ...first.rollout, mask: [] } };
    expect(lossGroup({ ...task, rollouts: [bare, ...others] }, epoch)).toBe('tokens');
  });

  it('knows how long an answer may be in a world of one’s own', () => {
    const [task] = scoredGroups(epoch);
    const settings = { ...epoch.settings, families: [TEMPLATES.errands] };
    const { longest } = lossGroup(task, { ...epoch, settings, agentSettings: settings }) as LossGroup;
    expect(longest).toBe(worldFamily(TEMPLATES.errands).maxAnswerTokens);
  });
});
