/** @file Defines `genenv plan`. It shows how much memory a run would take, and which settings to reduce so that it fits. */
import Table from 'cli-table3';
import { Command, Option } from 'commander';
import { resolve } from 'node:path';
import { type PresetName, presetNames, presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { type PlacePlan, planFor, type SettingsPlan } from '../../runs/plan/plan-run.ts';
import { DeviceModels, machineOf } from '../../runs/run-headless.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { formatBytes } from '../../text/bytes.ts';
import { errorsText } from '../../text/errors-text.ts';
import { obstacleSentence } from '../../text/errors.ts';
import { planText as wording } from '../../text/later.ts';
import { assignedSettings, collect, MODELS_FOLDER, numberOption } from '../inputs.ts';
import { printJson, printLine } from '../print.ts';

function planText({ plan, changes }: SettingsPlan, adapter: string): string {
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

interface Options {
  model?: string;
  preset: PresetName;
  set: string[];
  models: string;
  memory?: number;
  json?: boolean;
}

export const planCommand = (): Command =>
  new Command('plan')
    .description('The memory that a run takes on this adapter, whether it fits, and which settings to turn down.')
    .option('--model <folder>', 'model folder of both players, in Hugging Face layout; default: those of the preset')
    .addOption(new Option('--preset <name>', 'settings of the run').choices(presetNames).default('discovery'))
    .option('--set <name=value>', 'a setting; may be repeated', collect, [])
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .option(
      '--memory <GB>',
      'memory that the run may take; default: of a software adapter, four fifths of this machine’s',
      numberOption,
    )
    .option('--json', 'print the plan as JSON')
    .addHelpText(
      'after',
      `
Nothing is loaded but configurations and a tokenizer. The plan holds for the longest texts that the settings allow; where
texts end earlier, a run takes less.`,
    )
    .action(async ({ model, preset, set, models, memory, json }: Options) => {
      const both = model === undefined ? {} : { agentModel: resolve(model), environmentModel: resolve(model) };
      const settings = parseSettings({ ...presetSettings(preset), ...both, ...(await assignedSettings(set)) });
      const device = await openNodeDevice();
      const machine = machineOf(device);
      const planned = await planFor(new DeviceModels(device, models), settings, {
        ...machine,
        memory: memory === undefined ? machine.memory : memory * 1e9,
      });
      await (json ? printJson(JSON.stringify(planned)) : printLine(planText(planned!, device.adapter.name)));
    });
