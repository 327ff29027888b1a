/** @file The plan of a run as text: a table of what takes how much, and what to turn down. */
import Table from 'cli-table3';
import type { SettingsPlan } from '../runs/plan/plan-for-host.ts';
import type { PlacePlan } from '../runs/plan/plan-run.ts';
import { formatBytes } from '../text/bytes.ts';
import { obstacleSentence } from '../text/errors.ts';
import { errorsText } from '../text/errors-text.ts';
import { planText as wording } from '../text/later.ts';

/** @param adapter the name of the graphics adapter */
export function planText({ plan, changes }: SettingsPlan, adapter: string): string {
  const { fits, change } = wording;
  const tables = plan.places.map(placeTable);
  const list = Object.entries(changes ?? {}).map(([name, value]) => `--set ${name}=${value}`);
  const verdict =
    plan.obstacles.length === 0
      ? fits({
          adapter,
          bytes: formatBytes(plan.peakBytes),
          memory: plan.memory === null ? null : formatBytes(plan.memory),
        })
      : changes
        ? change({ changes: list.join(' ') })
        : errorsText.noSettingEnough;
  return [...tables, ...plan.obstacles.map(obstacleSentence), verdict].join('\n');
}

function placeTable(place: PlacePlan): string {
  const { words, kept } = wording;
  const table = new Table({
    head: [place.roles.join(' + '), ''],
    colAligns: ['left', 'right'],
    style: { head: [], border: [] },
  });
  const row = (label: string, bytes: number) => table.push([label, formatBytes(bytes)]);
  for (const [part, bytes] of Object.entries(place.kept) as [keyof PlacePlan['kept'], number][])
    if (bytes > 0) row(kept[part], bytes);
  row(words.sampling, place.sampling.bytes);
  row(`  ${words.cache}`, place.sampling.cache);
  row(words.learning, place.learning.bytes);
  row(`  ${words.logits}`, place.learning.logits);
  row(`  ${words.activations}`, place.learning.bytes - place.learning.logits);
  row(words.peak, place.peakBytes);
  row(words.largestBinding, place.largestBinding);
  return table.toString();
}
