/**
 * @file Another trainer's log (trainer-log.ts) as the events of this program, so that the same figures read it. Rewards are
 * the log's; advantages, success, the filter and the weights follow from them by the rules of the settings. What a log
 * does not say is not made up: losses, divergences, pools and floating-point operations are missing or 0, and lengths are
 * words where no tokens are given.
 */
import type { ByteSource } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import { assess, weigh } from '../../curriculum/curriculum.ts';
import { noCost } from '../../genenv/cost.ts';
import {
  EVENT_VERSION,
  type HeldOut,
  type RolledOut,
  type Rollout,
  type RunEvent,
  type TasksWritten,
  type TaskText,
} from '../../genenv/log/events.ts';
import { joinEvents } from '../../genenv/log/task-events.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { arms } from '../../genenv/sources/arms.ts';
import {
  assessmentRequest,
  countGroups,
  type JudgedRollout,
  filteredEvent,
  scoredEvent,
  weighingRequest,
} from '../../genenv/stages/score-groups.ts';
import { countsByFamily } from '../../genenv/stages/score-rollouts.ts';
import { summariseEpoch } from '../../genenv/stages/summarise-epoch.ts';
import { wordsOf } from '../../tasks/text.ts';
import { type LoggedRollout, type LoggedStep, type LoggedTask, StepReader, UNNAMED_FAMILY } from './trainer-log.ts';

export interface ImportOptions {
  /** The run's name. */
  name: string;
  /** Settings of the rules: advantage scale, success threshold, scope of p̂, α, β, k_min, λ, arm. */
  settings: Partial<Settings>;
}

export interface ImportedRun {
  /** The events of one epoch after the other; to be read once. */
  epochs: AsyncIterable<RunEvent[]>;
  /** Problems of lines that could not be read; the others are imported. */
  problems: CodedError[];
}

/** Why the updates are empty. */
const NOTE = { code: 'imported' } as const;

const heldOutOf = (success: number | null): HeldOut | null =>
  success === null ? null : { split: 'held-out', samples: 1, byLevel: { [UNNAMED_FAMILY]: [success] }, success };

/** A task text of which only the text, its family and its level are known; every task is a batch of its own. */
const taskText = ({ text, family, level }: LoggedTask, index: number): TaskText => ({
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
const rolloutOf = ({ text, tokens }: LoggedRollout, task: number, rollout: number): Rollout => ({
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

/** A rollout with the log's reward. */
const judged = ({ reward }: LoggedRollout, task: number, rollout: number): JudgedRollout => ({
  task,
  rollout,
  wellFormed: true,
  reason: null,
  question: { rule: 'given', reward },
});

/** The families of a step, each with as many levels as the step's hardest task. */
function familiesOf(tasks: readonly LoggedTask[]): { name: string; levels: number }[] {
  const levels = tasks.reduce((most, { level }) => Math.max(most, level), 1);
  return [...new Set(tasks.map(({ family }) => family))].map((name) => ({ name, levels }));
}

function stepEvents(settings: Settings, epoch: number, { tasks: byText, heldOut }: LoggedStep): RunEvent[] {
  const tasks = [...byText.values()];
  const families = familiesOf(tasks);
  const texts = tasks.map(taskText);
  const recentSuccess = {};
  const tasksWritten: TasksWritten = { type: 'tasks-written', epoch, recentSuccess, texts };
  const rollouts = tasks.flatMap((task, index) => task.rollouts.map((one, i) => rolloutOf(one, index, i)));
  const rolledOut: RolledOut = { type: 'rolled-out', epoch, rollouts };
  const groups = tasks.map((task, index) => ({
    task: index,
    batch: texts[index].batch,
    source: texts[index].source,
    rollouts: task.rollouts.map((one, i) => judged(one, index, i)),
  }));
  const { curriculum } = arms[settings.arm];
  const assessment = assess(assessmentRequest(settings, groups));
  const weighing = weigh(weighingRequest(settings, curriculum, groups, assessment));
  const scored = scoredEvent(settings, epoch, groups, assessment, weighing);
  const filtered = filteredEvent(settings, curriculum, epoch, groups, weighing);
  const attempted = joinEvents(texts, rolledOut, scored, filtered);
  const agentTokens = rollouts.reduce((sum, { mask }) => sum + mask.length, 0);
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
      note: NOTE,
    },
    { type: 'environment-updated', epoch, steps: [], klPerSequence: 0, pairs: 0, cap: 'none', note: NOTE },
    {
      type: 'pools-updated',
      epoch,
      train: [],
      environment: [],
      trainSize: 0,
      environmentSize: 0,
      invalidTraces: 0,
    },
    summariseEpoch({
      families,
      counts: countsByFamily(families, attempted),
      // Only lengths are taken of it: a text's words stand for its tokens.
      tokenizer: { encode: (text) => wordsOf(text).map((_, i) => i) },
      tasksWritten,
      rolledOut,
      scored,
      filtered,
      heldOut: heldOutOf(heldOut),
      cost: { ...noCost(), agentTokens, agentRollouts: rollouts.length },
      state: { epoch, recentSuccess },
    }),
  ];
}

/**
 * The steps that trained, each with the evaluation after it, and the success of the last evaluation before the first. An
 * evaluation between two steps of training belongs to the one before it.
 */
function trainedSteps(steps: readonly LoggedStep[]): { trained: LoggedStep[]; before: number | null } {
  const trained = steps.filter(({ tasks }) => tasks.size > 0);
  const evaluated = (from: number, to: number): number | null =>
    steps.findLast(({ step, tasks }) => tasks.size === 0 && step > from && step < to)?.heldOut ?? null;
  return {
    before: evaluated(-1, trained[0]?.step ?? 0),
    trained: trained.map((own, i) => ({
      ...own,
      heldOut: evaluated(own.step, trained[i + 1]?.step ?? Infinity) ?? own.heldOut,
    })),
  };
}

/**
 * The epochs of a log. Steps become epochs 1, 2, … in their order; an evaluation before the first rollout is epoch 0's.
 * @throws CodedError where no line can be used; SettingsError where the settings are not valid
 */
function importSteps(
  { steps, problems }: ReturnType<StepReader['finish']>,
  { name, settings: changes }: ImportOptions,
): ImportedRun {
  const { trained, before } = trainedSteps(steps);
  if (trained.length === 0) {
    throw new CodedError('no-rollout-in-log', { problem: problems.length > 0 ? errorData(problems[0]) : null });
  }
  const settings = parseSettings({ ...changes, epochs: trained.length });
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
    heldOut: heldOutOf(before),
    fixedTasks: [],
    cost: noCost(),
  };
  async function* epochs(): AsyncGenerator<RunEvent[], void, void> {
    for (const [i, step] of trained.entries())
      yield [...(i === 0 ? [started] : []), ...stepEvents(settings, i + 1, step)];
  }
  return { epochs: epochs(), problems };
}

/** Opens a log: its lines are read one by one, its events made an epoch at a time. Throws as `importSteps` does. */
export async function openTrainerLog(source: ByteSource, options: ImportOptions): Promise<ImportedRun> {
  const reader = new StepReader();
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source.chunks()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) reader.add(line);
  }
  reader.add(rest + decoder.decode());
  return importSteps(reader.finish(), options);
}
