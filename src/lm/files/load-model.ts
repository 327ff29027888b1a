/**
 * @file Reads and writes a model folder in Hugging Face layout: `config.json`, `generation_config.json`,
 * `tokenizer.json`, `tokenizer_config.json`, `model.safetensors` or its shards. Instead, a folder may hold a GGUF file
 * (gguf-folder.ts), which can be read but not written.
 *
 * transformers and transformers.js can load what `modelFolder` writes. `openModel` opens published folders of the
 * families in config.ts.
 */
import { CodedError } from '../../common/coded-error.ts';
import { decodeText } from '../../common/csv.ts';
import { withList } from './checked-folder.ts';
import { TEMPLATE_FILE } from './chat-template.ts';
import { type Checkpoint, openCheckpoint, WEIGHTS_FILE } from './checkpoint.ts';
import { parameterCount, parseModelConfig, toHuggingFaceConfig, type ModelConfig } from './config.ts';
import { withGguf } from './gguf-folder.ts';
import { ModelFileError } from './model-file-error.ts';
import type { ModelFiles } from './model-files.ts';
import { readJson } from './read-json.ts';
import { writeSafetensors, type WeightArray } from './safetensors.ts';
import { ADAPTER_CONFIG, withPeftAdapter } from './peft-adapter.ts';
import { createTokenizer, namedEnds, type Tokenizer } from './tokenizer.ts';
import type { WeightSource } from './weight-source.ts';

/** Weights that a GPU model reads once, as a stream. */
export interface StreamedWeights {
  name: string;
  /** Configuration. Its `eosIds` come from both `generation_config.json` and `config.json`. */
  config: ModelConfig;
  /** Exactly the parameters of `parameterShapes(config)`. */
  weights: Pick<WeightSource, 'stream'>;
}

/** Checked folder whose weights are not read yet. The tokenizer is left out: code that computes on ids needs none. */
export interface OpenedWeights extends StreamedWeights {
  weights: Checkpoint;
}

export interface OpenedModel extends OpenedWeights {
  tokenizer: Tokenizer;
}

/** A model with all weights in memory, for small models only. */
export interface LoadedWeights {
  name: string;
  config: ModelConfig;
  /** Exactly the parameters of `parameterShapes(config)`, in the same order. */
  weights: Map<string, WeightArray>;
  /** Hash of the weights; see `openCheckpoint`. */
  weightsHash: string;
}

export interface LoadedModel extends LoadedWeights {
  tokenizer: Tokenizer;
}

/** Opens a model folder with its tokenizer. Checks everything that needs no weights, and reads the weights later. */
export const openModel = (source: ModelFiles): Promise<OpenedModel> =>
  opening(source, async (files) => {
    const config = await readConfig(files);
    const tokenizer = await readTokenizer(files);
    if (tokenizer.vocabularySize > config.vocabSize)
      throw new ModelFileError(
        'mismatch',
        'tokenizer.json',
        `it has ${tokenizer.vocabularySize} tokens, but the model embeds only ${config.vocabSize} (vocab_size)`,
      );
    return { ...(await readWeights(files, config)), tokenizer };
  });

/** Describes a model folder from its headers and small files. Checks everything that needs no weights. */
export async function inspectModel(source: ModelFiles) {
  const { config, weights } = await openModel(source);
  return {
    architecture: config.family,
    parameters: parameterCount(config),
    precisions: [...weights.dtypes],
    layers: config.layers,
    hiddenSize: config.hiddenSize,
    vocabulary: config.vocabSize,
  };
}

/** Opens a model folder without its tokenizer, which may be missing. */
export const openWeights = (source: ModelFiles): Promise<OpenedWeights> =>
  opening(source, async (files) => readWeights(files, await readConfig(files)));

/** Loads only the tokenizer of a model folder, for a thread that does not run the model. */
export const loadTokenizer = (source: ModelFiles): Promise<Tokenizer> => opening(source, readTokenizer);

/** Reads a folder, through a GGUF file if that replaces config.json. Errors name the folder. */
const opening = <Result>(source: ModelFiles, read: (files: ModelFiles) => Promise<Result>): Promise<Result> =>
  namingFolder(source, async () => read(await withGguf(source)));

/** Matches names of models that the repository does not hold. `models/manifest.json` has the commands that make them. */
const NOT_SHIPPED =
  /\b(discovery|function-calling|household-game|multi-hop|stateful-calls|travel)-(agent|environment(-[a-z]+)?)-b(?=\/?$)/;

async function namingFolder<Result>(source: ModelFiles, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    const name = error.code === 'missing' && NOT_SHIPPED.exec(source.name)?.[0];
    throw name ? new CodedError('model-not-shipped', { name }) : error.inFolder(source.name);
  }
}

async function readWeights(source: ModelFiles, config: ModelConfig): Promise<OpenedWeights> {
  const { bytes, dtypes, stream, read } = await withPeftAdapter(await openCheckpoint(source, config), source, config);
  return {
    name: source.name,
    config,
    weights: {
      bytes,
      dtypes,
      stream: (sink) => namingFolder(source, () => stream(sink)),
      read: (name) => namingFolder(source, () => read(name)),
    },
  };
}

function templateText(bytes: Uint8Array): string {
  const { text, encoding } = decodeText(bytes);
  if (encoding === 'windows-1252') throw new ModelFileError('malformed', TEMPLATE_FILE, 'not UTF-8');
  return text;
}

const PROBE = ['user', 'assistant', 'user'].map((role) => ({ role, content: 'text' }));
const WITH_END_IDS = ['generation_config.json', 'config.json'];

async function readTokenizer(source: ModelFiles): Promise<Tokenizer> {
  const template = await source.read(TEMPLATE_FILE);
  const optional = async (file: string) => ((await readJson(source, file, true)) ?? {}) as object;
  const roles = await optional('special_tokens_map.json');
  const ends = namedEnds(roles, 'special_tokens_map.json');
  for (const file of WITH_END_IDS) ends.push(...namedEnds(await optional(file), file));
  const json = await readJson(source, 'tokenizer.json', true);
  if (json === undefined) {
    const isOld = (await source.size('vocab.json')) ?? (await source.size('tokenizer.model'));
    const convert =
      'missing, only an older format is there; convert it: python -c "from transformers import AutoTokenizer as T; ' +
      "T.from_pretrained('FOLDER').save_pretrained('FOLDER')\"";
    throw new ModelFileError('missing', 'tokenizer.json', isOld === undefined ? 'missing' : convert);
  }
  const tokenizer = createTokenizer(
    json,
    { ...roles, ...(await optional('tokenizer_config.json')) },
    template && templateText(template),
    ends,
  );
  // Refuse a template with unknown features now, not in the middle of a run.
  tokenizer.chat?.render(PROBE);
  return tokenizer;
}

/** Reads only the configuration of a model folder. */
export const loadConfig = (source: ModelFiles): Promise<ModelConfig> => opening(source, readConfig);

/** Creates the error for a folder without config.json. The files that it has instead decide the explanation. */
async function withoutConfig(source: ModelFiles): Promise<ModelFileError> {
  const adapter = (await readJson(source, ADAPTER_CONFIG, true)) as { base_model_name_or_path?: unknown } | undefined;
  if (!adapter) {
    const usual = ['refs/main', 'tokenizer.json', 'model.safetensors', 'tokenizer_config.json'];
    const found = await Promise.all(usual.map((file) => source.size(file)));
    // Browsers hide symbolic links. In Hugging Face's cache, snapshots look empty, and a model folder has only `refs`.
    const isCache = found[0] !== undefined || found.every((size) => size === undefined);
    const what =
      'missing; if this is the cache of Hugging Face, a browser cannot follow its links: ' +
      'fetch the model with “hf download NAME --local-dir FOLDER”, and open that folder';
    return new ModelFileError('missing', 'config.json', isCache ? what : 'missing');
  }
  const base = typeof adapter.base_model_name_or_path === 'string' ? ` (${adapter.base_model_name_or_path})` : '';
  const what = `this is an adapter without its base: put it and adapter_model.safetensors into the folder of the base${base}, and open that`;
  return new ModelFileError('unsupported', ADAPTER_CONFIG, what);
}

async function readConfig(source: ModelFiles): Promise<ModelConfig> {
  const json = await readJson(source, 'config.json', true);
  if (json === undefined) throw await withoutConfig(source);
  const config = parseModelConfig(json);
  const generation = (await readJson(source, 'generation_config.json', true)) ?? {};
  const ends = [...namedEnds(generation, 'generation_config.json'), ...config.eosIds];
  return { ...config, eosIds: [...new Set(ends)].filter((end) => typeof end === 'number') };
}

/** Returns the files of a model folder with their list, by name. The same model gives the same bytes. */
export function modelFolder(
  model: { config: ModelConfig; tokenizer: Tokenizer; weights: ReadonlyMap<string, WeightArray> },
  dtype: 'F32' | 'F16' = 'F32',
): Map<string, Uint8Array<ArrayBuffer>> {
  const config = { ...toHuggingFaceConfig(model.config), torch_dtype: dtype === 'F32' ? 'float32' : 'float16' };
  const { bos_token_id, eos_token_id, pad_token_id } = toHuggingFaceConfig(model.config);
  const { template } = model.tokenizer.files;
  const text = (json: object) => new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`);
  const files = new Map([
    ['config.json', text(config)],
    ['generation_config.json', text({ bos_token_id, eos_token_id, pad_token_id })],
    ['tokenizer.json', text(model.tokenizer.files.tokenizer)],
    ['tokenizer_config.json', text(model.tokenizer.files.config)],
    ...(template === undefined ? [] : [[TEMPLATE_FILE, new TextEncoder().encode(template)] as const]),
    [WEIGHTS_FILE, writeSafetensors(model.weights, {}, dtype)],
  ]);
  return withList(files);
}
