/** @file `genenv recipe`: a run as data sets, configurations and rewards for verl and TRL. */
import { Command } from 'commander';
import { trainerRecipe } from '../../interop/recipe/trainer-recipe.ts';
import { readRun } from '../../runs/files/read-run.ts';
import { recipeWords } from '../../text/en/recipe.ts';
import { readInput } from '../read-input.ts';
import { writeFiles } from '../write-files.ts';
import { warn } from '../warn.ts';

export const recipeCommand = (): Command =>
  new Command('recipe')
    .description('Export a run’s settings and pools as a recipe for verl and TRL.')
    .argument('<run>', 'event log that genenv coevolve wrote')
    .requiredOption('--out <folder>', 'where the files go')
    .action(async (run: string, { out }: { out: string }) => {
      const { events, problems } = await readRun(await readInput(run, 'Name the event log of a run.'), run, {
        damaged: 'refuse',
      });
      for (const { message } of problems) warn(message);
      const { files, notes } = trainerRecipe(events, recipeWords);
      await writeFiles(out, files);
      for (const note of notes) warn(recipeWords.note(note));
      console.log(`${files.length} files in ${out}; README.md says how to run them.`);
    });
