/** @file The folders of a sweep's shares on the disk (Node only). */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isShardFolder } from './shards.ts';
import { parseSummaries } from './summaries-file.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE } from './sweep-results.ts';
import type { SweepResults } from './sweep.ts';
import { parseTelemetry } from './telemetry-file.ts';

/** Folders of shares within a sweep's folder which have results, in the order of their names. */
export async function shardFolders(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter(isShardFolder).sort();
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(path, SUMMARIES_FILE)));
}

/** Takes the results of shares, of runs with these ids, into those of the whole sweep. */
export async function takeShards(folder: string, ids: ReadonlySet<string>, results: SweepResults): Promise<void> {
  for (const shard of await shardFolders(folder)) {
    const summaries = parseSummaries(await readFile(join(shard, SUMMARIES_FILE), 'utf8'));
    const file = join(shard, TELEMETRY_FILE);
    const telemetry = existsSync(file) ? parseTelemetry(await readFile(file, 'utf8')) : [];
    for (const summary of summaries)
      if (ids.has(summary.id) && !(await results.get(summary.id)))
        await results.put(summary, telemetry.find(({ id }) => id === summary.id) ?? null);
  }
}
