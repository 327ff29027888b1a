import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { type FileList, LIST_FILE, withList } from '../lm/files/checked-folder.ts';
import { loadTokenizer } from '../lm/files/load-model.ts';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import type { AgentMeasure } from './measure-model.ts';
import { LARGER_BASE, RECIPES } from './recipes.ts';
import { type PresetName, presetNames, presetSettings } from '../genenv/settings/presets.ts';
import { familiesByName } from '../tasks/registry.ts';

interface ManifestEntry {
  name: string;
  /** False for a model that only `genenv pretrain` makes. Default: true. */
  shipped?: boolean;
  sha256: string;
  recipe: unknown;
  measure: Partial<AgentMeasure> | { agent: AgentMeasure };
}

/** Returns the manifest's measure of a model as an agent. */
const asAgent = ({ measure }: ManifestEntry): Partial<AgentMeasure> => ('agent' in measure ? measure.agent : measure);

/** Minimum share of well-formed answers at level 1, and at every level of a one-family pair. */
const LEAST_WELL_FORMED = 0.9;
/** Maximum success of a one-family agent, as a mean over all levels. */
const MOST_SUCCESS_OF_A_BASE = 0.1;
const ONE_FAMILY_PRESETS: readonly PresetName[] = [
  'function-calling',
  'service-calls',
  'long-errands',
  'wide-search',
  'travel-rules',
];
/** Maximum success at level 1. `MOST_SUCCESS` is the maximum at the other levels. */
const MOST_SUCCESS_AT_FIRST = 0.6;
const MOST_SUCCESS = 0.5;

const { models } = JSON.parse(readFileSync(new URL('../../models/manifest.json', import.meta.url), 'utf8')) as {
  models: ManifestEntry[];
};
const entryOf = (name: string) => models.find((model) => model.name === name);

const shipped = models.filter((model) => model.shipped !== false);

it('ships every model but the second pairs, and no others', () => {
  const folders = readdirSync(new URL('../../models/', import.meta.url), { withFileTypes: true })
    .filter((file) => file.isDirectory())
    .map(({ name }) => name);
  // A developer may have made second pairs (`-b`) in this folder.
  expect(folders.filter((name) => !name.endsWith('-b')).sort()).toEqual(shipped.map(({ name }) => name).sort());
  expect(shipped.filter(({ name }) => name.endsWith('-b'))).toEqual([]);
});

it.each(models)('names the command for a model that is missing because it is not shipped: $name', async (model) => {
  const opened = loadTokenizer(memoryFolder(new Map(), `/somewhere/models/${model.name}/`));
  await expect(opened).rejects.toMatchObject(
    model.shipped === false ? { code: 'model-not-shipped', parameters: { name: model.name } } : { code: 'missing' },
  );
});

it('ships exactly the files that the lists of the folders name, with the weights of the manifest', () => {
  for (const { name, sha256 } of shipped) {
    const folder = fileURLToPath(new URL(`../../models/${name}/`, import.meta.url));
    const files = new Map(readdirSync(folder).map((file) => [file, new Uint8Array(readFileSync(folder + file))]));
    const read = (list = files.get(LIST_FILE)!) => JSON.parse(new TextDecoder().decode(list)) as { files: FileList };
    const { files: listed } = read();
    files.delete(LIST_FILE);
    expect(listed, name).toEqual(read(withList(files).get(LIST_FILE)).files);
    expect(listed['model.safetensors'].sha256).toBe(sha256);
  }
});

describe.each(presetNames)('the preset %s', (preset) => {
  const { families, agentModel, environmentModel, teacherModel } = presetSettings(preset);

  it('names shipped models of its families', () => {
    const recipeOf = (name: string) => RECIPES.find((recipe) => recipe.name === name)!;
    for (const name of [agentModel, environmentModel])
      expect([...recipeOf(name).families].sort()).toEqual([...families].sort());
    // A teacher may know more families than the preset uses.
    if (teacherModel) expect(recipeOf(teacherModel).families).toEqual(expect.arrayContaining([...families]));
    for (const name of [agentModel, environmentModel, teacherModel].filter(Boolean))
      expect(shipped.map((model) => model.name)).toContain(name);
    expect(['agent', 'both']).toContain(recipeOf(agentModel).role);
    expect(['environment', 'both']).toContain(recipeOf(environmentModel).role);
    if (teacherModel) expect(recipeOf(teacherModel).role).toBe('environment');
  });

  it('has an agent measured on held-out tasks of every level, whose play is more than noise in every family', () => {
    const { split, success, wellFormed } = asAgent(entryOf(agentModel)!);
    expect(split).toBe('held-out');
    for (const { name, levels } of familiesByName(families)) {
      expect(success![name]).toHaveLength(levels);
      expect(wellFormed![name]).toHaveLength(levels);
      // The agent succeeds often enough to learn, and has much left to learn.
      const [first, ...others] = success![name];
      expect(first).toBeGreaterThan(0.1);
      expect(first).toBeLessThanOrEqual(MOST_SUCCESS_AT_FIRST);
      expect(Math.max(...others)).toBeLessThanOrEqual(MOST_SUCCESS);
      expect(wellFormed![name][0]).toBeGreaterThan(LEAST_WELL_FORMED);
    }
  });
});

const pairs = ONE_FAMILY_PRESETS.map((preset) => presetSettings(preset).agentModel).flatMap((agent) => [
  agent,
  `${agent}-b`,
]);
it.each(pairs)('%s answers in the right form at every level, and is hardly ever right', (agent) => {
  const { success, wellFormed } = asAgent(entryOf(agent)!);
  const [[family, byLevel]] = Object.entries(success!);
  expect(Math.min(...wellFormed![family])).toBeGreaterThanOrEqual(LEAST_WELL_FORMED);
  expect(mean(byLevel)).toBeLessThanOrEqual(MOST_SUCCESS_OF_A_BASE);
});

it('the manifest holds every recipe as it is now, but that of the larger base, which is not shipped', () => {
  const measured = readFileSync(new URL('../../docs/larger-base.json', import.meta.url), 'utf8');
  expect((JSON.parse(measured) as ManifestEntry).recipe).toEqual(LARGER_BASE);
  expect(entryOf(LARGER_BASE.name)).toBeUndefined();
  for (const recipe of RECIPES.filter((one) => one !== LARGER_BASE))
    expect(entryOf(recipe.name)?.recipe, recipe.name).toEqual(recipe);
});
