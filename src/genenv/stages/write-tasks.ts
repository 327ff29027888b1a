/**
 * @file The environment's turn: task texts written token by token from a context of family, the agent's recent success
 * and a seed (Algorithm 1, step 1).
 */
import { completeTask, environmentContext, type Family, successBucket } from '../../tasks/family.ts';
import { promptForm } from '../../tasks/prompt-form.ts';
import type { TaskSource, WrittenTokens } from '../log/events.ts';
import type { Candidate } from './candidate.ts';
import { samplingMemory } from '../memory.ts';
import type { TaskReason } from '../log/reasons.ts';
import { cutOff, inspectTask } from './inspect-task.ts';
import type { Completion, Sampler } from '../../policy/policy.ts';
import type { RandomKey } from '../../random/streams.ts';
import { randomKey, randomStream } from '../../random/streams.ts';
import type { Settings } from '../settings/settings.ts';
import { endToken, type TextTokenizer } from '../../policy/text-tokenizer.ts';

/** The success that the environment reads if conditioning is off. */
const MIDDLE = 0.5;

export interface WriteRequest {
  writer: Sampler;
  families: readonly Family[];
  tokenizer: TextTokenizer;
  settings: Settings;
  /** 0 for tasks made before training. */
  epoch: number;
  /** By family, in [0, 1]. */
  recentSuccess: Readonly<Record<string, number>>;
  source: TaskSource;
  /** Valid tasks wanted. */
  needed: number;
  /** Why a valid task must not be used; null if it may be used. */
  refuse: (text: string) => TaskReason | null;
}

export interface WrittenTasks {
  /** Every text, in order; `used` marks the tasks wanted, fewer than `needed` if the draws gave too few. */
  candidates: Candidate[];
  /** Tokens sampled. */
  tokens: number;
  flops: number;
}

/** A seed context: its variations form a task batch. */
export interface Context {
  family: Family;
  batch: number;
  seed: string;
  text: string;
  ids: number[];
}

const writtenTokens = (
  tokenizer: TextTokenizer,
  { ids, logprobs }: Pick<Completion, 'ids' | 'logprobs'>,
): WrittenTokens => ({
  ids,
  tokens: ids.map((id) => tokenizer.tokenText(id)),
  logprobs,
});

/** The context of a task batch: its family, its seed, and how well the agent did recently. */
export function drawContext(
  {
    families,
    tokenizer,
    settings,
    epoch,
    recentSuccess,
  }: Pick<WriteRequest, 'families' | 'tokenizer' | 'settings' | 'epoch' | 'recentSuccess'>,
  batch: number,
): Context {
  const family = families[(batch + epoch) % families.length];
  const seed = settings.anchor ? family.sampleSeed(randomStream(settings.seed, 'taskSeeds', epoch, batch)) : '';
  const success = settings.conditioning ? recentSuccess[family.name] : MIDDLE;
  const text = environmentContext(family, successBucket(success), seed, promptForm(tokenizer.chat));
  return { family, batch, seed, text, ids: tokenizer.encode(text) };
}

/** Reads what the environment wrote after a context as a task. */
export function readCandidate(
  request: Pick<WriteRequest, 'tokenizer' | 'source' | 'refuse'>,
  context: Context,
  completion: Pick<Completion, 'ids' | 'logprobs' | 'finish'>,
  index: number,
): Candidate {
  const { tokenizer, source, refuse } = request;
  const { family, batch, seed } = context;
  const ended = completion.finish === 'stop';
  const rest = tokenizer.decode(ended ? completion.ids.slice(0, -1) : completion.ids);
  const text = completeTask(family, seed, rest);
  const { task, reason, ...inspection } = ended
    ? inspectTask(family, text, promptForm(tokenizer.chat))
    : cutOff(completion.ids.length);
  const refusal = task === null ? null : refuse(text);
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
    world: family,
    task: refusal ? null : task,
    contextIds: context.ids,
  };
}

/** Contexts of one draw of texts, among which `needed` valid tasks are hoped for. */
export const contextsOfDraw = (
  { variations, overSampling }: Pick<Settings, 'variations' | 'overSampling'>,
  needed: number,
): number => Math.max(1, Math.floor((needed * overSampling) / variations));

export async function writeTasks(request: WriteRequest): Promise<WrittenTasks> {
  const { writer, families, tokenizer, settings, epoch, needed } = request;
  const { variations, maxDraws } = settings;
  const sampling = {
    temperature: settings.environmentTemperature,
    topK: settings.topK,
    topP: settings.topP,
    maxNewTokens: Math.max(...families.map(({ maxTaskTokens }) => maxTaskTokens)),
    stopIds: [endToken(tokenizer)],
    ...samplingMemory(settings),
  };
  const key: RandomKey = randomKey(settings.seed, 'taskTexts', epoch);
  const rollouts = Array.from({ length: variations }, (_, variation) => variation);
  const contextsPerDraw = contextsOfDraw(settings, needed);
  const result: WrittenTasks = { candidates: [], tokens: 0, flops: 0 };
  let found = 0;
  for (let draw = 0; draw < maxDraws && found < needed; draw++) {
    const contexts = Array.from({ length: contextsPerDraw }, (_, i) =>
      drawContext(request, draw * contextsPerDraw + i),
    );
    const prompts = contexts.map(({ ids, batch }) => ({ ids, task: batch, rollouts, position: 0 }));
    const { completions, flops } = await writer.generate(prompts, sampling, key);
    result.flops += flops;
    completions.forEach((completion, i) => {
      const context = contexts[Math.floor(i / variations)];
      const one = readCandidate(request, context, completion, result.candidates.length);
      one.used = one.task !== null && found < needed;
      if (one.used) found++;
      result.tokens += completion.ids.length;
      result.candidates.push(one);
    });
  }
  return result;
}
