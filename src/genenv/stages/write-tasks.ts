/**
 * @file Lets the environment write task texts. The context states the family, the agent's recent success and a seed or
 * a base sample (Algorithm 1, step 1).
 */
import { groupBy } from '../../common/mean.ts';
import {
  type BaseSample,
  completeTask,
  environmentContext,
  type Family,
  promptForm,
  UNKNOWN_SUCCESS,
} from '../../tasks/family.ts';
import { mostKeyTokens, splitKey, solveText } from '../../tasks/family-parts.ts';
import type { RunState, TaskSource, WrittenTokens } from '../log/events.ts';
import {
  type Candidate,
  cutOff,
  inspectTask,
  knownCandidate,
  voteOnKeys,
  worldOf,
  writesKeys,
} from './inspect-task.ts';
import { samplingOf } from '../epoch-settings.ts';
import type { TaskReason } from '../log/reasons.ts';
import type { Completion, Sampler } from '../../policy/policy.ts';
import { type RandomKey, randomKey, randomStream } from '../../random/streams.ts';
import type { Settings } from '../settings/settings-table.ts';
import { endTokens, type TextTokenizer } from '../../policy/text-tokenizer.ts';

export interface WriteRequest {
  settings: Settings;
  /** Number of the epoch; 0 for tasks written before training. */
  epoch: number;
  state: Pick<RunState, 'recentSuccess'>;
  writer: Pick<Sampler, 'generate'>;
  families: readonly Family[];
  tokenizer: TextTokenizer;
  source: TaskSource;
  /** Number of valid tasks wanted. Writing may stop earlier, after `maxDraws` draws. */
  needed: number;
  refuse: (text: string) => TaskReason | null;
  /** Base samples for contexts, by family. Default: contexts have random seeds instead. */
  samples?: readonly (readonly string[])[];
  /** Number of texts per context. Default: the setting `variations`. */
  variations?: number;
  /** Chooses `count` of a draw's valid tasks, or all if there are fewer. Default: the first `count` tasks. */
  choose?: (valid: readonly Candidate[], count: number) => readonly Candidate[];
}

export interface WrittenTasks {
  /** All texts, valid or not. `used` marks `needed` tasks, or fewer if too few are valid. */
  candidates: Candidate[];
  /** Number of tokens sampled. */
  tokens: number;
  flops: number;
}

/** Prompt of the environment. Texts written from one context, and the base sample if any, form a task batch. */
export interface Context {
  family: Family;
  batch: number;
  seed: string;
  text: string;
  ids: number[];
  /** Base sample in the context. If it is not a valid task, nothing is written from this context. */
  sample?: Candidate;
  /** True in the first context with this sample. The sample itself then becomes a task too. */
  first?: boolean;
}

const writtenTokens = (
  tokenizer: TextTokenizer,
  { ids, logprobs }: Pick<Completion, 'ids' | 'logprobs'>,
): WrittenTokens => ({
  ids,
  tokens: ids.map((id) => tokenizer.tokenText(id)),
  logprobs,
});

/** Returns the success on a family that contexts state: recent, or `UNKNOWN_SUCCESS` if `conditioning` is off. */
export const toldSuccess = (
  { settings, state }: Pick<WriteRequest, 'settings' | 'state'>,
  { name }: Pick<Family, 'name'>,
): number => (settings.conditioning ? state.recentSuccess[name] : UNKNOWN_SUCCESS);

export function encodedContext(
  tokenizer: TextTokenizer,
  family: Family,
  success: number,
  seed: string,
  sample?: BaseSample,
): Pick<Context, 'text' | 'ids'> {
  const text = environmentContext(family, success, seed, promptForm(tokenizer.chat), sample);
  return { text, ids: tokenizer.encode(text) };
}

/** Returns the context of a task batch. Families take turns, and each family cycles through its samples. */
export function drawContext(
  request: Pick<WriteRequest, 'families' | 'tokenizer' | 'samples' | 'settings' | 'epoch' | 'state'>,
  batch: number,
): Context {
  const { families, tokenizer, settings, epoch, samples } = request;
  const place = (batch + epoch) % families.length;
  const family = families[place];
  const success = toldSuccess(request, family);
  const own = samples?.[place] ?? [];
  if (own.length === 0) {
    const seed = settings.anchor ? family.sampleSeed(randomStream(settings.seed, 'taskSeeds', epoch, batch)) : '';
    return { family, batch, seed, ...encodedContext(tokenizer, family, success, seed) };
  }
  const round = Math.floor(batch / families.length);
  const base = own[round % own.length];
  const known = { family: family.name, text: base, source: 'base', batch } as const;
  const sample = knownCandidate(family, known, promptForm(tokenizer.chat));
  const part = { family, batch, sample, first: round < own.length };
  if (sample.task === null) return { ...part, seed: '', text: '', ids: [] };
  const seed = settings.anchor ? family.splitSeed(base).seed : '';
  const varied = settings.taskContext === 'base-sample' && { text: base, answers: solveText(family, base) ?? [] };
  return { ...part, seed, ...encodedContext(tokenizer, family, success, seed, varied || undefined) };
}

/** Makes a candidate from the text that the environment wrote after a context. */
export function readCandidate(
  request: Pick<WriteRequest, 'tokenizer' | 'source' | 'refuse' | 'settings'>,
  context: Context,
  completion: Pick<Completion, 'ids' | 'logprobs' | 'finish'>,
  index: number,
): Candidate {
  const { tokenizer, source, refuse, settings } = request;
  const { family, batch, seed } = context;
  const ended = completion.finish === 'stop';
  const rest = tokenizer.decode(ended ? completion.ids.slice(0, -1) : completion.ids);
  const checked = settings.answerKey === 'checked';
  const whole = completeTask(family, seed, rest);
  const { text, turns } = writesKeys(settings, family, source)
    ? splitKey(family, whole)
    : { text: whole, turns: undefined };
  const { task, reason, ...inspection } = ended
    ? inspectTask(family, text, promptForm(tokenizer.chat), turns && { turns, checked })
    : cutOff(completion.ids.length);
  const copied = text === context.sample?.text;
  const kept = family.given?.isKept(text) ? { code: 'evaluation-task' as const } : null;
  const refusal = task === null ? null : copied ? { code: 'copied-base-sample' as const } : (kept ?? refuse(text));
  return {
    index,
    family: family.name,
    source,
    batch,
    context: context.text,
    seed,
    written: writtenTokens(tokenizer, completion),
    text,
    ...inspection,
    reason: reason ?? refusal,
    used: false,
    world: worldOf(family, inspection.key),
    task: refusal ? null : task,
    contextIds: context.ids,
  };
}

/**
 * Returns the number of contexts that a draw needs for about `needed` valid tasks.
 * @param tasksPerContext number of texts from one context, including its base sample
 */
export const contextsOfDraw = (
  { overSampling }: Pick<Settings, 'overSampling'>,
  needed: number,
  tasksPerContext: number,
): number => Math.max(1, Math.floor((needed * overSampling) / tasksPerContext));

/** Returns the largest number of tokens of a text after the seed, with the key if the environment writes keys. */
export const mostWrittenTokens = (settings: Settings, families: readonly Family[], source: TaskSource): number =>
  Math.max(
    ...families.map(
      (family) => family.maxTaskTokens + (writesKeys(settings, family, source) ? mostKeyTokens(family) : 0),
    ),
  );

export async function writeTasks(request: WriteRequest): Promise<WrittenTasks> {
  const {
    writer,
    families,
    tokenizer,
    settings,
    epoch,
    needed,
    samples,
    variations = settings.variations,
    source,
    choose = (valid, count) => valid.slice(0, count),
  } = request;
  const sampling = samplingOf(settings, {
    temperature: settings.environmentTemperature,
    maxNewTokens: mostWrittenTokens(settings, families, source),
    stopIds: endTokens(tokenizer),
  });
  const key: RandomKey = randomKey(settings.seed, 'taskTexts', epoch);
  const rollouts = Array.from({ length: variations }, (_, variation) => variation);
  const contextsPerDraw = contextsOfDraw(settings, needed, samples ? variations + 1 : variations);
  const result: WrittenTasks = { candidates: [], tokens: 0, flops: 0 };
  let found = 0;
  for (let draw = 0; draw < settings.maxDraws && found < needed; draw++) {
    const contexts = Array.from({ length: contextsPerDraw }, (_, i) =>
      drawContext(request, draw * contextsPerDraw + i),
    );
    const prompts = contexts
      .filter(({ sample }) => sample?.task !== null)
      .map(({ ids, batch }) => ({ ids, task: batch, rollouts, position: 0 }));
    const { completions, flops } =
      prompts.length > 0 ? await writer.generate(prompts, sampling, key) : { completions: [], flops: 0 };
    result.flops += flops;
    const written = groupBy(completions, ({ task }) => task);
    const drawn: Candidate[] = [];
    const next = () => result.candidates.length + drawn.length;
    for (const context of contexts) {
      if (context.sample && context.first) drawn.push({ ...context.sample, index: next() });
      for (const completion of written.get(context.batch) ?? []) {
        drawn.push(readCandidate(request, context, completion, next()));
        result.tokens += completion.ids.length;
      }
    }
    const votes = await voteOnKeys(writer, tokenizer, settings, epoch, drawn);
    result.tokens += votes.tokens;
    result.flops += votes.flops;
    const valid = drawn.filter(({ task }) => task !== null);
    const chosen = new Set(choose(valid, needed - found));
    for (const candidate of drawn) candidate.used = chosen.has(candidate);
    found += chosen.size;
    result.candidates.push(...drawn);
  }
  return result;
}
