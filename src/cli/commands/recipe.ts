/**
 * @file `genenv recipe`: a run as data sets, configurations and rewards for verl and TRL; with `--loop`, the whole method as
 * a loop over these engines.
 */
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { LOOP_ENGINES, type LoopEngine, loopRecipe } from '../../interop/loop/loop-recipe.ts';
import { trainerRecipe } from '../../interop/recipe/trainer-recipe.ts';
import { type OpenedRun, openRun } from '../../runs/files/read-run.ts';
import { reportText } from '../../text/reports.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { collect } from '../options.ts';
import { openNamedFile } from '../read-named-file.ts';
import { assignedSettings } from '../setting-assignments.ts';
import { UnfinishedFiles } from '../unfinished-files.ts';
import { writeFiles } from '../write-files.ts';
import { warn } from '../warn.ts';

interface Options {
  out?: string;
  loop?: string;
  engine: LoopEngine;
  preset: PresetName;
  set: string[];
  models: string;
}

export const recipeCommand = (): Command =>
  new Command('recipe')
    .description(
      'Export a run’s settings and pools as a recipe for verl and TRL, or the whole method as a loop over them.',
    )
    .argument('[run]', 'event log that genenv coevolve wrote')
    .option('--out <folder>', 'where the files of the run’s recipe go')
    .option(
      '--loop <folder>',
      'write the round loop there; it needs no run, and takes the settings of one that is named',
    )
    .addOption(new Option('--engine <name>', 'of the loop: what trains').choices(LOOP_ENGINES).default('trl'))
    .addOption(
      new Option('--preset <name>', 'of the loop: settings to start from').choices(presetNames).default('discovery'),
    )
    .option('--set <name=value>', 'of the loop: any setting, such as agentModel; may be repeated', collect, [])
    .option('--models <folder>', 'of the loop: folder in which model names are looked up', MODELS_FOLDER)
    .action(async (run: string | undefined, options: Options) => {
      const { out, loop } = options;
      if ((out === undefined) === (loop === undefined))
        throw new CodedError(
          'recipe-of-what',
          'Say --out FOLDER for the recipe of a run, or --loop FOLDER for the round loop: one of the two.',
        );
      const opened = run === undefined ? null : await openNamedRun(run);
      if (loop !== undefined) await writeLoop(loop, opened, options);
      else await writeRecipe(out!, opened);
    });

async function openNamedRun(run: string): Promise<OpenedRun> {
  return openRun(await openNamedFile(run, 'Name the event log of a run.'), run, { damaged: 'refuse' });
}

async function writeRecipe(out: string, run: OpenedRun | null): Promise<void> {
  if (!run) throw new CodedError('no-run-named', 'Name the event log of the run whose recipe is wanted.');
  const files = new UnfinishedFiles(out);
  try {
    const notes = await trainerRecipe(run.epochs, reportText.recipeWords, files.append);
    await files.finish();
    run.problems.forEach(warn);
    for (const note of notes) warn(reportText.recipeWords.note(note));
  } catch (error) {
    await files.abandon();
    throw error;
  }
  console.log(`${files.size} files in ${out}; README.md says how to run them.`);
}

const GENENV = fileURLToPath(new URL('../genenv.mjs', import.meta.url));

async function writeLoop(
  folder: string,
  run: OpenedRun | null,
  { engine, preset, set, models }: Options,
): Promise<void> {
  const base = run ? run.settings : presetSettings(preset);
  const settings = parseSettings({ ...base, ...assignedSettings(set) });
  const named = (model: string) => relative(resolve(folder), resolve(models, model));
  const files = await loopRecipe(
    {
      settings,
      engine,
      models: { agent: named(settings.agentModel), environment: named(settings.environmentModel) },
      judge: `"${process.execPath}" "${GENENV}" judge`,
    },
    reportText.loopWords,
  );
  await mkdir(join(folder, 'genenv_loop'), { recursive: true });
  await writeFiles(folder, files);
  console.log(`The loop is in ${folder}; README.md says how to run it.`);
}
