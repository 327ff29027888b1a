/** @file `genenv recipe`: a run as data sets, configurations and rewards for verl and TRL. */
import { Command } from 'commander';
import { trainerRecipe } from '../../interop/recipe/trainer-recipe.ts';
import { readRun } from '../../runs/files/read-run.ts';
import { reportText } from '../../text/reports.ts';
import { readNamedBytes } from '../read-named-file.ts';
import { writeFiles } from '../write-files.ts';
import { warn } from '../warn.ts';

export const recipeCommand = (): Command =>
  new Command('recipe')
    .description('Export a run’s settings and pools as a recipe for verl and TRL.')
    .argument('<run>', 'event log that genenv coevolve wrote')
    .requiredOption('--out <folder>', 'where the files go')
    .action(async (run: string, { out }: { out: string }) => {
      const { events, problems } = await readRun(await readNamedBytes(run, 'Name the event log of a run.'), run, {
        damaged: 'refuse',
      });
      problems.forEach(warn);
      const { files, notes } = trainerRecipe(events, reportText.recipeWords);
      await writeFiles(out, files);
      for (const note of notes) warn(reportText.recipeWords.note(note));
      console.log(`${files.length} files in ${out}; README.md says how to run them.`);
    });
