/** @file The verbs of `genenv`, one file each in commands/. */
import { Command } from 'commander';
import { coevolveCommand } from './commands/coevolve.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { exportCommand } from './commands/export.ts';
import { figuresCommand } from './commands/figures.ts';
import { importLogCommand } from './commands/import-log.ts';
import { logprobsCommand } from './commands/logprobs.ts';
import { poolsCommand } from './commands/pools.ts';
import { pretrainCommand } from './commands/pretrain.ts';
import { recipeCommand } from './commands/recipe.ts';
import { resultsCommand } from './commands/results.ts';
import { scoreCommand } from './commands/score.ts';
import { sweepCommand } from './commands/sweep.ts';

const program = new Command('genenv')
  .description('Two small language models co-evolve (GenEnv, arXiv 2512.19682): headless, on any WebGPU adapter.')
  .addCommand(coevolveCommand())
  .addCommand(sweepCommand())
  .addCommand(figuresCommand())
  .addCommand(resultsCommand())
  .addCommand(recipeCommand())
  .addCommand(exportCommand())
  .addCommand(importLogCommand())
  .addCommand(poolsCommand())
  .addCommand(pretrainCommand())
  .addCommand(logprobsCommand())
  .addCommand(scoreCommand())
  .addCommand(evaluateCommand())
  .showHelpAfterError('(genenv VERB --help shows what a verb takes)');

try {
  await program.parseAsync();
  // Dawn keeps the process alive as long as a device exists.
  process.exit(process.exitCode ?? 0);
} catch (error) {
  if (process.env.GENENV_DEBUG) console.error(error);
  else console.error(`genenv: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
