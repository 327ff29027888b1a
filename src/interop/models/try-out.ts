/** @file Tries an exported ONNX folder: transformers.js and our engine write, and their logits are compared. */
import { CodedError } from '../../common/coded-error.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { throwFailure } from '../../onnx/transformers.ts';
import type { Agreement } from './agreement.ts';
import type { ExportedModel } from './exported-model.ts';
import type { Runtimes } from './formats.ts';
import { compareWithGraph } from './parity.ts';

export interface TryOut {
  prompt: string;
  /** The greedy text of the pipeline of transformers.js. */
  pipeline: string;
  /** The greedy text of our engine, up to its first end token. */
  ours: string;
  same: boolean;
  /** Agreement of the logits, and of both greedy texts beyond their ends. */
  agreement: Agreement;
}

/** @throws CodedError where the prompt is empty or too long, or the folder cannot be used */
export async function tryOut(
  { model, folder, graph, prompt, newTokens }: TryOutRequest,
  runtimes: Runtimes,
): Promise<TryOut> {
  const tokenizer = await loadTokenizer(folder);
  const ids = tokenizer.encode(prompt, true);
  const { maxPositions } = model.config;
  if (ids.length === 0) throw new CodedError('prompt-empty', { prompt });
  if (ids.length + newTokens > maxPositions)
    throw new CodedError('prompt-too-long', { tokens: ids.length, newTokens, positions: maxPositions });
  const pipeline = await pipelineText(runtimes, { folder, graph, prompt, newTokens });
  const agreement = await compareWithGraph(
    { model, prompts: [ids], newTokens, graph: { folder, name: graph } },
    runtimes,
  );
  const [{ ours: written }] = agreement.greedy;
  const end = written.findIndex((id) => model.config.eosIds.includes(id));
  // As the pipeline cuts it: a tokenizer that puts spaces between words has one before the first new word too.
  const whole = tokenizer.decode([...ids, ...(end < 0 ? written : written.slice(0, end))], true);
  const ours = whole.slice(tokenizer.decode(ids, true).length);
  return { prompt, pipeline, ours, same: pipeline === ours, agreement };
}

export interface TryOutRequest {
  model: ExportedModel;
  folder: ModelFiles;
  /** Its graph's name inside `onnx/`. */
  graph: string;
  prompt: string;
  newTokens: number;
}

/** The greedy text of `pipeline('text-generation', FOLDER)` after a prompt. */
async function pipelineText(
  { transformers }: Runtimes,
  { folder, graph, prompt, newTokens }: Omit<TryOutRequest, 'model'>,
): Promise<string> {
  const loaded = await (
    await transformers()
  ).load(folder, (library, id, options) => library.pipeline('text-generation', id, options), graph);
  const generator = loaded.model;
  try {
    const [answer] = (await generator(prompt, {
      max_new_tokens: newTokens,
      do_sample: false,
      return_full_text: false,
    })) as { generated_text: string }[];
    return answer.generated_text;
  } catch (error) {
    throwFailure(generator.model);
    const { message } = error as Error;
    throw new CodedError('library-refused', { folder: folder.name, cause: message }, error);
  } finally {
    await generator.dispose();
  }
}
