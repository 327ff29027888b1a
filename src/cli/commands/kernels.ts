/** @file `genenv kernels`: runs one epoch, then shows the WGSL that ran, with its dispatches and shapes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { DeviceModels, openHeadlessRun } from '../../runs/run-headless.ts';
import { kernelSource, kernelTable } from '../kernel-list.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { noTuneOption, openDevice } from '../open-device.ts';

interface Options {
  preset: PresetName;
  name?: string;
  models: string;
  tune: boolean;
}

export const kernelsCommand = (): Command =>
  new Command('kernels')
    .description('Run one epoch and list the GPU kernels that ran, or print the WGSL of one.')
    .addOption(new Option('--preset <name>', 'settings of the epoch').choices(presetNames).default('quick'))
    .option('--name <name>', 'print the WGSL of this kernel instead of the list')
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .addOption(noTuneOption())
    .addHelpText(
      'after',
      `
The list has a row for each kernel of both models, in the order of their first dispatches: how often it ran, with how
many workgroups and on which tensors it ran the last time. In this epoch every task passes the filter and every group is in
the loss, so that both losses are in the list.`,
    )
    .action(async ({ preset, name, models, tune }: Options) => {
      const device = await openDevice({ tune });
      await runOneEpoch(preset, new DeviceModels(device, models));
      const reports = device.kernels();
      console.log(name === undefined ? kernelTable(reports) : kernelSource(reports, name));
    });

/** The log is of no use here: it goes to a temporary folder. */
async function runOneEpoch(preset: PresetName, host: DeviceModels): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'genenv-kernels-'));
  try {
    // Every task passes the filter and every group is in the loss, so that both models learn in this epoch.
    const settings = parseSettings({ ...presetSettings(preset), epochs: 1, kMin: 1, groupsInLoss: 'all' });
    const { session } = await openHeadlessRun({ settings, out: join(folder, 'run.jsonl'), host });
    while (await session.next());
    await session.dispose();
  } finally {
    await rm(folder, { recursive: true });
  }
}
