/** @file `genenv recipe`: the whole method as a loop over the engines that train large models. */
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { LOOP_ENGINES, type LoopEngine } from '../../interop/loop/engine-commands.ts';
import { loopRecipe } from '../../interop/loop/loop-recipe.ts';
import { openRun } from '../../runs/files/read-run.ts';
import { reportText } from '../../text/reports.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { collect } from '../options.ts';
import { claimFolder, forceOption } from '../output.ts';
import { openNamedFile } from '../read-named-file.ts';
import { assignedSettings } from '../setting-assignments.ts';
import { warn } from '../warn.ts';

interface Options {
  out: string;
  force: boolean;
  engine: LoopEngine;
  preset: PresetName;
  set: string[];
  models: string;
}

const GENENV = fileURLToPath(new URL('../genenv.mjs', import.meta.url));

export const recipeCommand = (): Command =>
  new Command('recipe')
    .description('Export the whole method as a loop over TRL, verl or plain PyTorch; of a run, also its tasks.')
    .argument('[run]', 'event log whose settings and tasks are exported')
    .requiredOption('--out <folder>', 'where the files go')
    .addOption(forceOption())
    .addOption(new Option('--engine <name>', 'what trains').choices(LOOP_ENGINES).default('trl'))
    .addOption(
      new Option('--preset <name>', 'settings to start from, without a run').choices(presetNames).default('discovery'),
    )
    .option('--set <name=value>', 'any setting, such as agentModel; may be repeated', collect, [])
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .action(async (file: string | undefined, { out, force, engine, preset, set, models }: Options) => {
      const folder = await claimFolder(out, { force, reads: file === undefined ? [] : [file] });
      const run = file === undefined ? null : await openRun(await openNamedFile(file), file, { damaged: 'refuse' });
      const request = {
        settings: run ? run.settings : presetSettings(preset),
        assigned: await assignedSettings(set),
        epochs: run ? run.epochs : null,
        engine,
        folderOf: (model: string) => relative(resolve(out), resolve(models, model)),
        judge: `"${process.execPath}" "${GENENV}" judge`,
      };
      const notes = await folder.write((files) => loopRecipe(request, reportText.loopWords, files.append));
      run?.problems.forEach(warn);
      for (const note of notes) warn(reportText.loopWords.note(note));
      console.log(`The loop is in ${out}; README.md says how to run it.`);
    });
