/**
 * @file `genenv recipe`: a run as data sets, configurations and rewards for verl and TRL; with `--loop`, the whole method as
 * a loop over these engines.
 */
import { relative, resolve } from 'node:path';
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
import { claimFolder, forceOption } from '../output.ts';
import { openNamedFile } from '../read-named-file.ts';
import { assignedSettings } from '../setting-assignments.ts';
import { warn } from '../warn.ts';

interface Options {
  out?: string;
  loop?: string;
  force: boolean;
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
    .addOption(forceOption())
    .addOption(new Option('--engine <name>', 'of the loop: what trains').choices(LOOP_ENGINES).default('trl'))
    .addOption(
      new Option('--preset <name>', 'of the loop: settings to start from').choices(presetNames).default('discovery'),
    )
    .option('--set <name=value>', 'of the loop: any setting, such as agentModel; may be repeated', collect, [])
    .option('--models <folder>', 'of the loop: folder in which model names are looked up', MODELS_FOLDER)
    .action(async (run: string | undefined, options: Options) => {
      const { out, loop, force } = options;
      if ((out === undefined) === (loop === undefined))
        throw new CodedError(
          'option-missing',
          'Say --out FOLDER for the recipe of a run, or --loop FOLDER for the round loop: one of the two.',
          { options: '--out FOLDER / --loop FOLDER' },
        );
      const folder = await claimFolder(out ?? loop!, { force, reads: run === undefined ? [] : [run] });
      const opened = run === undefined ? null : await openNamedRun(run);
      if (loop !== undefined) await writeLoop(folder, loop, opened, options);
      else await writeRecipe(folder, out!, opened);
    });

async function openNamedRun(run: string): Promise<OpenedRun> {
  return openRun(await openNamedFile(run, 'Name the event log of a run.'), run, { damaged: 'refuse' });
}

type Folder = Awaited<ReturnType<typeof claimFolder>>;

async function writeRecipe(folder: Folder, out: string, run: OpenedRun | null): Promise<void> {
  if (!run)
    throw new CodedError('option-missing', 'Name the event log of the run whose recipe is wanted.', { options: 'RUN' });
  const notes = await folder.write((files) => trainerRecipe(run.epochs, reportText.recipeWords, files.append));
  run.problems.forEach(warn);
  for (const note of notes) warn(reportText.recipeWords.note(note));
  console.log(`The recipe is in ${out}; README.md says how to run it.`);
}

const GENENV = fileURLToPath(new URL('../genenv.mjs', import.meta.url));

async function writeLoop(
  folder: Folder,
  loop: string,
  run: OpenedRun | null,
  { engine, preset, set, models }: Options,
): Promise<void> {
  const base = run ? run.settings : presetSettings(preset);
  const settings = parseSettings({ ...base, ...assignedSettings(set) });
  const named = (model: string) => relative(resolve(loop), resolve(models, model));
  const files = await loopRecipe(
    {
      settings,
      engine,
      models: { agent: named(settings.agentModel), environment: named(settings.environmentModel) },
      judge: `"${process.execPath}" "${GENENV}" judge`,
    },
    reportText.loopWords,
  );
  await folder.write(async (written) => {
    for (const { path, text } of files) await written.write(path, text);
  });
  console.log(`The loop is in ${loop}; README.md says how to run it.`);
}
