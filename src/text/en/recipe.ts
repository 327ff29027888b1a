/** @file The words of a recipe for verl and TRL. */
import type { Difference, RecipeNote, RecipeReadme, RecipeWords } from '../../interop/recipe/words.ts';

const PARQUET_COMMAND =
  'python -c "from datasets import load_dataset as l; ' +
  "[l('json', data_files=f + '.jsonl')['train'].to_parquet(f + '.parquet') for f in ('agent', 'held-out')]\"";

function note(note: RecipeNote): string {
  switch (note.code) {
    case 'multi-turn-left-out':
      return `Tasks played in several turns are left out: ${note.families.join(', ')}.`;
    case 'no-tasks':
      return 'D_train is empty: no trace of this run was valid yet, so there is nothing to train on.';
    case 'few-tasks':
      return `D_train holds ${note.tasks} tasks, fewer than the ${note.batch} of a batch. Run longer.`;
  }
}

function difference(difference: Difference): string {
  switch (difference.code) {
    case 'tasks-fixed':
      return (
        'The tasks are fixed: the environment does not write new ones while the agent learns. `genenv recipe --loop` ' +
        'exports the whole method. For a next round by hand, run weigh.py on the rollouts and train an environment ' +
        'on environment.jsonl.'
      );
    case 'uniform-groups-in-batch':
      return 'Groups without any difference in reward stay in the batch, so a loss per token is divided by more tokens.';
    case 'temperature-raised':
      return 'Greedy rollouts give no group a difference: the temperature is set to 1.';
    case 'sample-deviation':
      return `${difference.engine} divides advantages by the standard deviation with ddof 1, not 0.`;
    case 'adam-betas-left-out':
      return `Adam's β (${difference.beta1}, ${difference.beta2}) is left at verl's own default.`;
    case 'one-minibatch':
      return `${difference.rollouts} rollouts cannot be dealt into ${difference.minibatches} equal minibatches, so there is one.`;
    case 'entropy-bonus-left-out':
      return `TRL has no entropy bonus: the weight ${difference.weight} is left out.`;
  }
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}\n`).join('');

const readme = ({ settings, counts, notes, differences }: RecipeReadme): string => `# A GenEnv run as a recipe

Seed ${settings.seed}, arm ${settings.arm}. All settings are in genenv.json.

${list([
  `agent.jsonl: ${counts.train} tasks of D_train`,
  `held-out.jsonl: ${counts.heldOut} evaluation tasks, never trained on`,
  `environment.jsonl: ${counts.environment} weighted (context → task) pairs of D_env`,
])}
${list(notes.map(note))}
## verl

\`\`\`
${PARQUET_COMMAND}
python -m verl.trainer.main_ppo --config-path=$PWD --config-name=verl actor_rollout_ref.model.path=MODEL
\`\`\`

${list(differences.verl.map(difference))}
## TRL

\`\`\`
pip install trl pyyaml
python train_trl.py MODEL
\`\`\`

${list(differences.TRL.map(difference))}`;

export const recipeWords: RecipeWords = { note, difference, readme };
