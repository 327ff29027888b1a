/**
 * @file The curves of a run as the CSV that `trackio.import_csv` reads: `step`, which is the epoch, and one column a metric;
 * a cell is empty where an epoch has no such number. Step 0 is the evaluation before the first epoch.
 *
 * Trackio 0.43 keeps ten letters of a column's name, of which `/` may be one, and groups curves by what stands before it.
 * So the player is a group, `agentKl` becomes `agent/kl` and `environmentKl` `env/kl`, and no two names are the same after
 * ten letters.
 */
import { csvFormat } from 'd3-dsv';
import { epochFields } from '../../analysis/epoch-fields.ts';
import type { EpochMetrics, RunMetrics } from '../../analysis/metrics.ts';
import { costColumns } from '../../analysis/run-summary.ts';

type Cells = Record<string, number | null>;

const columnOf = (name: string): string =>
  name.replace(/^(agent|environment)([A-Z])/, (_, player: string, letter: string) => {
    return `${player === 'agent' ? 'agent' : 'env'}/${letter.toLowerCase()}`;
  });

const numberNames = Object.keys(epochFields) as (keyof typeof epochFields)[];

function cellsOf({ verdicts, successByFamily, spent, ...numbers }: EpochMetrics): Cells {
  const cells: Cells = {};
  for (const name of numberNames) cells[columnOf(name)] = numbers[name];
  // The share of valid texts is one of the numbers above.
  for (const [verdict, share] of Object.entries(verdicts)) if (verdict !== 'valid') cells[`text/${verdict}`] = share;
  for (const name of costColumns) cells[columnOf(name)] = spent[name];
  for (const [family, count] of Object.entries(successByFamily)) if (count) cells[`p/${family}`] = count.k / count.n;
  return cells;
}

export function curvesCsv({ epochs, heldOut }: RunMetrics): string {
  const rows = new Map<number, Cells>();
  const add = (step: number, cells: Cells) => rows.set(step, { ...rows.get(step), step, ...cells });
  for (const { epoch, success } of heldOut) add(epoch, { heldOut: success });
  for (const metrics of epochs) add(metrics.epoch, cellsOf(metrics));
  const ordered = [...rows.values()].sort((a, b) => a.step! - b.step!);
  const columns = new Set(['step', 'heldOut', ...ordered.flatMap(Object.keys)]);
  return `${csvFormat(ordered, [...columns])}\n`;
}
