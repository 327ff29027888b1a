/** @file The README of the round loop on large engines. */
import type { LoopReadme, LoopWords, RecipeNote } from '../../interop/loop/words.ts';
import { CHECKED_VERSIONS } from '../../interop/loop/checked-versions.ts';

function note(note: RecipeNote): string {
  switch (note.code) {
    case 'families-left-out':
      return `Tasks of families that the settings leave out are left out: ${note.families.join(', ')}.`;
    case 'no-tasks':
      return 'D_train is empty: no trace of this run was valid yet, so there is nothing to train on.';
    case 'few-tasks':
      return `D_train holds traces of ${note.tasks} tasks, fewer than the ${note.batch} of a batch. Run longer.`;
  }
}

/** The data sets of a run, and the programs that train on them. */
const dataSets = ({ rows, notes }: LoopReadme): string =>
  rows === null
    ? ''
    : `## The agent alone, on the tasks of the run

- train.jsonl: the ${rows.train} tasks that D_train holds traces of, each once
- held-out.jsonl: ${rows.heldOut} evaluation tasks, never trained on
- environment.jsonl: ${rows.environment} weighted (context → task) pairs of D_env
${notes.map((one) => `- ${note(one)}\n`).join('')}
\`\`\`
python -m genenv_loop.agent_alone trl    # or verl; both begin with the agent of loop.yaml
\`\`\`

The tasks are fixed: the environment does not write new ones while the agent learns. Everything is written to agent-alone/. Groups without any difference in reward stay in the batch, and both engines divide advantages by a standard deviation with ddof 1.

`;

const readme: LoopWords['readme'] = (of) => {
  const { seed, arm, epochs, tasksPerEpoch, groupSize } = of.settings;
  return `# GenEnv as a loop over large engines

Arm ${arm}, seed ${seed}, ${epochs} rounds of ${tasksPerEpoch} tasks with ${groupSize} rollouts each. All settings are in genenv.json; the models, the engine, its options and its commands are in loop.yaml.

\`\`\`
python -m genenv_loop          # in this folder; the same command goes on after any interruption
\`\`\`

It needs Python with PyYAML and the packages of the engine (\`trl\`: trl, which brings the others, also without a GPU, and peft for LoRA; \`verl\`: verl[vllm], trl; \`local\`: torch), and Node with GenEnv Playground: the program of loop.yaml's \`judge\` knows the task families. On several machines the judge must start on each of them, and this folder must be shared.

## A round

1. The environment writes variations (\`generate\`); the judge reads them as tasks. Base data and entries of D_train join them.
2. \`agent\`: the agent attempts each task, the judge scores, GRPO updates the agent.
3. genenv_loop/curriculum.py: p̂ = k/n, R_env = exp(−β(p̂ − α)²), the filter |p̂ − α| ≤ k_min, weights exp(λR_env).
4. \`environment\`: supervised fine-tuning with these weights and a KL penalty to the initial environment.
5. D_train and D_env grow; every few rounds the agent attempts the held-out tasks.

With \`trl\` all of this is one process: players, optimizers and judge stay in memory. Without a GPU it computes in f32, or in bfloat16 where GENENV_BF16=1 asks for it. With LoRA both players are adapters over weights that are in memory once where they begin with the same folder, and \`model\` in a round's folder holds an adapter as PEFT reads it. \`verl\` and \`local\` start a command a step, and train all weights.

Each round has a folder in rounds/. What has its final name there is finished; a step that was interrupted is repeated. Weights and optimizer states of the last \`keepWeights\` rounds stay.

run.jsonl is the event log of all finished rounds. Open it in the playground at any time (Runs, Import), or make its figures with \`genenv figures\`.

${dataSets(of)}## More than one GPU or machine

\`trl\`: \`accelerate launch -m genenv_loop\`, or \`torchrun --nproc_per_node 2 -m genenv_loop\` on CPUs. All processes sample and learn together; tasks, rollouts, rewards, filter and minibatches are those of one process. Of \`verl\` the commands in loop.yaml say it: \`trainer.nnodes\`, \`trainer.n_gpus_per_node\` and a running Ray cluster for verl, \`tensor_parallel_size\` for vLLM. The rollouts of a round must be divisible by the number of processes, which holds for any number of tasks where \`groupSize\` is.

## What the engines do otherwise

- The divergence of the agent that TRL and verl log is an estimate (k3), and k3 is what their loss penalises, whatever the setting says; the environment’s is exact. TRL’s statistics are means over the passes of a step, not over its tokens; its entropy bonus and its token mean are taken over the step here. Where minibatches cannot be equal, a step takes all rollouts; all passes over a round’s rollouts have the same minibatches.
- \`trl\` samples with transformers, also where vLLM is installed.
- verl does not say the probabilities of rollouts: the log has their texts and lengths, not their tokens, and no mean ratio. It divides advantages by a standard deviation with ddof 1; the log has the advantages of the setting.
- The environment learns by TRL's SFTTrainer with the engine \`verl\` too: verl's own supervised trainer has neither weights nor a reference model.
- All steps of a round regress on one draw of pairs. The cap on the divergence looks at the divergence after the round before.
- verl does not say whether an answer ended: one as long as the limit counts as cut off.
- verl renders prompts with the model's chat template, also those of families that are not conversations.
- Operations are counted as 2 a weight and token sampled or read, and 6 a weight and token learned from, or 4 of a weight that LoRA leaves as it is.

## What was tried

The engines \`local\` and \`trl\` run in the tests of GenEnv Playground where Python has their packages: three rounds from shipped checkpoints, killed once, with all weights and with LoRA, with rewards, counts, filter, weights and pools equal to those of the playground. \`trl\` ran with TRL ${CHECKED_VERSIONS.trl}, transformers ${CHECKED_VERSIONS.transformers}, PEFT ${CHECKED_VERSIONS.peft} and torch ${CHECKED_VERSIONS.torch}, on CPUs, as one process and as two; it did not run on a GPU, with FSDP or with DeepSpeed. verl ${CHECKED_VERSIONS.verl} has composed and validated its configuration, read the tasks by its data set and asked for the rewards by its reward manager; it has not trained, and vLLM was not run, because both need a GPU. What vLLM is asked for is taken from the documentation of ${CHECKED_VERSIONS.vllm}. genenv_loop.agent_alone ran with the same TRL, on a CPU, as one process.
`;
};

export const loopWords: LoopWords = { note, readme };
