/**
 * @file A run as a recipe for the engines that train large models: its tasks as data sets, its settings as
 * configurations of verl and TRL, its rewards and its curriculum in Python. What was tuned here can go on on a cluster.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { RunEvent, RunStarted } from '../../genenv/events.ts';
import { parseSettings, SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import type { Family } from '../../tasks/family.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { environmentRows, heldOutRows, jsonLines, longest, trainRows } from './dataset.ts';
import { type Lengths, trlConfig, verlConfig } from './engine-configs.ts';
import { CURRICULUM_PY, REWARD_PY, TRAIN_TRL_PY } from './python-files.ts';
import type { RecipeNote, RecipeWords } from './words.ts';
import { toYaml } from './yaml.ts';

interface RecipeFile {
  path: string;
  text: string;
}

/** What is written, and what is missing from it. */
export interface TrainerRecipe {
  files: RecipeFile[];
  notes: RecipeNote[];
}

/** Subword tokens per word of the task language, and what a chat template may add. */
const TOKENS_PER_WORD = 4;
const TEMPLATE_TOKENS = 128;

/**
 * @param events of a run, from its beginning
 * @throws CodedError where the log does not say what was run
 */
export function trainerRecipe(events: readonly RunEvent[], words: RecipeWords): TrainerRecipe {
  const started = events.find((event): event is RunStarted => event.type === 'run-started');
  if (!started)
    throw new CodedError(
      'no-run-started',
      'This log has no run-started event, so there is nothing to make a recipe of.',
    );
  const changes = events.flatMap((event) => (event.type === 'settings-changed' ? [event.changes] : []));
  const settings = parseSettings(Object.assign({}, started.settings, ...changes), SETTINGS_VERSION);
  const families: Family[] = familiesByName(settings.families);

  const train = trainRows(events, families);
  const heldOut = heldOutRows(settings, families);
  const environment = environmentRows(events);
  const longestIn = longest([...train, ...heldOut], families);
  const lengths: Lengths = {
    prompt: TOKENS_PER_WORD * longestIn.prompt + TEMPLATE_TOKENS,
    answer: TOKENS_PER_WORD * longestIn.answer + TEMPLATE_TOKENS,
  };
  const verl = verlConfig(settings, lengths);
  const trl = trlConfig(settings, lengths);
  const played = families.filter(({ maxTurns }) => maxTurns > 1).map(({ title }) => title);
  const notes: RecipeNote[] = [
    ...(played.length > 0 ? [{ code: 'multi-turn-left-out', families: played } as const] : []),
    ...(train.length === 0
      ? [{ code: 'no-tasks' } as const]
      : train.length < settings.tasksPerEpoch
        ? [{ code: 'few-tasks', tasks: train.length, batch: settings.tasksPerEpoch } as const]
        : []),
  ];
  const readme = words.readme({
    settings,
    counts: { train: train.length, heldOut: heldOut.length, environment: environment.length },
    notes,
    differences: { verl: verl.differences, TRL: trl.differences },
  });
  return {
    notes,
    files: [
      { path: 'README.md', text: readme },
      { path: 'agent.jsonl', text: jsonLines(train) },
      { path: 'held-out.jsonl', text: jsonLines(heldOut) },
      { path: 'environment.jsonl', text: jsonLines(environment) },
      { path: 'genenv.json', text: `${JSON.stringify({ ...settings, settingsVersion: SETTINGS_VERSION }, null, 2)}\n` },
      { path: 'verl.yaml', text: toYaml(verl.config) },
      { path: 'trl.yaml', text: toYaml(trl.config) },
      { path: 'reward.py', text: REWARD_PY },
      { path: 'curriculum.py', text: CURRICULUM_PY },
      { path: 'train_trl.py', text: TRAIN_TRL_PY },
    ],
  };
}
