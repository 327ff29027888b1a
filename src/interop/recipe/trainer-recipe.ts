/**
 * @file A run as a recipe for the engines that train large models: its tasks as data sets, its settings as
 * configurations of verl and TRL, its rewards and its curriculum in Python. What was tuned here can go on on a cluster.
 *
 * The run is read once, an epoch at a time, and its rows are written as they come: what is in memory grows with the number
 * of different tasks alone.
 */
import { readFile } from 'node:fs/promises';
import type { RunEvent, RunStarted } from '../../genenv/log/events.ts';
import { parseSettings, type Settings, SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import type { Family } from '../../tasks/family.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { environmentRows, heldOutRows, jsonLines, longestPrompt, TrainRows } from './dataset.ts';
import { type Lengths, trlConfig, verlConfig } from './engine-configs.ts';
import type { RecipeNote, RecipeWords } from './words.ts';
import { toYaml } from './yaml.ts';
import { logWithoutStart } from '../../genenv/log/log-without-start.ts';

/** Adds text to the end of a file of the recipe; the file begins empty. */
export type AppendToFile = (path: string, text: string) => Promise<void>;

/** Subword tokens per word of the task language, and what a chat template may add. */
const TOKENS_PER_WORD = 4;
const TEMPLATE_TOKENS = 128;

/**
 * Rewards by reward-spec.ts for verl and TRL; the formulas of the curriculum as the loop has them; a script that applies them
 * to rollouts, and one that trains with TRL. Only the last needs more than the standard library.
 */
const PYTHON = {
  'reward.py': 'python/reward.py',
  'curriculum.py': '../loop/genenv_loop/curriculum.py',
  'weigh.py': 'python/weigh.py',
  'train_trl.py': 'python/train_trl.py',
};

/** What is known of the run once all its epochs were read. */
interface ReadEpochs {
  settings: Settings;
  /** Rows of the data sets. */
  train: number;
  environment: number;
  /** Words of the longest prompt. */
  prompt: number;
}

/** Reads the epochs and writes the rows that come from them. */
async function writeEpochRows(
  epochs: Iterable<readonly RunEvent[]> | AsyncIterable<readonly RunEvent[]>,
  append: AppendToFile,
): Promise<ReadEpochs> {
  let started: RunStarted | undefined;
  const changes: Partial<Settings> = {};
  const trainRows = new TrainRows();
  let [train, environment, prompt] = [0, 0, 0];
  await append('agent.jsonl', '');
  await append('environment.jsonl', '');
  for await (const epoch of epochs) {
    for (const event of epoch) {
      if (event.type === 'run-started') started ??= event;
      if (event.type === 'settings-changed') Object.assign(changes, event.changes);
    }
    const [agentRows, pairs] = [trainRows.of(epoch), environmentRows(epoch)];
    train += agentRows.length;
    environment += pairs.length;
    prompt = Math.max(prompt, longestPrompt(agentRows));
    await append('agent.jsonl', jsonLines(agentRows));
    await append('environment.jsonl', jsonLines(pairs));
  }
  if (!started) throw logWithoutStart();
  const settings = parseSettings({ ...started.settings, ...changes }, SETTINGS_VERSION);
  return { settings, train, environment, prompt };
}

/**
 * Writes the files of the recipe.
 * @param epochs of a run, from its beginning
 * @returns what is missing from it
 * @throws CodedError where the log does not say what was run
 */
export async function trainerRecipe(
  epochs: Iterable<readonly RunEvent[]> | AsyncIterable<readonly RunEvent[]>,
  words: RecipeWords,
  append: AppendToFile,
): Promise<RecipeNote[]> {
  const { settings, train, environment, prompt } = await writeEpochRows(epochs, append);
  const families: Family[] = familiesByName(settings.families);
  const heldOut = heldOutRows(settings, families);
  const lengths: Lengths = {
    prompt: TOKENS_PER_WORD * Math.max(1, prompt, longestPrompt(heldOut)) + TEMPLATE_TOKENS,
    answer: TOKENS_PER_WORD * Math.max(1, ...families.map(({ maxAnswerTokens }) => maxAnswerTokens)) + TEMPLATE_TOKENS,
  };
  const verl = verlConfig(settings, lengths);
  const trl = trlConfig(settings, lengths);
  const played = families.filter(({ maxTurns }) => maxTurns > 1).map(({ title }) => title);
  const notes: RecipeNote[] = [
    ...(played.length > 0 ? [{ code: 'multi-turn-left-out', families: played } as const] : []),
    ...(train === 0
      ? [{ code: 'no-tasks' } as const]
      : train < settings.tasksPerEpoch
        ? [{ code: 'few-tasks', tasks: train, batch: settings.tasksPerEpoch } as const]
        : []),
  ];
  const readme = words.readme({
    settings,
    counts: { train, heldOut: heldOut.length, environment },
    notes,
    differences: { verl: verl.differences, TRL: trl.differences },
  });
  await append('README.md', readme);
  await append('held-out.jsonl', jsonLines(heldOut));
  await append('genenv.json', `${JSON.stringify({ ...settings, settingsVersion: SETTINGS_VERSION }, null, 2)}\n`);
  await append('verl.yaml', toYaml(verl.config));
  await append('trl.yaml', toYaml(trl.config));
  for (const [name, place] of Object.entries(PYTHON))
    await append(name, await readFile(new URL(place, import.meta.url), 'utf8'));
  return notes;
}
