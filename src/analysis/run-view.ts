/** @file Groups the event log by epoch in a pure fold. Live, reloaded and replayed runs therefore look alike. */
import { withEpochAlpha } from '../genenv/epoch-settings.ts';
import { type EpochStage, type Group, joinEvents, STAGES, type TaskEventsSoFar } from '../genenv/log/epoch-events.ts';
import type {
  AgentUpdated,
  EnvironmentUpdated,
  EpochEnded,
  Filtered,
  PoolsUpdated,
  RolledOut,
  RunEvent,
  RunStarted,
  Scored,
  SettingsChanged,
  TasksWritten,
  TaskText,
} from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import { groupBy } from '../common/mean.ts';
import { meetFamilies } from '../tasks/registry.ts';
import type { Settings } from '../genenv/settings/settings.ts';

export interface EpochView {
  epoch: number;
  /** Settings of the filter, with this epoch's α. Until the filter runs, these are the current settings. */
  settings: Settings;
  /** KL cap of the environment's update, in nats per sequence (0: none). Undefined before that update. */
  environmentKlCap?: number;
  /** Settings of the agent's update. Undefined before that update. */
  agentSettings?: Settings;
  changes: SettingsChanged[];
  'tasks-written'?: TasksWritten;
  'rolled-out'?: RolledOut;
  scored?: Scored;
  filtered?: Filtered;
  'agent-updated'?: AgentUpdated;
  'environment-updated'?: EnvironmentUpdated;
  'pools-updated'?: PoolsUpdated;
  'epoch-ended'?: EpochEnded;
}

export interface RunView {
  started?: RunStarted;
  /** Current settings. Undefined before the run has started. */
  settings?: Settings;
  epochs: EpochView[];
}

/** How the page draws an answer. `agrees` and `differs` compare the answer with a wrong or unverifiable key. */
export type AnswerState = 'right' | 'wrong' | 'agrees' | 'differs';

/** Returns true for a written key that the oracle did not confirm. Rewards then do not mean right or wrong. */
export const isKeyUnconfirmed = ({ key }: Pick<TaskText, 'key'>): boolean => key !== undefined && key.right !== true;

export function answerState(task: Pick<TaskText, 'key'>, success: boolean): AnswerState {
  if (isKeyUnconfirmed(task)) return success ? 'agrees' : 'differs';
  return success ? 'right' : 'wrong';
}

export const emptyRun: RunView = { epochs: [] };

/** Returns the view with one more event. A stage repeated after a crash replaces its old event and all later stages. */
export function addEvent(view: RunView, event: RunEvent): RunView {
  if (event.type === 'run-started') {
    meetFamilies(event.settings.families);
    return { started: event, settings: event.settings, epochs: [] };
  }
  if (!view.settings) return view;
  // Search from the end, because a log appends and may have thousands of epochs.
  const place = view.epochs.findLastIndex((epoch) => epoch.epoch < event.epoch) + 1;
  const before = view.epochs.slice(0, place);
  const same = view.epochs[place]?.epoch === event.epoch ? view.epochs[place] : undefined;

  if (event.type === 'settings-changed') {
    const settings = { ...view.settings, ...event.changes };
    const epoch = same ?? { epoch: event.epoch, settings, changes: [] };
    const judged = epoch.filtered ? epoch.settings : withEpochAlpha(settings, epoch['tasks-written']?.recentSuccess);
    return {
      ...view,
      settings,
      epochs: [...before, { ...epoch, settings: judged, changes: [...epoch.changes, event] }],
    };
  }

  const position = STAGES.indexOf(event.type);
  const written = event.type === 'tasks-written' ? event : same?.['tasks-written'];
  const judged =
    position > STAGES.indexOf('filtered') && same
      ? same.settings
      : withEpochAlpha(view.settings, written?.recentSuccess);
  const epoch: EpochView = { epoch: event.epoch, settings: judged, changes: same?.changes ?? [] };
  const learned = position - STAGES.indexOf('agent-updated');
  if (learned >= 0) epoch.agentSettings = learned === 0 ? view.settings : same?.agentSettings;
  const updated = position - STAGES.indexOf('environment-updated');
  if (updated >= 0) epoch.environmentKlCap = updated === 0 ? view.settings.environmentKlCap : same?.environmentKlCap;
  if (same) for (let earlier = 0; earlier < position; earlier += 1) copyStage(epoch, same, STAGES[earlier]);
  return { ...view, epochs: [...before, { ...epoch, [event.type]: event }] };
}

/** Copies one stage. The type parameter ties both sides to one stage type. */
function copyStage<Stage extends EpochStage>(to: EpochView, from: EpochView, stage: Stage): void {
  if (from[stage]) to[stage] = from[stage];
}

export const isStage = (event: RunEvent): boolean => STAGES.some((stage) => stage === event.type);

/** Returns the view of a whole log. A run of 1,000 epochs, the maximum, takes about 35 ms. */
export const viewRun = (events: readonly RunEvent[]): RunView => events.reduce(addEvent, emptyRun);

function withStages(epoch: EpochView, change: (stage: EpochStage) => RunEvent | undefined): EpochView {
  const stages = STAGES.filter((stage) => epoch[stage]).map((stage) => [stage, change(stage) ?? epoch[stage]]);
  return { ...epoch, ...Object.fromEntries(stages) };
}

/** Returns the epoch without its texts, tokens and rollouts. */
export const outlineEpoch = (epoch: EpochView): EpochView => withStages(epoch, (stage) => outlineEvent(epoch[stage]!));

/** Returns the epoch with the complete events in place of the outlines of its stages. */
export const wholeEpoch = (outline: EpochView, events: readonly RunEvent[]): EpochView =>
  withStages(outline, (stage) => events.find(({ type }) => type === stage));

/** Returns the last stage that has happened. Undefined before the first. */
export const lastStage = (epoch: EpochView | undefined): EpochStage | undefined =>
  STAGES.findLast((stage) => epoch?.[stage]);

/** Returns the epoch to draw: the requested one, or the newest with a finished stage. */
export const epochToShow = ({ epochs }: RunView, asked?: number): EpochView | undefined =>
  epochs.find(({ epoch }) => epoch === asked) ?? epochs.findLast((epoch) => lastStage(epoch) !== undefined);

/** Returns the newest epoch, up to `upTo`, that has reached a stage. Its numbers show until the stage happens again. */
export const latestWith = ({ epochs }: RunView, stage: EpochStage, upTo: number): EpochView | undefined =>
  epochs.findLast((epoch) => epoch.epoch <= upTo && epoch[stage]);

/** Returns the stage that is being computed, or will be computed next. */
export function nextStage(view: RunView): EpochStage {
  const last = lastStage(view.epochs.at(-1));
  return STAGES[(last ? STAGES.indexOf(last) + 1 : 0) % STAGES.length];
}

/** One task of an epoch, joined with the results of later stages. */
export interface TaskView extends TaskText, TaskEventsSoFar {}

export const tasksOf = (epoch: EpochView): TaskView[] =>
  joinEvents(epoch['tasks-written']?.texts ?? [], epoch['rolled-out'], epoch.scored, epoch.filtered);

/** Returns the tasks that have rollouts and scores. */
export const scoredGroups = (epoch: EpochView): readonly (TaskView & Group)[] =>
  tasksOf(epoch).filter(
    (task): task is TaskView & Group => task.rollouts.length > 0 && task.rollouts.every(({ score }) => score),
  );

/** Groups the attempted tasks by success rate p̂ = k/n, in the order in which the rates first appear. */
export const bySuccessRate = (tasks: readonly TaskView[]): Map<number, TaskView[]> =>
  groupBy(
    tasks.filter((task) => task.scored),
    (task) => task.scored!.successRate,
  );

/** Returns the task to show in detail: the chosen one, else the attempted one with this index, else the first. */
export const taskToShow = (
  tasks: readonly TaskView[],
  index: number | undefined,
  chosenHere: boolean,
): TaskView | undefined =>
  tasks.find((task) => task.index === index && (chosenHere || task.used)) ?? tasks.find(({ used }) => used) ?? tasks[0];
