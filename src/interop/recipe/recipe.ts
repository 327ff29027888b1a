/**
 * @file A run as a recipe for the engines that train large models: its tasks as data sets, its settings as
 * configurations of verl and TRL, its rewards and its curriculum in Python. What was tuned here goes on on a cluster.
 */
import type { RunEvent, RunStarted } from '../../genenv/events.ts';
import { parseSettings, SETTINGS_VERSION, type Settings } from '../../genenv/settings/settings.ts';
import type { Family } from '../../tasks/family.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { environmentRows, heldOutRows, jsonLines, longest, trainRows } from './dataset.ts';
import { type Lengths, trlConfig, verlConfig } from './engine-configs.ts';
import { CURRICULUM_PY, REWARD_PY, TRAIN_TRL_PY } from './python-files.ts';
import { toYaml } from './yaml.ts';

export interface RecipeFile {
  path: string;
  text: string;
}

export interface Recipe {
  files: RecipeFile[];
  /** What is not in it, as sentences. */
  notes: string[];
}

/** Subword tokens per word of the task language, and what a chat template may add. */
const TOKENS_PER_WORD = 4;
const TEMPLATE_TOKENS = 128;

const PARQUET_COMMAND =
  'python -c "from datasets import load_dataset as l; ' +
  "[l('json', data_files=f + '.jsonl')['train'].to_parquet(f + '.parquet') for f in ('agent', 'held-out')]\"";

function readme(settings: Settings, counts: string[], verl: string[], trl: string[], notes: string[]): string {
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}\n`).join('');
  return `# A GenEnv run as a recipe

Seed ${settings.seed}, arm ${settings.arm}. All settings are in genenv.json.

${list(counts)}
${list(notes)}
## verl

\`\`\`
${PARQUET_COMMAND}
python -m verl.trainer.main_ppo --config-path=$PWD --config-name=verl actor_rollout_ref.model.path=MODEL
\`\`\`

${list(verl)}
## TRL

\`\`\`
pip install trl pyyaml
python train_trl.py MODEL
\`\`\`

${list(trl)}`;
}

/**
 * @param events of a run, from its beginning
 * @throws Error where the log does not say what was run
 */
export function makeRecipe(events: readonly RunEvent[]): Recipe {
  const started = events.find((event): event is RunStarted => event.type === 'run-started');
  if (!started) throw new Error('This log has no run-started event, so there is nothing to make a recipe of.');
  const changes = events.flatMap((event) => (event.type === 'settings-changed' ? [event.changes] : []));
  const settings = parseSettings(Object.assign({}, started.settings, ...changes), SETTINGS_VERSION);
  const families: Family[] = familiesByName(settings.families);

  const train = trainRows(events, families);
  const heldOut = heldOutRows(settings, families);
  const environment = environmentRows(events);
  const words = longest([...train, ...heldOut], families);
  const lengths: Lengths = {
    prompt: TOKENS_PER_WORD * words.prompt + TEMPLATE_TOKENS,
    answer: TOKENS_PER_WORD * words.answer + TEMPLATE_TOKENS,
  };
  const verl = verlConfig(settings, lengths);
  const trl = trlConfig(settings, lengths);
  const played = families.filter(({ maxTurns }) => maxTurns > 1).map(({ title }) => title);
  const notes = [
    ...(played.length > 0 ? [`Tasks played in several turns are left out: ${played.join(', ')}.`] : []),
    ...(train.length === 0
      ? ['D_train is empty: no trace of this run was valid yet, so there is nothing to train on.']
      : train.length < settings.tasksPerEpoch
        ? [`D_train holds ${train.length} tasks, fewer than the ${settings.tasksPerEpoch} of a batch. Run longer.`]
        : []),
  ];
  const counts = [
    `agent.jsonl: ${train.length} tasks of D_train`,
    `held-out.jsonl: ${heldOut.length} evaluation tasks, never trained on`,
    `environment.jsonl: ${environment.length} weighted (context → task) pairs of D_env`,
  ];
  return {
    notes,
    files: [
      { path: 'README.md', text: readme(settings, counts, verl.differences, trl.differences, notes) },
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
