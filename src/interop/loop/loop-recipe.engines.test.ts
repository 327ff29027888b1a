/** @file The folder of a run's tasks, as Python reads it: its configuration, and the rewards of its rollouts. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RunEvent } from '../../genenv/log/events.ts';
import { writeLoop } from './testing/loop-folder.ts';
import { requestOf, tableRun } from './testing/table-run.ts';

const RECIPE = fileURLToPath(new URL('./tests/read_recipe.py', import.meta.url));
let events: RunEvent[];
let folder: string;

beforeAll(async () => {
  events = await tableRun();
  folder = mkdtempSync(join(tmpdir(), 'genenv-recipe-'));
  await writeLoop(requestOf(events), folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is read as it was meant, and every rollout of the run has the reward that it had in the run', () => {
  let texts = new Map<number, string>();
  let turns: string[] = [];
  const rewards: Record<string, [answer: string, reward: number][]> = {};
  for (const event of events) {
    if (event.type === 'tasks-written') texts = new Map(event.texts.map(({ index, text }) => [index, text]));
    if (event.type === 'rolled-out') turns = event.rollouts.map((rollout) => rollout.turns[0]);
    if (event.type !== 'scored') continue;
    event.rollouts.forEach(({ task, reward }, i) => (rewards[texts.get(task)!] ??= []).push([turns[i], reward]));
  }
  const { stdout, stderr, status } = spawnSync('python3', [RECIPE], {
    cwd: folder,
    input: JSON.stringify(rewards),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { config, judged } = JSON.parse(stdout) as { config: unknown; judged: [number, number][] };
  expect(config).toEqual(parse(readFileSync(join(folder, 'loop.yaml'), 'utf8')));
  expect(judged.length).toBeGreaterThan(20);
  expect(judged.filter(([ours, expected]) => ours !== expected)).toEqual([]);
  expect(new Set(judged.map(([ours]) => ours))).toEqual(new Set([0, 1]));
});
