/**
 * @file Lets the environment begin with the mix of levels in the setting `startLevels`. Before the first epoch, the
 * environment learns texts of the families' own generators, with levels drawn by the setting's weights. It learns by
 * the usual regression, with equal weights and without a KL penalty. From then on, KL divergences are measured from the
 * weights learned here.
 *
 * The result depends only on the settings and the loaded weights. So a reopened run learns the levels again, instead of
 * storing a second set of weights.
 */
import type { LoopPlayer } from '../policy/policy.ts';
import { endToken, endTokens, type TextTokenizer } from '../policy/text-tokenizer.ts';
import { randomKey, randomStream } from '../random/streams.ts';
import { environmentExample } from '../tasks/data.ts';
import { type Family, promptForm } from '../tasks/family.ts';
import type { StartLevels, WrittenLevels } from './log/events.ts';
import { optimizerOf, samplingOf, updateMemory } from './epoch-settings.ts';
import type { Settings } from './settings/settings-table.ts';
import { arms } from './sources/arms.ts';
import { encodedContext, mostWrittenTokens, readCandidate } from './stages/write-tasks.ts';

const STEPS = 80;
const TEXTS = 64;
/** Number of texts per family whose levels are counted. A share then has a standard error of about .03 at most. */
const COUNTED = 256;

interface StartRequest {
  environment: LoopPlayer;
  settings: Settings;
  families: readonly Family[];
  tokenizer: TextTokenizer;
}

const startsFromLevels = ({ startLevels, arm }: Pick<Settings, 'startLevels' | 'arm'>): boolean =>
  startLevels.length > 0 && arms[arm].environment !== 'idle';

/** Trains the environment on `startLevels`. Returns statistics; null if the list is empty or the environment idle. */
export async function learnStartLevels({
  environment,
  settings,
  families,
  tokenizer,
}: StartRequest): Promise<(Omit<StartLevels, 'before' | 'after'> & { flops: number }) | null> {
  const { startLevels, answerKey, anchor: anchored, seed } = settings;
  if (!startsFromLevels(settings)) return null;
  const options = {
    form: promptForm(tokenizer.chat),
    anchored,
    keys: answerKey === 'oracle' ? undefined : { wrong: 0 },
  };
  const [end, memory, optimizer] = [endToken(tokenizer), updateMemory(settings), optimizerOf('environment', settings)];
  const learnt = { steps: STEPS, texts: TEXTS, loss: 0, klPerSequence: 0, flops: 0 };
  for (let step = 0; step < STEPS; step++) {
    const sequences = Array.from({ length: TEXTS }, (_, i) => {
      const random = randomStream(seed, 'startLevels', 0, step, i);
      const { context, completion } = environmentExample(families, startLevels, random, options);
      return { prompt: tokenizer.encode(context), completion: [...tokenizer.encode(completion), end], weight: 1 };
    });
    const objective = { kind: 'rwr', klWeight: 0, temperature: 1 } as const;
    const { loss, klPerSequence, flops } = await environment.update({ sequences, objective, optimizer, memory });
    Object.assign(learnt, { loss, klPerSequence, flops: learnt.flops + flops });
  }
  await environment.restart();
  return learnt;
}

/**
 * Trains the environment on `startLevels`, and counts the levels that it writes before and after.
 * @param success success rate of the agent that contexts state, as in the first epoch
 * @returns the report for the log, and the cost of learning; null if `learnStartLevels` returns null
 */
export async function startWith(
  request: StartRequest,
  success: number,
): Promise<{ start: StartLevels; flops: number } | null> {
  if (!startsFromLevels(request.settings)) return null;
  const before = await writtenLevels(request, success);
  const { flops, ...learnt } = (await learnStartLevels(request))!;
  return { start: { ...learnt, before, after: await writtenLevels(request, success) }, flops };
}

/** Counts the levels of sampled tasks, by family. The run itself never uses the random numbers drawn here. */
async function writtenLevels(request: StartRequest, success: number): Promise<Record<string, WrittenLevels>> {
  const { environment, settings, families, tokenizer } = request;
  const reading = { tokenizer, settings, source: 'environment' as const, refuse: () => null };
  const counted: Record<string, WrittenLevels> = {};
  for (const family of families) {
    const contexts = Array.from({ length: COUNTED }, (_, batch) => {
      const random = randomStream(settings.seed, 'levelCounts', 0, batch);
      const seed = settings.anchor ? family.sampleSeed(random) : '';
      return { family, batch, seed, ...encodedContext(tokenizer, family, success, seed) };
    });
    const prompts = contexts.map(({ ids, batch }) => ({ ids, task: batch, rollouts: [0], position: 0 }));
    const sampling = samplingOf(settings, {
      temperature: settings.environmentTemperature,
      maxNewTokens: mostWrittenTokens(settings, [family], 'environment'),
      stopIds: endTokens(tokenizer),
    });
    const key = randomKey(settings.seed, 'levelCounts', 0);
    const { completions } = await environment.generate(prompts, sampling, key);
    const tasks = completions
      .map((completion, i) => readCandidate(reading, contexts[completion.task], completion, i))
      .filter(({ task }) => task !== null);
    const levels = Array.from({ length: family.levels }, (_, i) => tasks.filter(({ level }) => level === i + 1).length);
    counted[family.name] = { texts: COUNTED, valid: tasks.length, levels };
  }
  return counted;
}
