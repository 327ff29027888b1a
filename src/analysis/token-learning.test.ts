import { beforeAll, expect, it } from 'vitest';
import type { AgentUpdated, RunEvent } from '../genenv/log/events.ts';
import { coevolveInMemory } from '../genenv/testing/memory-pools.ts';
import { families, openTables, tableSettings } from '../genenv/testing/record-run.ts';
import { collect } from '../genenv/testing/table-loop.ts';
import type { UpdateRequest } from '../policy/policy.ts';
import { watchUpdates } from '../policy/testing/table-policy.ts';
import { epochLearning, importedLearning, tokenTerms } from './token-learning.ts';
import { tasksOf, viewRun } from './run-view.ts';

/** Runs the loop and records every update request of its agent. */
async function watchedRun(changes: Parameters<typeof tableSettings>[0]) {
  const { tokenizer, players } = await openTables();
  const { agent, environment } = players();
  const updates = watchUpdates(agent);
  const options = { families, tokenizer };
  const log = await collect(coevolveInMemory(tableSettings(changes), { agent, environment }, options));
  return { log, updates };
}

let log: RunEvent[];
let updates: UpdateRequest[];
beforeAll(async () => {
  ({ log, updates } = await watchedRun({ minibatches: 2, innerEpochs: 2, entropyWeight: 0.01, groupsInLoss: 'all' }));
});

const learnt = () => viewRun(log).epochs.map((epoch) => epochLearning(epoch)!);

it('is in the steps that the update made, each with its rollouts', () => {
  const steps = learnt().flatMap(({ rollouts, steps }) =>
    Array.from({ length: steps }, (_, step) =>
      [...rollouts]
        .filter(([, learning]) => learning.steps.some((one) => one.step === step))
        .map(([{ ids }]) => ids.join(' '))
        .sort(),
    ),
  );
  const asked = updates.map(({ sequences }) => sequences.map(({ completion }) => completion.join(' ')).sort());
  expect(steps).toEqual(asked);
  expect(asked.length).toBe(8);
});

it('is in a step only if the arm lets the agent learn from its group', async () => {
  const watched = await watchedRun({ arm: 'genenv-plus', baseLevels: 'easy', groupSize: 1, groupsInLoss: 'all' });
  const learnings = viewRun(watched.log).epochs.map((epoch) => epochLearning(epoch)!);
  const inSteps = learnings.flatMap(({ rollouts }) =>
    [...rollouts].filter(([, { steps }]) => steps.length > 0).map(([{ ids }]) => ids.join(' ')),
  );
  const asked = watched.updates.flatMap(({ sequences }) => sequences.map(({ completion }) => completion.join(' ')));
  expect(inSteps.sort()).toEqual(asked.sort());
  const attempted = learnings.flatMap(({ rollouts }) => [...rollouts]);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(attempted.length);
});

it('counts as much as the aggregation says: the weights of a step with a mean over tokens add up to 1', () => {
  for (const { rollouts, steps } of learnt())
    for (let step = 0; step < steps; step++) {
      const weights = [...rollouts].flatMap(([{ mask }, learning]) => {
        const own = learning.steps.find((one) => one.step === step);
        return own ? mask.filter((one) => one === 1).map(() => own.weight) : [];
      });
      // The weights are 32-bit floats.
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    }
});

it('adds up to the loss of the first step, in which ρ is known', () => {
  const [learning] = learnt();
  const [updated] = log.filter((event): event is AgentUpdated => event.type === 'agent-updated');
  const [first] = updated.steps;
  const terms = [...learning.rollouts].flatMap(([rollout, one]) =>
    one.steps
      .filter(({ step }) => step === 0)
      .flatMap((step) =>
        rollout.ids.map((_, t) =>
          // In the first epoch π is still π₀. The step's mean entropy from the log replaces each token's entropy.
          tokenTerms(learning, one, step, rollout.logprobs[t], {
            referenceLogprob: rollout.logprobs[t],
            entropy: first.entropy,
          }),
        ),
      ),
  );
  expect(terms.every(({ step }) => step.ratioKnown)).toBe(true);
  expect(terms.reduce((sum, { loss }) => sum + loss!, 0)).toBeCloseTo(first.loss, 6);
  expect(terms.length).toBe(first.tokens);
});

it('has the sign of the advantage, and fades if the agent is sure', () => {
  const [learning] = learnt();
  const pushed = [...learning.rollouts].filter(([, { pushes }]) => pushes.some((push) => push !== 0));
  expect(pushed.length).toBeGreaterThan(0);
  for (const [{ logprobs }, { advantage, pushes, steps }] of pushed) {
    pushes.forEach((push, t) => {
      const weight = steps.reduce((sum, step) => sum + step.weight, 0);
      expect(push).toBeCloseTo(weight * advantage * (1 - Math.exp(logprobs[t])), 6);
    });
  }
  expect(Math.max(...pushed.flatMap(([, { pushes }]) => pushes.map(Math.abs)))).toBe(learning.largest);
});

it('is planned before the update, and nothing before the rewards', () => {
  const until = (type: RunEvent['type']) => viewRun(log.slice(0, log.findIndex((event) => event.type === type) + 1));
  expect(epochLearning(until('rolled-out').epochs[0])).toBeUndefined();
  const planned = epochLearning(until('filtered').epochs[0])!;
  expect(planned.made).toBe(false);
  expect([...planned.rollouts.values()]).toEqual([...learnt()[0].rollouts.values()]);
});

it('is in no step of an agent that does not learn, and unknown if the log has other steps', () => {
  const [epoch] = viewRun(log).epochs;
  const off = { ...epoch.settings, whoLearns: 'environment' as const };
  const none = epochLearning({
    ...epoch,
    agentSettings: off,
    'agent-updated': { ...epoch['agent-updated']!, steps: [] },
  })!;
  expect([none.steps, none.largest]).toEqual([0, 0]);
  const imported = { ...epoch, 'agent-updated': { ...epoch['agent-updated']!, steps: [] } };
  expect(epochLearning(imported)).toBeUndefined();
});

it('leaves out what is not known: π₀ and the entropy of a token are not in the log', () => {
  const [learning] = learnt();
  const [[rollout, one]] = learning.rollouts;
  const terms = tokenTerms(learning, one, one.steps[0], rollout.logprobs[0], {});
  expect([terms.divergence, terms.loss, terms.ratioAfter]).toEqual([null, null, null]);
  const after = tokenTerms(learning, one, one.steps[0], Math.log(0.2), { logprobAfter: Math.log(0.3) });
  expect(after.ratioAfter).toBeCloseTo(1.5, 12);
});

it('gives of an imported epoch the advantage of each answer, and nothing of other epochs', () => {
  const [epoch] = viewRun(log).epochs;
  expect(importedLearning(epoch)).toBeUndefined();
  const note = { code: 'imported-step', step: 1, advantages: 'exported' } as const;
  const { advantages, largest } = importedLearning({
    ...epoch,
    'agent-updated': { ...epoch['agent-updated']!, steps: [], note },
  })!;
  const scores = tasksOf(epoch).flatMap(({ rollouts }) => rollouts.map(({ score }) => score!.advantage));
  expect([...advantages.values()]).toEqual(scores);
  expect(largest).toBe(Math.max(...scores.map(Math.abs)));
});
