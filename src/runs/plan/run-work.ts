/** @file Computes the largest batches of a run's policies: how many texts they write and learn from at once. */
import { arms } from '../../genenv/sources/arms.ts';
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import { grpoObjective } from '../../genenv/stages/update-agent.ts';
import { contextsOfDraw, encodedContext, mostWrittenTokens } from '../../genenv/stages/write-tasks.ts';
import type { TaskSource } from '../../genenv/log/events.ts';
import { samplingOf, updateMemory } from '../../genenv/epoch-settings.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import type { PolicyWork, SamplingWork, UpdateWork } from '../../policy/memory-plan.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { randomStream } from '../../random/streams.ts';
import { type Family, promptForm } from '../../tasks/family.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { modelChoices, type ModelChoice, type Role } from '../model-choices.ts';

export interface PlannedPolicy extends PolicyWork {
  role: Role;
  /** Policies with the same `place` share a device. */
  place: Role;
}

/** Number of seeds per family, or tasks per level, that are tried to find the longest context or prompt. */
const SAMPLES = 32;

/**
 * Computes the work of each policy.
 * @param configOf returns a model's configuration, or null to leave out a model that another runtime runs
 */
export async function runWork(
  settings: Settings,
  tokenizer: TextTokenizer,
  configOf: (choice: ModelChoice) => Promise<ModelConfig | null>,
): Promise<PlannedPolicy[]> {
  const families = familiesByName(settings.families);
  const work = { agent: agentWork, environment: environmentWork, teacher: teacherWork };
  const planned = await Promise.all(
    modelChoices(settings).map(async (choice) => {
      const { role, model, training, place } = choice;
      const config = await configOf(choice);
      if (!config) return [];
      const parts = work[role](settings, families, tokenizer, config);
      return [{ role, place, model, config, training, ...parts }];
    }),
  );
  return planned.flat();
}

type Work = Pick<PolicyWork, 'samplings' | 'updates' | 'holds'>;

const most = (values: readonly number[]): number => Math.max(0, ...values);

function agentWork(
  settings: Settings,
  families: readonly Family[],
  tokenizer: TextTokenizer,
  { maxPositions }: ModelConfig,
): Work {
  const { tasksPerEpoch, groupSize, minibatches, evalTasks, evalSamples } = settings;
  const answer = most(families.map(({ maxAnswerTokens }) => maxAnswerTokens));
  // An observation between two turns is assumed to be as long as an answer.
  const transcript = most(families.map(({ maxAnswerTokens, maxTurns }) => maxAnswerTokens * (2 * maxTurns - 1)));
  const prompt = Math.min(agentPrompt(settings, families, tokenizer), maxPositions - answer);
  const completion = Math.min(transcript, maxPositions - prompt);
  const sampling = (prompts: number, rolloutsPerPrompt: number, promptTokens: number): SamplingWork => ({
    prompts,
    promptTokens,
    rolloutsPerPrompt,
    sampling: samplingOf(settings, { temperature: 1, maxNewTokens: answer, stopIds: [] }),
  });
  /** Returns the largest batches of a first turn, whose rollouts share prompts, and of a last turn without sharing. */
  const attempts = (tasks: number, samples: number): SamplingWork[] =>
    tasks === 0
      ? []
      : completion > answer
        ? [sampling(tasks, samples, prompt), sampling(tasks * samples, 1, prompt + completion - answer)]
        : [sampling(tasks, samples, prompt)];
  /** Maximum number of sequences in one optimizer step, if all rollouts of an epoch are dealt to the steps. */
  const sequences = Math.ceil((tasksPerEpoch * groupSize) / Math.min(minibatches, tasksPerEpoch));
  const update: UpdateWork = {
    sequences,
    prompts: Math.min(tasksPerEpoch, sequences),
    promptTokens: prompt,
    completionTokens: completion,
    objective: grpoObjective(settings, completion),
    memory: updateMemory(settings),
  };
  const samplings = [...attempts(settings.tasksPerEpoch, groupSize), ...attempts(evalTasks, evalSamples)];
  return { samplings, updates: [update], holds: false };
}

function environmentWork(
  settings: Settings,
  families: readonly Family[],
  tokenizer: TextTokenizer,
  config: ModelConfig,
): Work {
  const { tasksPerEpoch, environmentMaxPairs, environmentReplayEpochs, klOnCurrentBatch, environmentKlCap, capAction } =
    settings;
  const writing = writingWork(settings, families, tokenizer, config, 'environment');
  const window = Math.min(environmentMaxPairs, environmentReplayEpochs * tasksPerEpoch);
  const sequences = window + (klOnCurrentBatch ? tasksPerEpoch : 0);
  const update: UpdateWork = {
    sequences,
    prompts: sequences,
    promptTokens: writing.promptTokens,
    completionTokens: writing.sampling.maxNewTokens,
    objective: {
      kind: 'rwr',
      klWeight: settings.environmentKlWeight,
      temperature: 1,
      ...(environmentKlCap > 0 && capAction === 'kl-only' && { klOnlyAbove: environmentKlCap }),
    },
    memory: updateMemory(settings),
  };
  const learns = settings.environmentSteps > 0;
  return {
    samplings: [writing],
    updates: learns ? [update] : [],
    holds: learns && environmentKlCap > 0 && (capAction === 'scale-back' || capAction === 'roll-back'),
  };
}

const teacherWork = (...parties: Parameters<typeof environmentWork>): Work => ({
  samplings: [writingWork(...parties, 'offline')],
  updates: [],
  holds: false,
});

function writingWork(
  settings: Settings,
  families: readonly Family[],
  tokenizer: TextTokenizer,
  { maxPositions }: ModelConfig,
  source: TaskSource,
): SamplingWork {
  const maxNewTokens = mostWrittenTokens(settings, families, source);
  const context = most(
    families.flatMap((family) =>
      Array.from({ length: SAMPLES }, (_, i) => {
        const seed = settings.anchor ? family.sampleSeed(randomStream(settings.seed, 'taskSeeds', 0, i)) : '';
        return encodedContext(tokenizer, family, 0, seed).ids.length;
      }),
    ),
  );
  return {
    prompts: contextsOfDraw(
      { overSampling: arms[settings.arm].overSampling(settings) },
      settings.tasksPerEpoch,
      settings.variations,
    ),
    // A context with a base sample may be as long as the model allows.
    promptTokens:
      settings.taskContext === 'base-sample'
        ? maxPositions - maxNewTokens
        : Math.min(context, maxPositions - maxNewTokens),
    rolloutsPerPrompt: settings.variations,
    sampling: samplingOf(settings, { temperature: 1, maxNewTokens, stopIds: [] }),
  };
}

/** Returns the token count of the longest prompt, among known tasks and tasks that the environment may write. */
function agentPrompt(settings: Settings, families: readonly Family[], tokenizer: TextTokenizer): number {
  const form = promptForm(tokenizer.chat);
  const known = evaluationTasksOf(families, { evalSplit: settings.evalSplit, evalTasks: SAMPLES }, form);
  return most(
    known.map(({ text, prompt, world }) => {
      const read = tokenizer.encode(prompt).length;
      const task = tokenizer.encode(text).length;
      return Math.max(read, read - task + world.maxTaskTokens);
    }),
  );
}
