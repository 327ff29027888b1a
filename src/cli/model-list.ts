/** @file `manifest.json` beside the models that were made here: how each was made, and what was measured of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelMeasure } from '../pretraining/pretrain.ts';
import { updateFile } from './output.ts';

const MANIFEST = 'manifest.json';

export interface ManifestEntry {
  name: string;
  parameters: number;
  /** Of the file of its weights. */
  sha256: string;
  measure: ModelMeasure;
}

/** @param folder of the models; without a manifest it has none */
export async function readManifest(folder: string): Promise<ManifestEntry[]> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { models?: ManifestEntry[] }).models ?? [];
}

/** Adds a model to the manifest beside it, replacing an entry of its name. */
export async function writeEntry(folder: string, entry: ManifestEntry): Promise<void> {
  const rest = (await readManifest(folder)).filter(({ name }) => name !== entry.name);
  const models = [...rest, entry].sort((a, b) => a.name.localeCompare(b.name));
  await updateFile(join(folder, MANIFEST), `${JSON.stringify({ models }, null, 1)}\n`);
}
