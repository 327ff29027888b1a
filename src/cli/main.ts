/** @file The program `genenv`: its commands, one file each in commands/, and what happens when one of them fails. */
import { Command, Option } from 'commander';
import { coevolveCommand } from './commands/coevolve.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { exportCommand } from './commands/export.ts';
import { exportModelCommand } from './commands/export-model.ts';
import { figuresCommand } from './commands/figures.ts';
import { importLogCommand } from './commands/import-log.ts';
import { judgeCommand } from './commands/judge.ts';
import { kernelsCommand } from './commands/kernels.ts';
import { logprobsCommand } from './commands/logprobs.ts';
import { loopCostCommand } from './commands/loop-cost.ts';
import { parityCommand } from './commands/parity.ts';
import { planCommand } from './commands/plan.ts';
import { poolsCommand } from './commands/pools.ts';
import { pretrainCommand } from './commands/pretrain.ts';
import { recipeCommand } from './commands/recipe.ts';
import { resultsCommand } from './commands/results.ts';
import { scoreCommand } from './commands/score.ts';
import { sweepCommand } from './commands/sweep.ts';
import { endWithParent } from './end-with-parent.ts';
import { reportError } from './report-error.ts';

endWithParent();

const program = new Command('genenv')
  .description('Two small language models co-evolve (GenEnv, arXiv 2512.19682): headless, on any WebGPU adapter.')
  .addOption(new Option('--debug', 'show the stack of an error').env('GENENV_DEBUG'))
  .addCommand(coevolveCommand())
  .addCommand(sweepCommand())
  .addCommand(figuresCommand())
  .addCommand(resultsCommand())
  .addCommand(recipeCommand())
  .addCommand(judgeCommand())
  .addCommand(loopCostCommand())
  .addCommand(exportCommand())
  .addCommand(exportModelCommand())
  .addCommand(importLogCommand())
  .addCommand(poolsCommand())
  .addCommand(pretrainCommand())
  .addCommand(planCommand())
  .addCommand(kernelsCommand())
  .addCommand(logprobsCommand())
  .addCommand(parityCommand())
  .addCommand(scoreCommand())
  .addCommand(evaluateCommand())
  .showHelpAfterError('(genenv COMMAND --help lists the options of a command)');

// A reader that has enough, such as `head`, closes the pipe: that is no fault.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  reportError(error, program.opts<{ debug?: boolean }>().debug ?? false);
  process.exitCode = 1;
}
// What a pipe has not taken yet is lost when the process ends, so wait for its reader.
for (const stream of [process.stdout, process.stderr]) await new Promise((written) => stream.write('', written));
// Without this, Dawn keeps the process alive as long as a device exists.
process.exit();
