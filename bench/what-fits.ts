/**
 * @file The job `plan`: which published models co-evolve on graphics processors of which memory, by the plan that
 * `genenv plan` and the page make. Prints the table of the README. It computes from shapes, so it needs no adapter.
 *
 * Both players are one checkpoint with two LoRA adapters, tasks and lengths are those of the preset `english`. Prompts are
 * counted with that preset's small tokenizer, which needs more tokens than those of the models themselves.
 */
import { fileURLToPath } from 'node:url';
import { globals } from 'webgpu';
import { presetSettings } from '../src/genenv/settings/presets.ts';
import type { Settings } from '../src/genenv/settings/settings.ts';
import type { ModelFiles } from '../src/lm/files/model-files.ts';
import { diskFolder } from '../src/lm/files/node-files.ts';
import type { ModelHost } from '../src/runs/model-host.ts';
import { planFor } from '../src/runs/plan/plan-for-host.ts';
import type { PlannedMachine } from '../src/runs/plan/plan-run.ts';
import { PUBLISHED_CONFIGS, type PublishedModel } from './published-configs.ts';

// Constants such as GPUShaderStage, which browsers define.
Object.assign(globalThis, globals);

const GIGABYTES = [4, 8, 16, 24];
/** The settings that a plan turns down, in the order in which they cost time or precision. */
const SIGNS = {
  gradientCheckpointing: 'c',
  microBatchTokens: 'm',
  rolloutsPerWave: 'w',
  kvCachePrecision: 'k',
  loraRank: 'r',
} as const;
/** The rest is for the screen and the browser. */
const SHARE = 0.8;
const GIB = 2 ** 30;

/** Chrome's limits on common adapters, both in one binding: 2 GiB, less a word for the binding. */
const machine = (gigabytes: number): PlannedMachine => ({
  kernelStyle: 'tiled',
  maxBufferSize: 2 * GIB,
  maxStorageBufferBindingSize: 2 * GIB - 4,
  memory: SHARE * gigabytes * 1e9,
  oneDevice: false,
});

const tokenizerFiles = diskFolder(fileURLToPath(new URL('../models/english', import.meta.url)));

/** The configuration of a published model with the tokenizer of the preset; nothing else is read. */
function folder(model: string): ModelFiles {
  const config = new TextEncoder().encode(JSON.stringify(PUBLISHED_CONFIGS[model as PublishedModel]));
  return {
    name: model,
    size: async (file) => (file === 'config.json' ? config.length : tokenizerFiles.size(file)),
    read: async (file, range) =>
      file === 'config.json' ? config.slice(range?.begin, range?.end) : tokenizerFiles.read(file, range),
  };
}

const opened = (): never => {
  throw new Error('A plan opens no model.');
};
const host: ModelHost = { folder, open: opened, openTeacher: opened, openEmbedder: opened };

const gigabytesOf = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

console.log(`| model | as it is | ${GIGABYTES.map((size) => `${size} GB`).join(' | ')} |`);
console.log(`|---|---|${GIGABYTES.map(() => '---').join('|')}|`);
for (const model of Object.keys(PUBLISHED_CONFIGS)) {
  const settings: Settings = { ...presetSettings('english'), agentModel: model, environmentModel: model };
  const cells: string[] = [];
  let asItIs = '';
  for (const size of GIGABYTES) {
    const { plan, changes } = (await planFor(host, settings, machine(size)))!;
    asItIs = plan.obstacles.some(({ code }) => code === 'refused') ? 'refused' : gigabytesOf(plan.peakBytes);
    if (plan.obstacles.length === 0) cells.push('yes');
    else if (changes === null) cells.push('no');
    else {
      const { plan: smaller } = (await planFor(host, { ...settings, ...changes }, machine(size)))!;
      const signs = Object.keys(changes).map((name) => SIGNS[name as keyof typeof SIGNS] ?? name);
      cells.push(`${gigabytesOf(smaller.peakBytes)} ${signs.join(' ')}`);
    }
  }
  console.log(`| ${model} | ${asItIs} | ${cells.join(' | ')} |`);
}
console.log(
  `\n${Object.entries(SIGNS)
    .map(([name, sign]) => `${sign}: ${name}`)
    .join(', ')}`,
);
