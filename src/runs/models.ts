/**
 * @file The models of a run, opened together: both players, the tokenizer they share, the teacher where an arm has one.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { Policy } from '../policy/policy.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { loadTokenizer } from '../lm/load-model.ts';
import { modelChoices, type ModelChoice } from './model-choices.ts';
import type { ModelHost } from './model-host.ts';

export interface Models {
  players: Players;
  /** The tokenizer of both players. */
  tokenizer: TextTokenizer;
  /** The frozen model that writes the tasks of the arm offline. */
  teacher?: Policy;
}

/**
 * @throws ModelFileError where a folder is not a model; CodedError where the models do not share a vocabulary, or the run
 * would take more memory than there is
 */
export async function openModels(host: ModelHost, settings: Settings): Promise<Models> {
  const choices = modelChoices(settings);
  const tokenizer = await sharedTokenizer(host, choices);
  if (host.machine) {
    // The plan needs the whole engine, which a thread that only coordinates models does not otherwise load.
    const { refuseWhatDoesNotFit } = await import('./plan/plan-for-host.ts');
    await refuseWhatDoesNotFit(host, settings);
  }

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
