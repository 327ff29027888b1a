/**
 * @file The models of a run, opened together: both players, the tokenizer they share, the teacher where an arm has one.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { Policy } from '../policy/policy.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { Training } from '../policy/training.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import type { ModelFiles } from '../lm/model-files.ts';
import { loadTokenizer } from '../lm/load-model.ts';

export interface Models {
  players: Players;
  /** The tokenizer of both players. */
  tokenizer: TextTokenizer;
  /** The frozen model that writes the tasks of the arm offline. */
  teacher?: Policy;
}

export type Role = keyof Players | 'teacher';

/** A model to open. */
export interface ModelChoice {
  role: Role;
  model: string;
  training: Training;
  /** Models of the same place run on one device, where adapters over the same model share its weights. */
  place: Role;
}

/** Where models are loaded from and what runs them: worker threads in the page, Dawn in Node. */
export interface ModelHost {
  folder(model: string): ModelFiles;
  open(choice: ModelChoice): Promise<Policy>;
}

/** @throws ModelFileError where a folder is not a model; CodedError where the models do not share a vocabulary */
export async function openModels(host: ModelHost, settings: Settings): Promise<Models> {
  const choices = modelChoices(settings);
  const tokenizer = await sharedTokenizer(host, choices);

  const openings = await Promise.allSettled(choices.map((choice) => host.open(choice)));
  const failed = openings.find((opening) => opening.status === 'rejected');
  if (failed) {
    await Promise.allSettled(
      openings.map((opening) => (opening.status === 'fulfilled' ? opening.value.dispose() : null)),
    );
    throw failed.reason;
  }
  const [agent, environment, teacher] = openings.map((opening) => (opening as PromiseFulfilledResult<Policy>).value);
  return { players: { agent, environment }, tokenizer, teacher };
}

/** The models of a run, the agent first. */
export function modelChoices(settings: Settings): ModelChoice[] {
  const { agentModel, environmentModel, teacherModel, training, arm } = settings;
  const shared = training === 'lora' && agentModel === environmentModel;
  const choices: ModelChoice[] = [
    { role: 'agent', model: agentModel, training: trainingOf(settings, 0), place: 'agent' },
    {
      role: 'environment',
      model: environmentModel,
      training: trainingOf(settings, 1),
      place: shared ? 'agent' : 'environment',
    },
  ];
  if (arm === 'offline')
    choices.push({ role: 'teacher', model: teacherModel, training: { kind: 'full' }, place: 'teacher' });
  return choices;
}

function trainingOf(settings: Settings, player: number): Training {
  const { training, loraRank, loraAlpha, loraTargets, basePrecision, seed } = settings;
  if (training === 'full') return { kind: 'full' };
  const lora = { rank: loraRank, alpha: loraAlpha, targets: loraTargets };
  return { kind: 'lora', lora, basePrecision, seed, player };
}

/** Ignores failures: a model whose device was lost cannot be disposed of, and need not be. */
export async function disposeModels({ players, teacher }: Models): Promise<void> {
  await Promise.allSettled([players.agent.dispose(), players.environment.dispose(), teacher?.dispose()]);
}

/** The models must share a tokenizer: each reads the tokens that the other writes. */
async function sharedTokenizer(host: ModelHost, choices: readonly ModelChoice[]): Promise<TextTokenizer> {
  const tokenizers = await Promise.all(choices.map(({ model }) => loadTokenizer(host.folder(model))));
  const [first, ...others] = tokenizers.map(({ files }) => JSON.stringify(files.tokenizer));
  const different = others.findIndex((other) => other !== first);
  if (different >= 0) {
    const [one, other] = [choices[0].model, choices[different + 1].model];
    throw new CodedError(
      'different-tokenizers',
      `The models ${one} and ${other} have different tokenizers, so one cannot read what the other writes. ` +
        'Choose two models of the same vocabulary.',
      { one, other },
    );
  }
  return tokenizers[0];
}
