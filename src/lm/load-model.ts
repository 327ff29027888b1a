/**
 * @file A model folder in Hugging Face layout, read and written: `config.json`, `generation_config.json`,
 * `tokenizer.json`, `tokenizer_config.json`, `model.safetensors`.
 *
 * transformers and transformers.js load what `modelFolder` writes; `loadModel` loads what they publish, for the
 * families of config.ts.
 */
import { z } from 'zod';
import { sha256 } from '../common/sha-256.ts';
import { TEMPLATE_FILE } from './chat-template.ts';
import { parameterShapes, parseModelConfig, toHuggingFaceConfig, type ModelConfig } from './config.ts';
import { nonFiniteParameter } from './finite-weights.ts';
import type { ModelFiles } from './model-files.ts';
import { ModelFileError } from './model-file-error.ts';
import { openSafetensors, writeSafetensors, type Safetensors, type WeightArray } from './safetensors.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';

const WEIGHTS = 'model.safetensors';
const FOLDER = 'Choose the folder that holds config.json, tokenizer.json and model.safetensors';

/** A model without its tokenizer: what computes on ids needs no more. */
export interface LoadedWeights {
  /** The folder it came from. */
  name: string;
  /** `eosIds` are those of `generation_config.json` where it names any, as in transformers. */
  config: ModelConfig;
  /** Exactly the parameters of `parameterShapes(config)`, in its order. */
  weights: Map<string, WeightArray>;
  /** SHA-256 of `model.safetensors`, hexadecimal: what `sha256sum` prints. */
  weightsHash: string;
}

export interface LoadedModel extends LoadedWeights {
  tokenizer: Tokenizer;
}

const generationConfig = z.looseObject({
  eos_token_id: z.union([z.int().nonnegative(), z.array(z.int().nonnegative())]).nullish(),
});

/**
 * Reads and checks a whole model folder.
 *
 * @throws ModelFileError naming the file, what is wrong with it and what to do
 */
export const loadModel = (source: ModelFiles): Promise<LoadedModel> => namingFolder(source, readModel);

/**
 * A model folder without its tokenizer, which may be missing.
 *
 * @throws ModelFileError naming the file, what is wrong with it and what to do
 */
export const loadWeights = (source: ModelFiles): Promise<LoadedWeights> =>
  namingFolder(source, async () => readWeights(source, await readConfig(source)));

/**
 * The tokenizer of a model folder alone, for a thread that does not run the model.
 *
 * @throws ModelFileError naming the file, what is wrong with it and what to do
 */
export const loadTokenizer = (source: ModelFiles): Promise<Tokenizer> => namingFolder(source, readTokenizer);

async function namingFolder<Result>(
  source: ModelFiles,
  read: (source: ModelFiles) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(source);
  } catch (error) {
    throw error instanceof ModelFileError ? error.inFolder(source.name) : error;
  }
}

async function readConfig(source: ModelFiles): Promise<ModelConfig> {
  const config = parseModelConfig(await readJson(source, 'config.json'));
  const generation = generationConfig.safeParse((await readJson(source, 'generation_config.json', true)) ?? {});
  if (!generation.success)
    throw new ModelFileError(
      'malformed',
      'generation_config.json',
      'eos_token_id is not a token id or a list of them',
      FOLDER,
    );
  const eos = generation.data.eos_token_id;
  if (eos != null) config.eosIds = [eos].flat();
  return config;
}

async function readModel(source: ModelFiles): Promise<LoadedModel> {
  const config = await readConfig(source);
  const tokenizer = await readTokenizer(source);
  if (tokenizer.vocabularySize > config.vocabSize)
    throw new ModelFileError(
      'mismatch',
      'tokenizer.json',
      `it has ${tokenizer.vocabularySize} tokens, but the model embeds only ${config.vocabSize} (vocab_size)`,
      'Use the tokenizer and config.json of one and the same checkpoint',
    );
  return { ...(await readWeights(source, config)), tokenizer };
}

async function readWeights(source: ModelFiles, config: ModelConfig): Promise<LoadedWeights> {
  const bytes = await source.read(WEIGHTS);
  if (!bytes) {
    const sharded = await source.read(`${WEIGHTS}.index.json`);
    if (!sharded) throw new ModelFileError('missing', WEIGHTS, 'missing', FOLDER);
    throw new ModelFileError(
      'sharded',
      WEIGHTS,
      'the weights are split over several files',
      'Save the checkpoint again with one file (save_pretrained with a larger max_shard_size)',
    );
  }
  return {
    name: source.name,
    config,
    weights: takeParameters(openSafetensors(bytes, WEIGHTS), config),
    weightsHash: await sha256(bytes),
  };
}

async function readTokenizer(source: ModelFiles): Promise<Tokenizer> {
  const template = await source.read(TEMPLATE_FILE);
  return createTokenizer(
    await readJson(source, 'tokenizer.json'),
    (await readJson(source, 'tokenizer_config.json', true)) ?? {},
    template && new TextDecoder().decode(template),
  );
}

/** The files of a model folder, by name. The same model gives the same bytes. */
export function modelFolder(model: {
  config: ModelConfig;
  tokenizer: Tokenizer;
  weights: ReadonlyMap<string, WeightArray>;
}): Map<string, Uint8Array<ArrayBuffer>> {
  const config = toHuggingFaceConfig(model.config);
  const { template } = model.tokenizer.files;
  const { bos_token_id, eos_token_id, pad_token_id } = config;
  const text = (json: object) => new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`);
  return new Map([
    ['config.json', text(config)],
    ['generation_config.json', text({ bos_token_id, eos_token_id, pad_token_id })],
    ['tokenizer.json', text(model.tokenizer.files.tokenizer)],
    ['tokenizer_config.json', text(model.tokenizer.files.config)],
    ...(template === undefined ? [] : [[TEMPLATE_FILE, new TextEncoder().encode(template)] as const]),
    [WEIGHTS, writeSafetensors(model.weights)],
  ]);
}

/**
 * The parameters of a configuration out of a weights file, checked by name and shape.
 *
 * @throws ModelFileError where a parameter is missing, has another shape or is not finite, or the file holds one the model has not
 */
export function takeParameters(file: Safetensors, config: ModelConfig, name = WEIGHTS): Map<string, WeightArray> {
  const shapes = parameterShapes(config);
  const mismatch = (cause: string): never => {
    throw new ModelFileError('mismatch', name, cause, 'Use the weights and config.json of one and the same checkpoint');
  };
  const missing = [...shapes.keys()].filter((parameter) => !file.entries.has(parameter));
  if (missing.length > 0) mismatch(`it lacks ${list(missing)}, which config.json asks for`);
  // Old exports hold the rotary frequencies, and a copy of the tied head: both follow from the rest.
  const derived = (parameter: string) =>
    parameter.endsWith('.rotary_emb.inv_freq') || (config.tieWordEmbeddings && parameter === 'lm_head.weight');
  const unexpected = [...file.entries.keys()].filter((parameter) => !shapes.has(parameter) && !derived(parameter));
  if (unexpected.length > 0) mismatch(`it holds ${list(unexpected)}, which config.json does not describe`);
  const weights = new Map<string, WeightArray>();
  for (const [parameter, shape] of shapes) {
    const stored = file.entries.get(parameter)!.shape;
    if (stored.join() !== shape.join()) mismatch(`${parameter} has shape [${stored}], config.json asks for [${shape}]`);
    weights.set(parameter, file.read(parameter));
  }
  const damaged = nonFiniteParameter(weights);
  if (damaged !== undefined)
    throw new ModelFileError(
      'not-finite',
      name,
      `${damaged} holds NaN or an infinity`,
      'Use weights from before the training diverged',
    );
  return weights;
}

function list(names: string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

async function readJson(source: ModelFiles, file: string, optional = false): Promise<unknown> {
  const bytes = await source.read(file);
  if (!bytes) {
    if (optional) return undefined;
    throw new ModelFileError('missing', file, 'missing', FOLDER);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ModelFileError('malformed', file, `not JSON (${(error as Error).message})`, 'Download the file again');
  }
}
