/**
 * @file Derives from settings which models a run opens, how each model learns and which models share a device. Also
 * plans changes of settings during a run.
 */
import type { Players } from '../genenv/coevolve.ts';
import { settingProblem } from '../genenv/settings/check-setting.ts';
import { diffSettings, setting, type SettingName, type Settings, SettingsError } from '../genenv/settings/settings.ts';
import type { PlayerTraining } from '../policy/policy.ts';
import type { PendingChange } from '../store/run-store.ts';

export const isFixed = (name: SettingName): boolean => setting(name).inRun === 'fixed';

/** Compares settings. @throws SettingsError that names every changed setting that is fixed during a run */
export function refuseFixedChanges(before: Readonly<Settings>, after: Readonly<Settings>): void {
  const problems = (Object.keys(diffSettings(after, before)) as SettingName[])
    .filter(isFixed)
    .map((name) => settingProblem(name, { code: 'fixed-during-a-run', parameters: {} }));
  if (problems.length > 0) throw new SettingsError(problems);
}

export interface ChangeRequest {
  /** Settings that the user changes. `after` has all settings with these changes. */
  changes: Partial<Settings>;
  after: Settings;
  /** Settings in force until now. */
  settings: Settings;
  /** Position in the log of the next event. */
  sequence: number;
  /** Settings before the change made since the last stage, and the position of this change in the log. */
  changed?: { before: Settings; sequence: number };
  /** Stored changes of the unfinished epoch. */
  pending: readonly PendingChange[];
  /** Pending changes that must still be repeated. */
  repeated: readonly PendingChange[];
}

interface PlannedChange {
  /** All changes since the last stage as one event. Null if they cancel out. */
  event: Partial<Settings> | null;
  pending: PendingChange[];
  repeated: PendingChange[];
}

/**
 * Returns the event that a change of settings adds to the log. Also returns the changes that must be repeated because
 * their epoch was lost. The session stores the result before the change takes effect.
 */
export function planChange(request: ChangeRequest): PlannedChange {
  const { changes, after, settings, changed, pending, repeated } = request;
  const { before, sequence } = changed ?? { before: settings, sequence: request.sequence };
  const all = diffSettings(after, before);
  const events = Object.keys(all).length > 0 ? [{ sequence, changes: all }] : [];
  const made = pending.filter((change) => change.sequence < sequence);
  const moved = sequence + events.length - request.sequence;
  const later = repeated.map((change) => yieldTo(changes, change, moved));
  return { event: events[0]?.changes ?? null, pending: [...made, ...events, ...later], repeated: later };
}

/** Returns a change to repeat, moved by some positions in the log and without the settings that `newer` changes. */
const yieldTo = (newer: Partial<Settings>, { sequence, changes }: PendingChange, moved: number): PendingChange => ({
  sequence: sequence + moved,
  changes: Object.fromEntries(Object.entries(changes as Partial<Settings>).filter(([name]) => !(name in newer))),
});

export type Role = keyof Players | 'teacher';

export interface PlayerChoice {
  role: keyof Players;
  model: string;
  training: PlayerTraining;
  /** Models with the same `place` run on one device, so that adapters over one model share the model's weights. */
  place: Role;
}

export type ModelChoice =
  | PlayerChoice
  | { role: 'teacher'; model: string; training: { kind: 'frozen' }; place: 'teacher' };

/** Returns true if agent and environment are adapters over the same frozen weights, on one device. */
export const playersShareBase = ({ training, agentModel, environmentModel }: Settings): boolean =>
  training === 'lora' && agentModel === environmentModel;

/** Returns the models of a run, the agent first. */
export function modelChoices(settings: Settings): ModelChoice[] {
  const { agentModel, environmentModel, teacherModel, arm } = settings;
  const choices: ModelChoice[] = [
    { role: 'agent', model: agentModel, training: trainingOf(settings, 0), place: 'agent' },
    {
      role: 'environment',
      model: environmentModel,
      training: trainingOf(settings, 1),
      place: playersShareBase(settings) ? 'agent' : 'environment',
    },
  ];
  if (arm === 'offline')
    choices.push({ role: 'teacher', model: teacherModel, training: { kind: 'frozen' }, place: 'teacher' });
  return choices;
}

function trainingOf(settings: Settings, player: number): PlayerTraining {
  const { training, loraRank, loraAlpha, loraTargets, basePrecision, seed } = settings;
  if (training === 'full') return { kind: 'full' };
  const lora = { rank: loraRank, alpha: loraAlpha, targets: loraTargets };
  return { kind: 'lora', lora, basePrecision, seed, player };
}
