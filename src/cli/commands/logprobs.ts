/** @file Defines `genenv logprobs`. It prints log-probabilities and logits as JSON, to compare implementations. */
import { Command } from 'commander';
import { z } from 'zod';
import { schemaProblems } from '../../common/schema-problems.ts';
import { nonFinitePlace } from '../../common/plain-json.ts';
import { CodedError } from '../../common/coded-error.ts';
import { LanguageModelPolicy } from '../../policy/language-model-policy.ts';
import { notFinite } from '../../lm/finite-weights.ts';
import { openWeights, type OpenedWeights } from '../../lm/files/load-model.ts';
import { modelSource } from '../../lm/files/node-files.ts';
import { CausalLM } from '../../lm/transformer.ts';
import { openDevice } from '../open-device.ts';
import { INTERRUPTED, printJson, progressBar, stopOnInterrupt, warn } from '../print.ts';
import { parsed, readNamedText } from '../inputs.ts';

/** Number of sequences between checks for Ctrl-C. It does not affect results. */
const SLICE = 16;

export const logprobsCommand = (): Command =>
  new Command('logprobs')
    .description('Log-probabilities, last logits and a greedy continuation of a model folder, as JSON on stdout.')
    .requiredOption(
      '--model <folder>',
      'model folder in Hugging Face layout, hf:owner/name of its hub, or a .gguf file',
    )
    .requiredOption(
      '--ids <file>',
      'JSON: {"ids": [[…], …], "greedy": {"prompt": [ids], "tokens": n}}; greedy is optional',
    )
    .addHelpText(
      'after',
      `
Prints {"logprobs": [[…]], "last_logits": [[…]], "greedy": [ids]}.
  logprobs     log p(token | all before it), natural logarithm, for every token of a sequence but the first
  last_logits  logits after the last token of each sequence
  greedy       prompt and exactly "tokens" more ids, each the most likely one; it does not stop at an end token`,
    )
    .action(async ({ model: folder, ids: file }: { model: string; ids: string }) => {
      const model = await openWeights(modelSource(folder));
      const request = await readRequest(file, model);
      const device = await openDevice();
      const policy = await LanguageModelPolicy.load(device, model);
      const { model: lm } = await CausalLM.load(device, model.config, model.weights);
      const signal = stopOnInterrupt('Stopping after these sequences');
      const bar = progressBar('{bar} {value}/{total} sequences');
      const logprobs: number[][] = [];
      const lastLogits: number[][] = [];
      bar.start(request.ids.length, 0);
      try {
        for (let start = 0; start < request.ids.length && !signal.aborted; start += SLICE) {
          const slice = request.ids.slice(start, start + SLICE);
          logprobs.push(...(await scoreNonEmpty(policy, slice)));
          lastLogits.push(...(await lm.lastLogits(slice)).map((row) => [...row]));
          bar.update(logprobs.length);
        }
      } finally {
        bar.stop();
      }
      if (signal.aborted) {
        warn(`Stopped after ${logprobs.length} of ${request.ids.length} sequences; nothing is printed.`);
        process.exitCode = INTERRUPTED;
        return;
      }
      const greedy = request.greedy && (await continueGreedily(policy, request.greedy));
      const answer = { logprobs, last_logits: lastLogits, ...(greedy && { greedy }) };
      const place = nonFinitePlace(answer);
      if (place !== null) throw notFinite(place);
      await printJson(JSON.stringify(answer));
    });

type Request = { ids: number[][]; greedy?: { prompt: number[]; tokens: number } };

async function readRequest(file: string, { config }: OpenedWeights): Promise<Request> {
  const token = z
    .int()
    .min(0)
    .max(config.vocabSize - 1, { error: `token ids must be below the vocabulary size ${config.vocabSize}` });
  const sequence = z
    .array(token)
    .min(1)
    .max(config.maxPositions, {
      error: `a sequence may have at most ${config.maxPositions} tokens (the model’s context)`,
    });
  const schema = z.object({
    ids: z.array(sequence),
    greedy: z.object({ prompt: sequence, tokens: z.int().min(1) }).optional(),
  });
  const checked = schema.safeParse(parsed(await readNamedText(file), file));
  if (!checked.success) {
    const [{ place, cause }] = schemaProblems(checked.error);
    throw new CodedError('ids-wrong-form', { path: file, cause: `${place}: ${cause}` });
  }
  const { greedy } = checked.data;
  const tokens = greedy ? greedy.prompt.length + greedy.tokens : 0;
  if (tokens > config.maxPositions)
    throw new CodedError('continuation-too-long', { file, tokens, limit: config.maxPositions });
  return checked.data;
}

/** Returns the log-probabilities of every sequence. A sequence of one token predicts nothing and gets an empty list. */
async function scoreNonEmpty(policy: LanguageModelPolicy, ids: readonly (readonly number[])[]): Promise<number[][]> {
  const sequences = ids.map(([first, ...rest]) => ({ prompt: [first], completion: rest }));
  const longer = sequences.filter(({ completion }) => completion.length > 0);
  const { scored } = longer.length > 0 ? await policy.score(longer, 'current', 1) : { scored: [] };
  let next = 0;
  return sequences.map(({ completion }) => (completion.length > 0 ? scored[next++].logprobs : []));
}

async function continueGreedily(
  policy: LanguageModelPolicy,
  { prompt, tokens }: NonNullable<Request['greedy']>,
): Promise<number[]> {
  const { completions } = await policy.generate(
    [{ ids: prompt, task: 0, rollouts: [0], position: 0 }],
    { temperature: 0, topK: 0, topP: 1, maxNewTokens: tokens, stopIds: [] },
    { seed: 0, stream: 0, epoch: 0 },
  );
  return [...prompt, ...completions[0].ids];
}
