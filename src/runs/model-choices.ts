/** @file The models that a run opens, how each learns, and which of them run on one device. */
import type { Players } from '../genenv/coevolve.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { PlayerTraining } from '../policy/training.ts';

export type Role = keyof Players | 'teacher';

export interface PlayerChoice {
  role: keyof Players;
  model: string;
  training: PlayerTraining;
  /** Models of the same place run on one device, where adapters over the same model share its weights. */
  place: Role;
}

export type ModelChoice =
  PlayerChoice | { role: 'teacher'; model: string; training: { kind: 'frozen' }; place: 'teacher' };

/** True if agent and environment are adapters over the same frozen weights, on one device. */
export const playersShareBase = ({ training, agentModel, environmentModel }: Settings): boolean =>
  training === 'lora' && agentModel === environmentModel;

/** The models of a run, the agent first. */
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
