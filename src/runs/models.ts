/**
 * @file The models of a run, opened together: both players, the tokenizer they share, the teacher where an arm has one.
 */
import type { Players } from '../genenv/coevolve.ts';
import type { Policy } from '../policy/policy.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import type { ModelFiles } from '../lm/model-files.ts';
import { loadTokenizer } from '../lm/load-model.ts';

export interface Models {
  players: Players;
  /** Of both players. */
  tokenizer: TextTokenizer;
  /** The frozen model of the arm offline. */
  teacher?: Policy;
}

export type Role = keyof Players | 'teacher';

/** Where models come from and what runs them: threads in the page, Dawn in Node. */
export interface ModelHost {
  folder(model: string): ModelFiles;
  open(role: Role, model: string): Promise<Policy>;
}

/** @throws Error in a sentence where a folder is not a model, or the players do not share a vocabulary */
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

/** A model that died with its device cannot be disposed of, and need not be: failures are passed over. */
export async function disposeModels({ players, teacher }: Models): Promise<void> {
  await Promise.allSettled([players.agent.dispose(), players.environment.dispose(), teacher?.dispose()]);
}

/** What one model writes the other reads, token by token. */
async function sharedTokenizer(host: ModelHost, names: readonly [Role, string][]): Promise<TextTokenizer> {
  const tokenizers = await Promise.all(names.map(([, model]) => loadTokenizer(host.folder(model))));
  const [first, ...others] = tokenizers.map(({ files }) => JSON.stringify(files.tokenizer));
  const different = others.findIndex((other) => other !== first);
  if (different >= 0) {
    const [[, one], [, other]] = [names[0], names[different + 1]];
    throw new Error(
      `The models ${one} and ${other} have different tokenizers, so one cannot read what the other writes. ` +
        'Choose two models of the same vocabulary.',
    );
  }
  return tokenizers[0];
}
