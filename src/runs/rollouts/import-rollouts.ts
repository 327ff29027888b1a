/**
 * @file Turns another trainer's rollouts (rollout-files.ts) into events of this program, so that the page and the
 * figures can read them. Rewards and advantages come from the log. The settings decide success, the
 * filter, regression weights, and advantages that the log lacks.
 *
 * Other data that the log lacks are missing or 0: losses, divergences, D_env, levels, model sizes and floating-point
 * operations. Lengths are in words if the log does not count tokens.
 */
import type { CodedError } from '../../common/coded-error.ts';
import { groupBy } from '../../common/mean.ts';
import { plainText } from '../../common/plain-text.ts';
import { agentTokens, noCost } from '../../genenv/log/epoch-events.ts';
import { advantageScale } from '../../genenv/epoch-settings.ts';
import {
  EVENT_VERSION,
  type HeldOut,
  type RolledOut,
  type TaskSource,
  type Rollout,
  type RunEvent,
  type TasksWritten,
  type TaskText,
} from '../../genenv/log/events.ts';
import { growPools } from '../../genenv/pools.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { arms } from '../../genenv/sources/arms.ts';
import { countGroups, judgeGroups, type JudgedGroup, type JudgedRollout } from '../../genenv/stages/score-groups.ts';
import { countsByFamily } from '../../genenv/stages/score-rollouts.ts';
import { summariseEpoch } from '../../genenv/stages/summarise-epoch.ts';
import { noEnvironmentUpdate } from '../../genenv/stages/update-environment.ts';
import { countWords } from '../../tasks/text.ts';
import type { Columns, LoggedRollout, PresetName } from './columns.ts';
import { type LoggedStep, type Mapping, openRolloutLog, type RolloutFile } from './rollout-files.ts';

export interface ImportOptions {
  name: string;
  /** Settings for advantage scale, success threshold, scope of p̂, α, β, k_min, λ and arm. */
  settings: Partial<Settings>;
  /** Columns that the user declares. The other columns are proposed. */
  columns?: Partial<Columns>;
  /** Returns the text of a token. Default: its id. */
  tokenText?: (id: number) => string;
}

export interface ImportedRun {
  /** Events by epoch. Read them only once. */
  epochs: AsyncIterable<RunEvent[]>;
  /** Problems of rows and files that were left out. */
  problems: CodedError[];
  mapping: Mapping;
}

/** Maximum length of a shared mask. All shared masks then take at most 2 MB. */
const LONGEST_SHARED_MASK = 512;

/** Family of tasks if the log names none. */
const UNNAMED_FAMILY = 'imported';

/** Only plain JSON lines may hold tasks of a GenEnv environment. Other trainers have no environment model. */
const sourceOf = (preset: PresetName): TaskSource => (preset === 'JSON lines' ? 'environment' : 'imported');

const familyOf = (name: string | null): string => (name === null ? UNNAMED_FAMILY : plainText(name));

/** Makes a task text from a group of rollouts. Every task is a batch of its own. */
const taskText = (
  [{ prompt, group, family, level }]: readonly LoggedRollout[],
  index: number,
  source: TaskSource,
): TaskText => ({
  index,
  family: familyOf(family),
  source,
  batch: index,
  context: '',
  seed: '',
  written: null,
  // Without a prompt in the log, the group's name stands for the text.
  text: prompt || group,
  verdict: 'valid',
  reason: null,
  level,
  oracleLength: 0,
  prompt,
  used: true,
});

const NONE: never[] = [];

/** Makes a rollout whose mask has an entry per token, or per word if the log does not count tokens. */
function rolloutOf(
  { turns, observations, ids, logprobs, length }: LoggedRollout,
  task: number,
  rollout: number,
  tokenText: (id: number) => string,
): Rollout {
  const mask = maskOf(length ?? turns.reduce((sum, turn) => sum + countWords(turn), 0));
  const tokens = ids.length > 0 ? ids.map((id) => tokenText(id)) : NONE;
  return { task, rollout, ids, tokens, logprobs, mask, turns, observations, finish: 'stop' };
}

/** Masks by length, shared by answers of the same length. */
const masks = new Map<number, 1[]>();
function maskOf(length: number): 1[] {
  if (length > LONGEST_SHARED_MASK) return new Array<1>(length).fill(1);
  const known = masks.get(length) ?? new Array<1>(length).fill(1);
  masks.set(length, known);
  return known;
}

const plainNames = (values: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [plainText(name), value]));

const judged = ({ rewards }: LoggedRollout, reward: number, task: number, rollout: number): JudgedRollout => ({
  task,
  rollout,
  wellFormed: true,
  reason: rewards === null ? null : { code: 'reward-functions', values: plainNames(rewards) },
  question: { rule: 'given', reward },
});

/** Lists the families of a step. Each family gets as many levels as the step's hardest task has. */
function familiesOf(texts: readonly TaskText[]): { name: string; levels: number }[] {
  const levels = texts.reduce((most, { level }) => Math.max(most, level), 1);
  return [...new Set(texts.map(({ family }) => family))].map((name) => ({ name, levels }));
}

/** Makes the events of a training step. @param trainSize number of traces in D_train before the epoch */
function stepEvents(
  settings: Settings,
  epoch: number,
  preset: PresetName,
  { logged: { step }, heldOut }: TrainedStep,
  logged: readonly LoggedRollout[],
  trainSize: number,
  tokenText: (id: number) => string,
): RunEvent[] {
  const source = sourceOf(preset);
  const byGroup = [...groupBy(logged, ({ group }) => group).values()];
  const texts = byGroup.map((rollouts, index) => taskText(rollouts, index, source));
  const recentSuccess = {};
  const tasksWritten: TasksWritten = { type: 'tasks-written', epoch, recentSuccess, texts };
  const rollouts: Rollout[] = [];
  // Rollouts with unknown rewards are shown, but not scored.
  const known: LoggedRollout[] = [];
  const made: Rollout[] = [];
  const groups: JudgedGroup[] = [];
  byGroup.forEach((group, task) => {
    const own: JudgedRollout[] = [];
    group.forEach((one, i) => {
      const rollout = rolloutOf(one, task, i, tokenText);
      rollouts.push(rollout);
      if (one.reward === null) return;
      own.push(judged(one, one.reward, task, i));
      known.push(one);
      made.push(rollout);
    });
    if (own.length > 0) groups.push({ task, batch: task, source, text: texts[task].text, rollouts: own });
  });
  const rolledOut: RolledOut = { type: 'rolled-out', epoch, rollouts };
  const { scored, filtered } = judgeGroups(settings, arms[settings.arm], epoch, groups);
  scored.rollouts.forEach((score, i) => (score.advantage = known[i].advantage ?? score.advantage));
  let next = 0;
  const attempted = groups.map(({ task, rollouts: own }, i) => ({
    family: texts[task].family,
    rollouts: own.map(() => ({ rollout: made[next], score: scored.rollouts[next++] })),
    scored: scored.tasks[i],
  }));
  const exported = known.every(({ advantage }) => advantage !== null);
  const advantages = exported ? 'exported' : advantageScale(settings).scale;
  const families = familiesOf(texts);
  return [
    tasksWritten,
    rolledOut,
    scored,
    filtered,
    {
      type: 'agent-updated',
      epoch,
      steps: [],
      ...countGroups(attempted),
      note: { code: 'imported-step', step, advantages },
    },
    noEnvironmentUpdate(epoch, { code: 'imported' }),
    growPools({ trainSize, environmentSize: 0 }, epoch, attempted, []),
    summariseEpoch({
      families,
      counts: countsByFamily(families, attempted),
      // Only the length of the encoding is used. Words count as tokens.
      tokenizer: { encode: (text) => maskOf(countWords(text)) },
      tasksWritten,
      rolledOut,
      scored,
      filtered,
      heldOut,
      cost: {
        ...noCost(),
        agentTokens: rollouts.reduce((sum, one) => sum + agentTokens(one), 0),
        agentRollouts: rollouts.length,
      },
      state: { epoch, recentSuccess },
    }),
  ];
}

/** Returns the evaluation after a step, if the log has one. */
const evaluationOf = ({ heldOut }: LoggedStep): HeldOut | null =>
  heldOut === null
    ? null
    : { split: 'held-out', samples: 1, byLevel: { [UNNAMED_FAMILY]: [heldOut] }, success: heldOut };

interface TrainedStep {
  logged: LoggedStep;
  heldOut: HeldOut | null;
}

/** Pairs each training step with the evaluation after it. `before` is the last evaluation before the first step. */
function trainedSteps(steps: readonly LoggedStep[]): { trained: TrainedStep[]; before: HeldOut | null } {
  const trained = steps.filter((step) => step.trained);
  const evaluated = (from: number, to: number): HeldOut | null => {
    const last = steps.findLast(({ step, trained }) => !trained && step > from && step < to);
    return last ? evaluationOf(last) : null;
  };
  return {
    before: evaluated(-1, trained[0].step),
    trained: trained.map((logged, i) => ({
      logged,
      heldOut: evaluated(logged.step, trained[i + 1]?.step ?? Infinity) ?? evaluationOf(logged),
    })),
  };
}

/**
 * Opens the log in these files and makes events one step at a time. Training steps become epochs 1, 2, … in order. An
 * evaluation before the first training step becomes the evaluation at the start of the run.
 */
export async function importRollouts(
  files: readonly RolloutFile[],
  { name, settings: changes, columns, tokenText = String }: ImportOptions,
): Promise<ImportedRun> {
  const { successThreshold } = parseSettings(changes);
  const { preset, mapping, steps, problems } = await openRolloutLog(files, columns, successThreshold);
  const epochs = steps.filter(({ trained }) => trained).length;
  // The known trainers divide by the sample standard deviation, like torch.
  const scale = preset === 'JSON lines' ? {} : { advantageScale: 'sample' as const };
  const settings = parseSettings({ ...scale, ...changes, epochs });
  const { trained, before } = trainedSteps(steps);
  const model = {
    name,
    family: UNNAMED_FAMILY,
    parameters: 0,
    vocabularySize: 0,
    contextLength: 0,
    weightsHash: '',
    runtime: 'imported log',
  };
  const started: RunEvent = {
    type: 'run-started',
    version: EVENT_VERSION,
    settings,
    agent: model,
    environment: model,
    heldOut: before,
    fixedTasks: [],
    cost: noCost(),
  };
  async function* all(): AsyncGenerator<RunEvent[], void, void> {
    let trainSize = 0;
    for (const [i, step] of trained.entries()) {
      const events = stepEvents(settings, i + 1, preset, step, await step.logged.read(), trainSize, tokenText);
      for (const event of events) if (event.type === 'pools-updated') ({ trainSize } = event);
      yield [...(i === 0 ? [started] : []), ...events];
    }
  }
  return { epochs: all(), problems, mapping };
}
