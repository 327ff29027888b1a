/**
 * @file The models of a run, opened together: both players, the tokenizer they share, the teacher where an arm has one,
 * the model of embeddings where rewards need one.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { Teacher } from '../genenv/teacher.ts';
import type { Policy } from '../policy/policy.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { Training } from '../policy/training.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import type { ModelFiles } from '../lm/model-files.ts';
import { loadTokenizer } from '../lm/load-model.ts';
import { hasGraph } from '../onnx/choose-graph.ts';
import { EmbeddingSimilarity, type TextEmbedder } from './embedding-similarity.ts';

export interface Models {
  players: Players;
  /** The tokenizer of both players. */
  tokenizer: TextTokenizer;
  teacher?: Teacher;
  similarity?: EmbeddingSimilarity;
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
  /** @param model a folder with an ONNX graph, or the path of one of its graphs */
  openFrozen(model: string): Promise<Policy>;
  /** @param model the same, of a graph that makes embeddings */
  openEmbedder(model: string): Promise<TextEmbedder>;
}

/** @throws ModelFileError where a folder is not a model; CodedError where the models do not share a vocabulary */
export async function openModels(host: ModelHost, settings: Settings): Promise<Models> {
  const choices = modelChoices(settings);
  const tokenizer = await sharedTokenizer(host, choices);
  const { arm, teacherModel, softReward, embeddingModel } = settings;

  const players = choices.map((choice) => host.open(choice));
  const teacher = arm === 'offline' ? openTeacher(host, teacherModel) : undefined;
  const similarity =
    softReward === 'embedding'
      ? host.openEmbedder(embeddingModel).then((embedder) => new EmbeddingSimilarity(embedder))
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

/** A teacher with a graph runs on transformers.js, any other on our engine; it reads with its own tokenizer. */
async function openTeacher(host: ModelHost, model: string): Promise<Teacher> {
  const files = host.folder(model);
  const tokenizer = await loadTokenizer(files);
  const policy = (await hasGraph(files))
    ? await host.openFrozen(model)
    : await host.open({ role: 'teacher', model, training: { kind: 'full' }, place: 'teacher' });
  return { policy, tokenizer };
}

/** The players, the agent first. */
export function modelChoices(settings: Settings): ModelChoice[] {
  const { agentModel, environmentModel, training } = settings;
  const shared = training === 'lora' && agentModel === environmentModel;
  return [
    { role: 'agent', model: agentModel, training: trainingOf(settings, 0), place: 'agent' },
    {
      role: 'environment',
      model: environmentModel,
      training: trainingOf(settings, 1),
      place: shared ? 'agent' : 'environment',
    },
  ];
}

function trainingOf(settings: Settings, player: number): Training {
  const { training, loraRank, loraAlpha, loraTargets, basePrecision, seed } = settings;
  if (training === 'full') return { kind: 'full' };
  const lora = { rank: loraRank, alpha: loraAlpha, targets: loraTargets };
  return { kind: 'lora', lora, basePrecision, seed, player };
}

/** Ignores failures: a model whose device was lost cannot be disposed of, and need not be. */
export async function disposeModels({ players, teacher, similarity }: Models): Promise<void> {
  await Promise.allSettled(
    [players.agent, players.environment, teacher?.policy, similarity].map((model) => model?.dispose()),
  );
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
