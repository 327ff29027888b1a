/**
 * @file The models of a run, opened together: both players, the tokenizer they share, the teacher where an arm has one.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { Policy } from '../policy/policy.ts';
import type { Settings } from '../genenv/settings/settings.ts';
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

/** Where models are loaded from and what runs them: worker threads in the page, Dawn in Node. */
export interface ModelHost {
  folder(model: string): ModelFiles;
  open(role: Role, model: string): Promise<Policy>;
}

/** @throws ModelFileError where a folder is not a model; CodedError where the models do not share a vocabulary */
export async function openModels(host: ModelHost, settings: Settings): Promise<Models> {
  const names: [Role, string][] = [
    ['agent', settings.agentModel],
    ['environment', settings.environmentModel],
  ];
  if (settings.arm === 'offline') names.push(['teacher', settings.teacherModel]);
  const tokenizer = await sharedTokenizer(host, names);

  const openings = await Promise.allSettled(names.map(([role, model]) => host.open(role, model)));
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

/** Ignores failures: a model whose device was lost cannot be disposed of, and need not be. */
export async function disposeModels({ players, teacher }: Models): Promise<void> {
  await Promise.allSettled([players.agent.dispose(), players.environment.dispose(), teacher?.dispose()]);
}

/** The models must share a tokenizer: each reads the tokens that the other writes. */
async function sharedTokenizer(host: ModelHost, names: readonly [Role, string][]): Promise<TextTokenizer> {
  const tokenizers = await Promise.all(names.map(([, model]) => loadTokenizer(host.folder(model))));
  const [first, ...others] = tokenizers.map(({ files }) => JSON.stringify(files.tokenizer));
  const different = others.findIndex((other) => other !== first);
  if (different >= 0) {
    const [[, one], [, other]] = [names[0], names[different + 1]];
    throw new CodedError(
      'different-tokenizers',
      `The models ${one} and ${other} have different tokenizers, so one cannot read what the other writes. ` +
        'Choose two models of the same vocabulary.',
      { one, other },
    );
  }
  return tokenizers[0];
}
