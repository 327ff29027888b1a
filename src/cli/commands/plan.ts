/** @file `genenv plan`: what memory a run takes, before anything is allocated, and what to turn down so that it fits. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { planFor } from '../../runs/plan/plan-for-host.ts';
import { DeviceModels, machineOf } from '../../runs/run-headless.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { collect, numberOption } from '../options.ts';
import { planText } from '../plan-text.ts';
import { printJson, printLine } from '../print-line.ts';
import { assignedSettings } from '../setting-assignments.ts';

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
