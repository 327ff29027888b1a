/**
 * @file What the page draws: the event log grouped by epoch. A pure fold, so that a live run, a reloaded one and a
 * replay without a GPU look the same.
 */
import { STAGES, type EpochStage } from '../../../genenv/epoch-stages.ts';
import type {
  AgentUpdated,
  EnvironmentUpdated,
  EpochEnded,
  Filtered,
  PoolsUpdated,
  RolledOut,
  Rollout,
  RunEvent,
  RunStarted,
  Scored,
  ScoredRollout,
  SettingsChanged,
  TasksWritten,
  TaskText,
} from '../../../genenv/events.ts';
import type { Settings } from '../../../genenv/settings/settings.ts';

/** One epoch: the stages that have happened. */
export interface EpochView {
  epoch: number;
  /** What the filter judged with; before it has, the settings in force. */
  settings: Settings;
  /** Controls turned during this epoch. */
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
  /** In force now; undefined before the run has started. */
  settings?: Settings;
  epochs: EpochView[];
}

export const emptyRun: RunView = { epochs: [] };

/**
 * The view after one more event. A stage that comes again (an epoch repeated after a crash) replaces what followed it.
 */
export function addEvent(view: RunView, event: RunEvent): RunView {
  if (event.type === 'run-started') return { started: event, settings: event.settings, epochs: [] };
  if (!view.settings) return view;
  const before = view.epochs.filter((epoch) => epoch.epoch < event.epoch);
  const same = view.epochs.find((epoch) => epoch.epoch === event.epoch);

  if (event.type === 'settings-changed') {
    const settings = { ...view.settings, ...event.changes };
    const epoch = same ?? { epoch: event.epoch, settings, changes: [] };
    const judged = epoch.filtered ? epoch.settings : settings;
    return {
      ...view,
      settings,
      epochs: [...before, { ...epoch, settings: judged, changes: [...epoch.changes, event] }],
    };
  }

  const position = STAGES.indexOf(event.type);
  const judged = position > STAGES.indexOf('filtered') && same ? same.settings : view.settings;
  const epoch: EpochView = { epoch: event.epoch, settings: judged, changes: same?.changes ?? [] };
  for (const stage of STAGES.slice(0, position)) if (same?.[stage]) Object.assign(epoch, { [stage]: same[stage] });
  return { ...view, epochs: [...before, { ...epoch, [event.type]: event }] };
}

/** The view of a whole log. */
export const viewRun = (events: readonly RunEvent[]): RunView => events.reduce(addEvent, emptyRun);

/** The last stage of an epoch that has happened; undefined before the first. */
export const lastStage = (epoch: EpochView | undefined): EpochStage | undefined =>
  STAGES.findLast((stage) => epoch?.[stage]);

/** The stage that is being computed, or would be computed next. */
export function nextStage(view: RunView): EpochStage {
  const last = lastStage(view.epochs.at(-1));
  return STAGES[(last ? STAGES.indexOf(last) + 1 : 0) % STAGES.length];
}

/** One task of an epoch with everything that later stages said of it. */
export interface TaskView {
  text: TaskText;
  scored?: Scored['tasks'][number];
  verdict?: Filtered['tasks'][number];
  rollouts: { rollout: Rollout; score?: ScoredRollout }[];
}

export function tasksOf(epoch: EpochView): TaskView[] {
  const scores = epoch.scored?.rollouts;
  const rollouts = (epoch['rolled-out']?.rollouts ?? []).map((rollout, index) => ({ rollout, score: scores?.[index] }));
  return (epoch['tasks-written']?.texts ?? []).map((text) => ({
    text,
    scored: epoch.scored?.tasks.find((entry) => entry.task === text.index),
    verdict: epoch.filtered?.tasks.find((entry) => entry.task === text.index),
    rollouts: rollouts.filter((entry) => entry.rollout.task === text.index),
  }));
}

/**
 * The task to look at: the one a person chose, also when it is not attempted; in other epochs the one at its place, if
 * the agent attempts it; else the first that it attempts.
 */
export const taskToShow = (
  tasks: readonly TaskView[],
  index: number | undefined,
  chosenHere: boolean,
): TaskView | undefined =>
  tasks.find(({ text }) => text.index === index && (chosenHere || text.used)) ??
  tasks.find(({ text }) => text.used) ??
  tasks[0];
