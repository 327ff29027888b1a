/**
 * @file Reads a run, prints its curve of success, and writes the figures: `node read-and-draw.ts run.zip figures`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFigures, MetricsFold, readRun, type RunEvent, summariseLog } from 'genenv-playground';

const [path, folder] = process.argv.slice(2);
const run = await readRun(path);
const metrics = new MetricsFold();
const events: RunEvent[] = [];
for await (const epoch of run.epochs)
  for (const event of epoch) {
    metrics.add(event);
    events.push(event);
  }

for (const { epoch, successRate, heldOut } of metrics.metrics().epochs)
  console.log(epoch, successRate.toFixed(3), heldOut?.success.toFixed(3) ?? '');

await mkdir(folder, { recursive: true });
for (const { path, text } of drawFigures([summariseLog(run.name, events)])) await writeFile(join(folder, path), text);
