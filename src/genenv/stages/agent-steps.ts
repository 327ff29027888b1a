/**
 * @file Deals the epoch's rollouts and traces of earlier epochs to the optimizer steps of the agent's update.
 */
import { isMixed } from '../../curriculum/curriculum.ts';
import type { GrpoObjective, TrainingSequence } from '../../objectives/objective.ts';
import { offPolicyStats } from '../../objectives/grpo-token.ts';
import type { LoopPlayer } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { RandomStream } from '../../random/random-stream.ts';
import { randomStream } from '../../random/streams.ts';
import type { Trace } from '../../store/pool-contract.ts';
import { type Attempt, type Group, rewardsOf } from '../log/epoch-events.ts';
import type { AgentUpdated } from '../log/events.ts';
import type { Settings } from '../settings/settings-table.ts';

/**
 * Shuffles the sequences of a pass and deals them into `count` minibatches, or one per group if there are fewer groups.
 * Each minibatch is one optimizer step. Their sizes differ by at most one.
 *
 * Sequences are shuffled one by one, not as whole groups. A step on a few whole groups would push the agent towards
 * what suits only their tasks (docs/discovery.md compares both).
 * @param groups the sequences of one task each
 * @returns minibatches in which sequences with the same prompt are adjacent, so that the prompt is read once
 */
export function minibatches<Item>(groups: readonly Item[][], count: number, random: RandomStream): Item[][] {
  const order = random.shuffle(groups.flatMap((group, task) => group.map((item) => ({ item, task }))));
  const batches = Math.min(count, groups.length);
  const startOf = (batch: number) => Math.ceil((batch * order.length) / batches);
  return Array.from({ length: batches }, (_, i) =>
    order
      .slice(startOf(i), startOf(i + 1))
      .sort((a, b) => a.task - b.task)
      .map(({ item }) => item),
  );
}

export interface OldTraces {
  /** Position of the entry in D_train, which identifies it in the log. */
  position: number;
  prompt: string;
  traces: readonly Trace[];
}

/** Extra stream index for dealing old traces, so that their random numbers differ from those for new traces. */
const OLD = 1;

/**
 * Turns old traces into training sequences (`replayForm: traces`), grouped by entry. Entries with nothing to learn from
 * are left out. Old traces keep their advantages, and the log-probabilities of the agent that wrote them for GRPO's
 * ratio.
 *
 * Old traces are off-policy. The clip removes their gradient if the agent has already moved as their advantages say,
 * but not if it has moved the other way. objectives/grpo-token.ts measures how far the agent has moved.
 */
export function oldSequences(
  entries: readonly OldTraces[],
  { groupsInLoss }: Pick<Settings, 'groupsInLoss'>,
  tokenizer: Pick<TextTokenizer, 'encode'>,
): TrainingSequence[][] {
  return entries
    .filter(({ traces }) => traces.length > 0)
    .filter(({ traces }) => groupsInLoss === 'all' || traces.some(({ advantage }) => advantage !== 0))
    .map(({ prompt: text, traces }) => {
      const prompt = tokenizer.encode(text);
      return traces.map(({ ids: completion, mask, logprobs: oldLogprobs, advantage }) => ({
        prompt,
        completion,
        mask,
        oldLogprobs,
        advantage,
      }));
    });
}

/**
 * Adds old traces to the steps of an update. Each pass over the new traces also goes once over the old traces.
 * @param steps the steps on new traces, pass by pass; empty if there are none
 */
export function withOldTraces(
  settings: Pick<Settings, 'seed' | 'innerEpochs' | 'minibatches'>,
  epoch: number,
  steps: readonly TrainingSequence[][],
  old: readonly TrainingSequence[][],
): TrainingSequence[][] {
  if (old.length === 0) return [...steps];
  const perPass = steps.length / settings.innerEpochs;
  return Array.from({ length: settings.innerEpochs }, (_, pass) => {
    const random = randomStream(settings.seed, 'minibatches', epoch, pass, OLD);
    const dealt = minibatches(
      old.map((group) => [...group]),
      perPass || settings.minibatches,
      random,
    );
    const own = steps.slice(pass * perPass, (pass + 1) * perPass);
    return Array.from({ length: Math.max(own.length, dealt.length) }, (_, i) => [
      ...(own[i] ?? []),
      ...(dealt[i] ?? []),
    ]);
  }).flat();
}

/** Measures how far the agent has moved since it wrote the traces. Returns undefined if there are no traces. */
export async function measureOldTraces(
  agent: Pick<LoopPlayer, 'score'>,
  entries: readonly OldTraces[],
  old: readonly TrainingSequence[][],
  objective: GrpoObjective,
): Promise<AgentUpdated['oldTraces']> {
  const sequences = old.flat();
  if (sequences.length === 0) return undefined;
  const { scored, flops } = await agent.score(sequences, 'current', objective.temperature);
  const traces = sequences.map(({ mask, oldLogprobs }, i) => ({
    mask: mask!,
    sampled: oldLogprobs!,
    present: scored[i].logprobs,
  }));
  const positions = entries.map(({ position }) => position);
  return { entries: positions, traces: traces.length, ...offPolicyStats(traces, objective), flops };
}

type StepSettings = Pick<Settings, 'seed' | 'groupsInLoss' | 'innerEpochs' | 'minibatches'>;

/**
 * Deals rollouts to the optimizer steps of the agent's update. The result depends on settings, epoch and rewards only,
 * so that a page can compute it from the log.
 * @returns the rollouts of each step, in order; empty if nothing can be learned
 */
export function agentSteps(settings: StepSettings, epoch: number, groups: readonly Group[]): Attempt[][] {
  const learned = groups
    .filter((group) => settings.groupsInLoss === 'all' || isMixed(rewardsOf(group)))
    .map(({ rollouts }) => rollouts.filter(({ rollout }) => rollout.ids.length > 0))
    .filter((group) => group.length > 0);
  if (learned.length === 0) return [];
  return Array.from({ length: settings.innerEpochs }, (_, pass) =>
    minibatches(learned, settings.minibatches, randomStream(settings.seed, 'minibatches', epoch, pass)),
  ).flat();
}
