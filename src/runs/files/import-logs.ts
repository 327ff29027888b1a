/**
 * @file A real run's log (log-lines.ts) as the events of this program, so that the same figures read it. What a log does
 * not say is not made up: losses, divergences, pools and floating-point operations are missing or 0, and lengths are words
 * where no tokens are given.
 */
import { groupAdvantages, isMixed } from '../../genenv/curriculum/advantages.ts';
import { arms } from '../../genenv/sources/arms.ts';
import {
  EVENT_VERSION,
  type HeldOut,
  type Rollout,
  type RunEvent,
  type Scored,
  type TaskText,
} from '../../genenv/events.ts';
import { regressionWeight } from '../../genenv/curriculum/regression-weights.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { addCounts, successRate } from '../../genenv/curriculum/success.ts';
import { wordsOf } from '../../tasks/text.ts';
import { groupBy } from '../../common/group-by.ts';
import { type Attempt, FAMILY, readSteps, type Step, type Task } from './log-lines.ts';

export interface ImportOptions {
  /** What the run is called, and the settings its figures are to be drawn with: α, k_min, success threshold, arm. */
  name: string;
  settings: Partial<Settings>;
}

export interface ImportedRun {
  events: RunEvent[];
  /** Lines that could not be read, as sentences; the others are imported. */
  problems: string[];
}

const noCost = { agentTokens: 0, environmentTokens: 0, agentFlops: 0, environmentFlops: 0, agentRollouts: 0 };

const heldOutOf = (success: number | null): HeldOut | null =>
  success === null ? null : { split: 'held-out', samples: 1, byLevel: { [FAMILY]: [success] }, success };

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const taskText = ({ text, family, level }: Task, index: number): TaskText => ({
  index,
  family,
  source: 'environment',
  batch: index,
  context: '',
  seed: '',
  written: null,
  text,
  verdict: 'valid',
  reason: null,
  level,
  oracleLength: 0,
  prompt: text,
  used: true,
});

/** Tokens are unknown: a rollout has its text and its length only. */
const rolloutOf = ({ text, tokens }: Attempt, task: number, rollout: number): Rollout => ({
  task,
  rollout,
  ids: [],
  tokens: [],
  logprobs: [],
  mask: Array.from({ length: tokens }, (): 1 => 1),
  turns: [text],
  observations: [],
  finish: 'stop',
});

/** Rewards, advantages and p̂ of a step, by the rules of the settings. */
function scoredOf(settings: Settings, epoch: number, tasks: readonly Task[]): Scored {
  const { curriculum } = arms[settings.arm];
  const succeeded = ({ reward }: Attempt) => reward >= settings.successThreshold;
  return {
    type: 'scored',
    epoch,
    rollouts: tasks.flatMap(({ attempts }, task) => {
      const advantages = groupAdvantages(
        attempts.map(({ reward }) => reward),
        { scale: 'population', epsilon: 1e-6 },
      );
      return attempts.map((attempt, rollout) => ({
        task,
        rollout,
        reward: attempt.reward,
        success: succeeded(attempt),
        wellFormed: true,
        reason: null,
        advantage: advantages[rollout],
      }));
    }),
    tasks: tasks.map(({ attempts }, task) => {
      const count = { k: attempts.filter(succeeded).length, n: attempts.length };
      const p = successRate(count);
      return { task, count, scope: count, successRate: p, environmentReward: curriculum.reward(p, settings) };
    }),
  };
}

function stepEvents(settings: Settings, epoch: number, { tasks: byText, heldOut }: Step): RunEvent[] {
  const { curriculum } = arms[settings.arm];
  const tasks = [...byText.values()];
  const scored = scoredOf(settings, epoch, tasks);
  const rollouts = tasks.flatMap(({ attempts }, task) => attempts.map((attempt, i) => rolloutOf(attempt, task, i)));
  const filtered = scored.tasks.map(({ task, scope, environmentReward }) => {
    const kept = curriculum.keeps(scope, settings);
    const weight = kept ? regressionWeight(environmentReward, settings.lambda) : 0;
    return { task, kept, reason: curriculum.reason(scope, settings), weight };
  });
  const groups = tasks.map(({ attempts }) => attempts.map(({ reward }) => reward));
  const uniform = scored.tasks.filter((_, i) => !isMixed(groups[i]));
  const solvedGroups = uniform.filter(({ count: { k, n } }) => k === n).length;
  const agentTokens = rollouts.reduce((sum, { mask }) => sum + mask.length, 0);
  const levels = groupBy(tasks, ({ family }) => family);
  const highest = Math.max(1, ...tasks.map(({ level }) => level));
  const recentSuccess = {};
  return [
    { type: 'tasks-written', epoch, recentSuccess, texts: tasks.map(taskText) },
    { type: 'rolled-out', epoch, rollouts },
    scored,
    { type: 'filtered', epoch, tasks: filtered },
    {
      type: 'agent-updated',
      epoch,
      steps: [],
      mixedGroups: tasks.length - uniform.length,
      solvedGroups,
      unsolvedGroups: uniform.length - solvedGroups,
      note: { code: 'imported' },
    },
    {
      type: 'environment-updated',
      epoch,
      steps: [],
      klPerSequence: 0,
      pairs: 0,
      cap: 'none',
      note: { code: 'imported' },
    },
    {
      type: 'pools-updated',
      epoch,
      train: [],
      environment: [],
      trainSize: 0,
      environmentSize: 0,
      invalidTraces: 0,
    },
    {
      type: 'epoch-ended',
      epoch,
      meanReward: mean(scored.rollouts.map(({ reward }) => reward)),
      success: addCounts(scored.tasks.map(({ count }) => count)),
      meanEnvironmentReward: mean(scored.tasks.map(({ environmentReward }) => environmentReward)),
      verdicts: { valid: 1, unparseable: 0, unsolvable: 0, trivial: 0, ambiguous: 0 },
      meanLevel: mean(tasks.map(({ level }) => level)),
      levels: Object.fromEntries(
        [...levels].map(([family, own]) => [
          family,
          Array.from({ length: highest }, (_, i) => mean(own.map(({ level }) => (level === i + 1 ? 1 : 0)))),
        ]),
      ),
      keptTasks: filtered.filter(({ kept }) => kept).length,
      attemptedTasks: tasks.length,
      responseLength: mean(rollouts.map(({ mask }) => mask.length)),
      taskLength: mean(tasks.map(({ text }) => wordsOf(text).length)),
      distinctTasks: tasks.length,
      heldOut: heldOutOf(heldOut),
      cost: { ...noCost, agentTokens, agentRollouts: rollouts.length },
      state: { epoch, recentSuccess },
    },
  ];
}

/**
 * The events of a log. Steps become epochs 1, 2, … in their order; an evaluation before the first rollout is epoch 0's.
 * @throws Error in a sentence where no line can be used; SettingsError where the settings are not valid
 */
export function importLog(log: string, { name, settings: changes }: ImportOptions): ImportedRun {
  const { steps, problems } = readSteps(log);
  const trained = steps.filter(({ tasks }) => tasks.size > 0);
  if (trained.length === 0)
    throw new Error(
      `There is no rollout in this log. ${problems[0] ?? 'It is empty.'} ` +
        'A line must be a JSON object such as {"step": 1, "input": "…", "output": "…", "score": 1}.',
    );
  const settings = parseSettings({ ...changes, epochs: trained.length });
  const model = {
    name,
    family: FAMILY,
    parameters: 0,
    vocabularySize: 0,
    contextLength: 0,
    weightsHash: '',
    runtime: 'imported log',
  };
  // An evaluation between two steps of training belongs to the one before it.
  const before = steps.filter(({ step, tasks }) => tasks.size === 0 && step < trained[0].step).at(-1);
  for (const [i, own] of trained.entries()) {
    const next = trained[i + 1]?.step ?? Infinity;
    const later = steps.filter(({ step, tasks }) => tasks.size === 0 && step > own.step && step < next).at(-1);
    own.heldOut = later?.heldOut ?? own.heldOut;
  }
  const events: RunEvent[] = [
    {
      type: 'run-started',
      version: EVENT_VERSION,
      settings,
      agent: model,
      environment: model,
      heldOut: heldOutOf(before?.heldOut ?? null),
      fixedTasks: [],
      cost: noCost,
    },
    ...trained.flatMap((one, i) => stepEvents(settings, i + 1, one)),
  ];
  return { events, problems };
}
