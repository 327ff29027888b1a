/**
 * @file Runs `genenv warm-up` with PEFT on tiny Llamas. The tests compare its loss with our engine's, kill and continue
 * the program, and open the result with our engine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelFolder } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import { writeDiskFolder } from '../../lm/testing/write-disk-folder.ts';
import { takeParameters } from '../../lm/files/take-parameters.ts';
import { openSafetensors } from '../../lm/files/safetensors.ts';
import { DevicePolicies } from '../../policy/device-policies.ts';
import { LanguageModelPolicy } from '../../policy/language-model-policy.ts';
import { openedModel } from '../../policy/testing/adapter-policy.ts';
import { examples, untrainedModel } from '../../pretraining/pretrain.ts';
import { WARM_UP_OPTIMIZER, warmUp, warmUpRecipe } from '../../pretraining/warm-up.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { PythonLearner } from './python-learner.ts';
import { loadModel } from '../../lm/testing/load-model.ts';

const PROGRAM = fileURLToPath(new URL('../../cli/genenv.mjs', import.meta.url));
const recipe = {
  ...warmUpRecipe({
    name: 'made',
    role: 'environment',
    families: ['additions'],
    prior: 'hard',
    seed: 1,
    checkpoint: '',
  }),
  architecture: {
    hiddenSize: 32,
    layers: 2,
    heads: 4,
    kvHeads: 2,
    headDim: 8,
    intermediateSize: 64,
    maxPositions: 192,
  },
  bytePairs: { merges: 80, examples: 64 },
};

let folder: string;
const at = (name: string) => join(folder, name);
/** Returns the arguments of a warm-up. The output `made` starts from a trained model, others from random weights. */
const args = (out: string, ...more: string[]) => [
  ...[PROGRAM, 'warm-up', at(out === 'made' ? 'formed' : 'tiny'), '--family', 'additions', '--out', at(out)],
  ...['--role', 'environment', ...more],
];
const run = (...given: Parameters<typeof args>) => spawnSync(process.execPath, args(...given), { encoding: 'utf8' });
const saved = (out: string) => (existsSync(at(`${out}.unfinished`)) ? readdirSync(at(`${out}.unfinished`)) : []);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'genenv-warm-up-'));
  const model = await untrainedModel(recipe);
  await writeDiskFolder(at('tiny'), modelFolder(model));
  const device = await openNodeDevice();
  const policy = LanguageModelPolicy.create(device, model);
  await warmUp({ ...recipe, batch: 32, learningRate: 5e-3, every: 20, steps: 400 }, policy, model.tokenizer);
  const { weights } = await policy.snapshot();
  await writeDiskFolder(
    at('formed'),
    modelFolder({ ...model, weights: takeParameters(openSafetensors(weights), model.config) }),
  );
  device.destroy();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('has the loss and the gradient of our engine on the same examples', async () => {
  const device = await openNodeDevice();
  const model = await loadModel(diskFolder(at('tiny')));
  const { lora, seed } = recipe;
  const training = { kind: 'lora', lora, basePrecision: 'f32', seed, player: 0 } as const;
  const ours = await new DevicePolicies(device).open('tiny', () => Promise.resolve(openedModel(model)), training);
  const theirs = await PythonLearner.open({
    path: at('tiny'),
    lora,
    seed,
    optimizer: WARM_UP_OPTIMIZER,
    python: 'python3',
  });
  const request = {
    sequences: examples(recipe, model.tokenizer, 0).map((sequence) => ({ ...sequence, weight: 1 })),
    objective: { kind: 'rwr', klWeight: 0, temperature: 1 },
    optimizer: { ...WARM_UP_OPTIMIZER, learningRate: 1e-3 },
  } as const;
  const [a, b] = [await ours.update(request), await theirs.update(request)];
  expect(b.tokens).toBe(a.tokens);
  // LoRA's B starts at 0, so the adapters have no effect yet. A loss in bfloat16 has only 8 significant bits.
  expect(b.loss / a.loss).toBeCloseTo(1, 2);
  await ours.dispose();
  await theirs.dispose();
  device.destroy();
});

it('is killed and goes on, to what it would have come to without that', async () => {
  const state = (out: string) => readFileSync(at(`${out}.unfinished/step-20/state.json`), 'utf8');
  const whole = run('whole', '--steps', '20');
  expect(whole.stderr).toMatch(/After 20 steps the checkpoint is not prepared: valid tasks \d+%\./);

  // Rename the result. The next run must have the name `whole` too, because the name is part of the recipe.
  renameSync(at('whole.unfinished'), at('expected.unfinished'));
  const first = spawn(process.execPath, args('whole', '--steps', '20'), { stdio: 'ignore' });
  while (!saved('whole').includes('step-10') && first.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 10));
  first.kill('SIGKILL');
  await once(first, 'close');
  expect(saved('whole')).not.toContain('step-20');

  const { stdout } = run('whole', '--steps', '20');
  // The continued run does not repeat the measurements of steps 0 and 10.
  expect(stdout).not.toMatch(/^step (0|10):/m);
  expect(state('whole')).toBe(state('expected'));
  expect(existsSync(at('whole'))).toBe(false);
}, 1_200_000);

it('ends with a checkpoint that our engine opens, with its recipe and hash beside the weights', async () => {
  const { stdout, stderr } = run('made');
  expect(stderr).not.toContain('genenv:');
  expect(stdout).toMatch(/made: prepared after 0 steps, valid tasks (8\d|9\d|100)%\n$/);
  expect(saved('made')).toEqual([]);
  const { weightsHash, tokenizer } = await loadModel(diskFolder(at('made')));
  expect(tokenizer.chat).not.toBeNull();
  const card = readFileSync(at('made/README.md'), 'utf8');
  expect(card).toContain(`Weights: SHA-256 ${weightsHash}`);
  expect(JSON.parse(/```json\n([\s\S]*?)\n```/.exec(card)![1])).toMatchObject({
    recipe: { role: 'environment', families: ['additions'] },
  });
});

it('says in a sentence what is wrong, before anything is written', () => {
  const failure = (...more: string[]) =>
    run('bad', ...more)
      .stderr.split('\n')
      .at(-2);
  expect(failure('--python', 'no-such-python')).toMatch(/“no-such-python” could not be started .* --python/);
  const template = readFileSync(at('tiny/tokenizer_config.json'), 'utf8');
  writeFileSync(
    at('tiny/tokenizer_config.json'),
    JSON.stringify({ ...JSON.parse(template), chat_template: undefined }),
  );
  rmSync(at('tiny/files.json'));
  rmSync(at('tiny/chat_template.jinja'), { force: true });
  expect(failure()).toMatch(/has no chat template/);
  rmSync(at('tiny/config.json'));
  expect(failure()).toMatch(/config\.json/);
});
