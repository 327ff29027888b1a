/** @file Opens the models of a run together, with the tokenizer that the players share. */
import { CodedError } from '../common/coded-error.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { Teacher } from '../genenv/sources/arm.ts';
import { loadTokenizer } from '../lm/files/load-model.ts';
import type { Tokenizer } from '../lm/files/tokenizer.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { EmbeddingSimilarity, type ModelHost } from './model-host.ts';
import { type ModelChoice, modelChoices } from './model-choices.ts';

export interface Models {
  players: Players;
  tokenizer: TextTokenizer;
  teacher?: Teacher;
  similarity?: EmbeddingSimilarity;
}

/** Opens a run's models. @throws CodedError if a folder holds no model, vocabularies differ, or memory is too small */
export async function openModels(host: ModelHost, settings: Settings): Promise<Models> {
  const choices = modelChoices(settings);
  const taught = choices.find(({ role }) => role === 'teacher');
  const playing = choices.filter((choice) => choice.role !== 'teacher');
  const tokenizer = await sharedTokenizer(host, playing);
  if (host.machine) {
    // The plan needs the whole engine, which a thread that only coordinates models would otherwise not load.
    const { refuseWhatDoesNotFit } = await import('./plan/plan-run.ts');
    await refuseWhatDoesNotFit(host, settings);
  }

  const players = playing.map((choice) => host.open(choice));
  const teacher = taught && openTeacher(host, taught.model);
  const similarity =
    settings.softReward === 'embedding'
      ? host.openEmbedder(settings.embeddingModel).then((embedder) => new EmbeddingSimilarity(embedder))
      : undefined;
  try {
    const [[agent, environment], ...others] = await Promise.all([Promise.all(players), teacher, similarity]);
    return { players: { agent, environment }, tokenizer, teacher: others[0], similarity: others[1] };
  } catch (error) {
    const opened = [...players, teacher?.then(({ policy }) => policy), similarity];
    await Promise.allSettled(opened.map(async (opening) => (await opening)?.dispose()));
    throw error;
  }
}

/** Opens the teacher with its own tokenizer. */
async function openTeacher(host: ModelHost, model: string): Promise<Teacher> {
  const tokenizer = await loadTokenizer(host.folder(model));
  return { policy: await host.openTeacher(model), tokenizer };
}

/** Disposes of the models. Ignores failures, because a model on a lost device cannot and need not be disposed of. */
export async function disposeModels({ players, teacher, similarity }: Models): Promise<void> {
  await Promise.allSettled(
    [players.agent, players.environment, teacher?.policy, similarity].map((model) => model?.dispose()),
  );
}

/**
 * Returns the tokenizer that both players use, because each reads the other's tokens. The environment's tokenizer may
 * have extra tokens after the agent's, for contexts.
 */
async function sharedTokenizer(host: ModelHost, choices: readonly ModelChoice[]): Promise<TextTokenizer> {
  const tokenizers = await Promise.all(choices.map(({ model }) => loadTokenizer(host.folder(model))));
  const [first, ...others] = tokenizers;
  const different = others.findIndex((other) => !beginsWith(other, first));
  if (different >= 0) {
    const [one, other] = [choices[0].model, choices[different + 1].model];
    throw new CodedError('different-tokenizers', { one, other });
  }
  return tokenizers.at(-1)!;
}

type WithVocabulary = { model: { vocab: Record<string, number> | unknown[] } };

/** Returns true if a tokenizer equals the first one, except for extra tokens at the end of its vocabulary. */
function beginsWith({ files }: Tokenizer, { files: first }: Tokenizer): boolean {
  const whole = files.tokenizer as WithVocabulary;
  const { vocab } = whole.model;
  if (Array.isArray(vocab)) return JSON.stringify(whole) === JSON.stringify(first.tokenizer);
  const words = Object.entries(vocab).toSorted(([, a], [, b]) => a - b);
  const { length } = Object.keys((first.tokenizer as WithVocabulary).model.vocab);
  const beginning = { ...whole, model: { ...whole.model, vocab: Object.fromEntries(words.slice(0, length)) } };
  return JSON.stringify(beginning) === JSON.stringify(first.tokenizer);
}
