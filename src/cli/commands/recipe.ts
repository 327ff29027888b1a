/** @file `genenv recipe`: a run as data sets, configurations and rewards for verl and TRL. */
import { Command } from 'commander';
import { readRunLog } from '../../sweeps/read-runs.ts';
import { makeRecipe } from '../../interop/recipe/recipe.ts';
import { writeFiles } from '../write-files.ts';

export const recipeCommand = (): Command =>
  new Command('recipe')
    .description('Export a run’s settings and pools as a recipe for verl and TRL.')
    .argument('<run>', 'event log that genenv coevolve wrote')
    .requiredOption('--out <folder>', 'where the files go')
    .action(async (run: string, { out }: { out: string }) => {
      const { files, notes } = makeRecipe(await readRunLog(run, (sentence) => console.error(`genenv: ${sentence}`)));
      await writeFiles(out, files);
      for (const note of notes) console.error(`genenv: ${note}`);
      console.log(`${files.length} files in ${out}; README.md says how to run them.`);
    });
