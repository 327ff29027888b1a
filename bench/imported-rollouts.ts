/**
 * @file The job `rollouts`: what `genenv import-log` takes of 100,000 rollouts in each form that trainers write: rollouts a second,
 * and the most memory that the process held. 100 steps of 125 prompts with 8 answers each; texts and numbers are drawn at random.
 * TRL's Parquet files are written by pandas: `PYTHON` names a Python that has it, else TRL is left out.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measuredCommand } from './measured-command.ts';

const [STEPS, GROUPS, ROLLOUTS] = [100, 125, 8];
const [PROMPT, COMPLETION] = [400, 800];
/** Tokens of a prompt and of an answer, in the forms that have them. */
const TOKENS = 64;
const MEBIBYTE = 2 ** 20;

const text = (length: number): string =>
  Array.from({ length }, () => 'etaoin shrdlu'[Math.floor(13 * Math.random())]).join('');
const list = <Item>(item: (i: number) => Item, length = TOKENS): Item[] => Array.from({ length }, (_, i) => item(i));
const logprob = () => -Math.random();

interface Place {
  step: number;
  group: number;
  rollout: number;
  prompt: string;
}

interface Form {
  file: (step: number) => string;
  row: (place: Place) => object;
}

const perToken = (value: () => number): number[] => list((i) => (i < TOKENS ? 0 : value()), 2 * TOKENS);

const forms: Record<string, Form> = {
  verl: {
    file: (step) => `${step}.jsonl`,
    row: ({ step, prompt }) => ({
      input: prompt,
      output: text(COMPLETION),
      gts: '1',
      score: Math.random() < 0.5 ? 1 : 0,
      step,
    }),
  },
  'prime-rl, 128 tokens': {
    file: (step) => `token_exports/step_${step}/rank_0.jsonl`,
    row: ({ step, group, rollout }) => ({
      ...{ schema_version: 1, step, rank: 0, micro_step: 0, micro_sequence_idx: rollout, export_sequence_idx: rollout },
      env_name: 'sums',
      token_ids: list((i) => (i < TOKENS ? group + i : Math.floor(50_000 * Math.random())), 2 * TOKENS),
      position_ids: list((i) => i, 2 * TOKENS),
      loss_mask: list((i) => i >= TOKENS, 2 * TOKENS),
      advantages: perToken(() => rollout - 3.5),
      ...Object.fromEntries(
        [
          'inference_logprobs',
          'trainer_logprobs',
          'entropy',
          'mismatch_kl',
          'log_importance_ratio',
          'importance_ratio',
          'prob_delta',
        ].map((name) => [name, perToken(logprob)]),
      ),
      ...Object.fromEntries(
        ['is_masked', 'is_masked_high', 'is_masked_low'].map((name) => [name, list(() => false, 2 * TOKENS)]),
      ),
      ...Object.fromEntries(
        ['rl_weights', 'ce_weights', 'ref_kl_weights'].map((name) => [name, list(() => null, 2 * TOKENS)]),
      ),
    }),
  },
  'verifiers, 128 tokens': {
    file: (step) => `step_${step}/train/effective/traces.jsonl`,
    row: ({ step, group, rollout, prompt }) => ({
      id: `${step} ${group} ${rollout}`,
      task: { type: 'T', data: { prompt }, key: `${group}` },
      group: { id: `${step} ${group}` },
      run: { type: 'train', id: 'r', work: { type: 'train', step } },
      ok: true,
      traces: [
        {
          nodes: [
            { message: { role: 'user', content: prompt }, token_ids: list((i) => i), mask: list(() => false) },
            {
              ...{ parent: 0, sampled: true, message: { role: 'assistant', content: text(COMPLETION) } },
              ...{ token_ids: list((i) => i), mask: list(() => true) },
              ...{ logprobs: list(logprob), trainer_logprobs: list(logprob), advantages: list(() => rollout - 3.5) },
            },
          ],
          rewards: { correct: { score: rollout % 2, weight: 1 } },
        },
      ],
    }),
  },
  tinker: {
    file: (step) => `iteration_${String(step).padStart(6, '0')}/train_rollout_summaries.jsonl`,
    row: ({ step, group, rollout }) => ({
      ...{ schema_version: 1, split: 'train', iteration: step, group_idx: group, traj_idx: rollout, tags: ['sums'] },
      ...{ total_reward: rollout % 2, final_reward: 0, trajectory_metrics: {}, final_ob_len: 20 },
      steps: [
        {
          step_idx: 0,
          ob_len: 12,
          ac_len: 200,
          reward: 1,
          episode_done: true,
          metrics: {},
          logs: { response: text(COMPLETION) },
        },
      ],
    }),
  },
};

async function write(folder: string, { file, row }: Form): Promise<void> {
  for (let step = 1; step <= STEPS; step += 1) {
    const path = join(folder, file(step));
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'w');
    for (let group = 0; group < GROUPS; group += 1) {
      const prompt = text(PROMPT);
      const rows = list((rollout) => `${JSON.stringify(row({ step, group, rollout, prompt }))}\n`, ROLLOUTS);
      await handle.write(rows.join(''));
    }
    await handle.close();
  }
}

/** False where there is no Python with pandas. */
function writeTrl(folder: string): boolean {
  const program = fileURLToPath(new URL('trl_completions.py', import.meta.url));
  const sizes = [STEPS, GROUPS, ROLLOUTS, PROMPT, COMPLETION].map(String);
  return spawnSync(process.env.PYTHON ?? 'python3', [program, folder, ...sizes]).status === 0;
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function measure(name: string, folder: string): Promise<void> {
  const out = join(folder, '..', 'imported.jsonl');
  const { seconds, processorSeconds, mebibytes } = await measuredCommand([
    'import-log',
    folder,
    '--out',
    out,
    '--force',
  ]);
  const rollouts = STEPS * GROUPS * ROLLOUTS;
  const [read, written] = [await sizeOf(folder), (await stat(out)).size].map((bytes) => (bytes / MEBIBYTE).toFixed(0));
  console.log(
    `| ${name} | ${read} MiB | ${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s) | ${(rollouts / processorSeconds).toFixed(0)} | ${mebibytes.toFixed(0)} MiB | ${written} MiB |`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'genenv-rollouts-'));
try {
  console.log('| form | folder | time (of the processor) | rollouts a second of it | most memory | event log |');
  console.log('|---|---|---|---|---|---|');
  const trl = join(folder, 'trl');
  if (writeTrl(trl)) await measure('TRL', trl);
  else console.log('| TRL | no Python with pandas | | | | |');
  await rm(trl, { recursive: true, force: true });
  for (const [name, form] of Object.entries(forms)) {
    const own = join(folder, 'rollouts');
    await write(own, form);
    await measure(name, own);
    await rm(own, { recursive: true });
  }
} finally {
  await rm(folder, { recursive: true });
}
