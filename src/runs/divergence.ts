/** @file Stops a run at the stage in which a model gives NaN or infinite numbers, before the epoch is stored. */
import { CodedError } from '../common/coded-error.ts';
import { nonFinitePlace } from '../common/plain-json.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import type { Settings } from '../genenv/settings/settings.ts';

type Player = 'agent' | 'environment';

/** Setting that the user should lower if the player diverges. */
const learningRates = { agent: 'agentLearningRate', environment: 'environmentLearningRate' } as const;

const playerOf = ({ type }: Pick<RunEvent, 'type'>): Player =>
  type === 'tasks-written' || type === 'environment-updated' ? 'environment' : 'agent';

/** Makes the error for a diverged player. @param what place of the number that is not finite, e.g. `steps[0].loss` */
function diverged(player: Player, what: string, epoch: number, settings: Settings, cause?: Error): CodedError {
  const setting = learningRates[player];
  return new CodedError('run-diverged', { player, what, epoch, setting, value: settings[setting] }, cause);
}

/** Checks an event. @throws CodedError `run-diverged` if the event contains NaN or an infinite number */
export function refuseDiverged(event: RunEvent, settings: Settings): void {
  const place = nonFinitePlace(event);
  if (place !== null) throw diverged(playerOf(event), place, epochOf(event), settings);
}

/**
 * Returns the error to report for a failed stage. If a model reports numbers that are not finite, the error also names
 * the setting to turn down.
 * @param last the last stage's event, even if settings changed after it
 */
export function withSetting(
  error: Error,
  last: RunEvent['type'] | undefined,
  epoch: number,
  settings: Settings,
): Error {
  // An error from a worker is a copy, no longer an instance of CodedError.
  const { code, parameters } = error as Partial<CodedError<'model-not-finite'>>;
  if (code !== 'model-not-finite') return error;
  // After these events the environment writes or learns. In all other stages the agent acts, learns or is evaluated.
  const environment = last === 'run-started' || last === 'epoch-ended' || last === 'agent-updated';
  return diverged(environment ? 'environment' : 'agent', String(parameters?.what), epoch, settings, error);
}

const epochOf = (event: RunEvent): number => (event.type === 'run-started' ? 0 : event.epoch);
