/**
 * @file Runs a frozen language model on transformers.js, one forward pass with a key-value cache at a time. The library
 * knows each architecture's inputs, but gives no log-probabilities. So our own loops decode and score.
 *
 * All rows of a batch must have the same length, because some graphs silently give wrong results for left-padded
 * batches. In these graphs the attention operator rotates the keys itself.
 */
import { z } from 'zod';
import { CodedError } from '../common/coded-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { checkedFile } from '../lm/files/read-json.ts';
import { notFinite } from '../lm/finite-weights.ts';
import { likeliestTokens, logSumExp } from '../lm/sample-token.ts';
import type { LikelyToken } from '../lm/sampling.ts';
import { type Library, type Loaded, throwFailure, type Transformers } from './transformers.ts';

type LibraryModel = Awaited<ReturnType<Library['AutoModelForCausalLM']['from_pretrained']>>;
type LibraryTensor = InstanceType<Library['Tensor']>;
type NumberArray = Float32Array | Uint16Array;

/** Key-value cache of a batch. Each of `rows` sequences has read `length` tokens. */
export interface Past {
  readonly rows: number;
  readonly length: number;
  readonly tensors: Readonly<Record<string, LibraryTensor>>;
}

interface Forward {
  /** Logits [rows, positions, vocabulary] at the tokens just read, or only at the last of them. */
  readonly logits: Float32Array;
  readonly past: Past;
}

/** Schema of the sizes in config.json, which have several names. */
const sizes = z.looseObject({
  model_type: z.string(),
  vocab_size: z.int().positive(),
  max_position_embeddings: z.int().positive().nullish(),
  n_positions: z.int().positive().nullish(),
  max_seq_len: z.int().positive().nullish(),
  seq_length: z.int().positive().nullish(),
});

/** Context length if config.json states none, as for architectures without learned or rotated positions. */
const DEFAULT_CONTEXT = 2048;

export class OnnxCausalLM {
  readonly family: string;
  readonly vocabSize: number;
  /** Maximum number of tokens of a sequence. */
  readonly maxPositions: number;
  readonly parameters: number;
  readonly weightsHash: string;
  readonly runtime: string;

  private constructor(
    readonly name: string,
    private readonly library: Library,
    private readonly loaded: Loaded<LibraryModel>,
  ) {
    const config = loaded.model.config as { text_config?: object };
    const read = checkedFile(sizes, { ...config, ...config.text_config }, `${name}/config.json`);
    const { model_type, vocab_size, max_position_embeddings, n_positions, max_seq_len, seq_length } = read;
    this.family = model_type;
    this.vocabSize = vocab_size;
    this.maxPositions = max_position_embeddings ?? n_positions ?? max_seq_len ?? seq_length ?? DEFAULT_CONTEXT;
    this.parameters = loaded.graph.summary.parameters;
    this.weightsHash = loaded.graph.hash;
    this.runtime = loaded.runtime;
  }

  /** Opens a model. @param graph file name inside `onnx/`; default: the most exact graph that can run here */
  static async open(transformers: Transformers, files: ModelFiles, graph?: string): Promise<OnnxCausalLM> {
    const loaded = await transformers.load(
      files,
      (library, id, options) => library.AutoModelForCausalLM.from_pretrained(id, options),
      graph,
    );
    return new OnnxCausalLM(files.name, transformers.library, loaded);
  }

  /** Reads rows of equally many tokens, after the tokens of `past` if given. Frees `past`. */
  async forward(rows: readonly (readonly number[])[], past: Past | undefined, keep: 'all' | 'last'): Promise<Forward> {
    const [{ length }] = rows;
    const total = (past?.length ?? 0) + length;
    const int64 = (values: readonly number[], dims: number[]) =>
      new this.library.Tensor('int64', BigInt64Array.from(values, BigInt), dims);
    const { model } = this.loaded;
    const outputs = (await model
      .forward({
        input_ids: int64(rows.flat(), [rows.length, length]),
        attention_mask: int64(new Array<number>(rows.length * total).fill(1), [rows.length, total]),
        ...(keep === 'last' && { num_logits_to_keep: int64([1], []) }),
        ...(past && { past_key_values: past.tensors }),
      })
      .catch((error: unknown) => {
        throwFailure(model);
        throw error;
      })) as Record<string, LibraryTensor>;
    throwFailure(model);
    if (past) this.release(past);
    const tensors = Object.fromEntries(
      Object.entries(outputs).flatMap(([name, tensor]) =>
        name.startsWith('present')
          ? [[name.replace(/^present(?=_)/, 'past').replace(/^present/, 'past_key_values'), tensor]]
          : [],
      ),
    );
    return {
      logits: this.logitsOf(outputs.logits as LibraryTensor | undefined, rows.length, keep === 'last' ? 1 : length),
      past: { rows: rows.length, length: total, tensors },
    };
  }

  /** Returns a cache of the chosen rows of `past`. A row may be chosen several times. Frees `past`. */
  async select(past: Past, rows: readonly number[]): Promise<Past> {
    const tensors: Record<string, LibraryTensor> = {};
    for (const [name, tensor] of Object.entries(past.tensors)) {
      const data = (await tensor.ort_tensor.getData()) as NumberArray;
      const [first, ...rest] = tensor.dims;
      const length = data.length / past.rows;
      const chosen = new (data.constructor as new (length: number) => NumberArray)(rows.length * length);
      rows.forEach((row, i) => chosen.set(data.subarray(row * length, (row + 1) * length), i * length));
      tensors[name] = new this.library.Tensor(tensor.type, chosen, [(first / past.rows) * rows.length, ...rest]);
    }
    this.release(past);
    return { ...past, rows: rows.length, tensors };
  }

  /** Frees the GPU memory of a cache. */
  release({ tensors }: Past): void {
    for (const tensor of Object.values(tensors)) if (tensor.location === 'gpu-buffer') tensor.dispose();
  }

  async dispose(): Promise<void> {
    await this.loaded.model.dispose();
  }

  /** Returns the logits at the last `kept` positions of each row, f32 [rows, kept, vocabulary]. */
  private logitsOf(tensor: LibraryTensor | undefined, rows: number, kept: number): Float32Array {
    if (tensor?.dims.length !== 3 || tensor.dims[0] !== rows || tensor.dims[1] < kept)
      throw new CodedError('no-logits', { folder: this.name });
    const [, positions, vocabulary] = tensor.dims;
    const all = tensor.to('float32').data as Float32Array;
    if (positions === kept) return all;
    const last = new Float32Array(rows * kept * vocabulary);
    for (let row = 0; row < rows; row++) {
      const begin = (row + 1) * positions - kept;
      last.set(all.subarray(begin * vocabulary, (begin + kept) * vocabulary), row * kept * vocabulary);
    }
    return last;
  }
}

interface TokenScores {
  /** Log-probability log softmax(logits / temperature) of each token of the completion, rounded to f32. */
  logprobs: number[];
  /** Entropy of softmax(logits / temperature) at each token, in nats, rounded to f32. */
  entropy: number[];
}

export async function score(
  model: OnnxCausalLM,
  prompt: readonly number[],
  completion: readonly number[],
  temperature: number,
): Promise<TokenScores> {
  const scores: TokenScores = { logprobs: [], entropy: [] };
  const rows = await logitRows(model, prompt, completion);
  rows.forEach((row, t) => {
    const id = completion[t];
    const logZ = logSumExp(row, temperature);
    // The entropy is H = log Z − Σ p·logit/T, and `mean` is the sum.
    let mean = 0;
    for (const logit of row) {
      const logprob = logit / temperature - logZ;
      // A token with probability 0 adds 0, not 0·∞.
      if (logprob > -Infinity) mean += Math.exp(logprob) * (logit / temperature);
    }
    const logprob = row[id] / temperature - logZ;
    if (!Number.isFinite(logprob) || !Number.isFinite(mean))
      throw notFinite(`The probability of token ${t + 1} of a sequence`);
    scores.logprobs.push(Math.fround(logprob));
    scores.entropy.push(Math.fround(logZ - mean));
  });
  return scores;
}

/** Finds the `count` most probable tokens at each position of the completion. */
export async function likeliest(
  model: OnnxCausalLM,
  prompt: readonly number[],
  completion: readonly number[],
  temperature: number,
  count: number,
): Promise<LikelyToken[][]> {
  const rows = await logitRows(model, prompt, completion);
  return rows.map((row) => likeliestTokens(row, temperature, count));
}

/** Returns the logits [vocabulary] that predict each token of the completion. */
async function logitRows(
  model: OnnxCausalLM,
  prompt: readonly number[],
  completion: readonly number[],
): Promise<Float32Array[]> {
  const { logits, past } = await model.forward([[...prompt, ...completion.slice(0, -1)]], undefined, 'all');
  model.release(past);
  const vocabulary = logits.length / (prompt.length + completion.length - 1);
  return completion.map((_, t) => {
    const begin = (prompt.length - 1 + t) * vocabulary;
    return logits.subarray(begin, begin + vocabulary);
  });
}
