/** @file Runs the command in the arguments of `genenv` and reports errors. Each command has a file in commands/. */
import { Command, Option } from 'commander';
import { causeOf } from '../common/system-error.ts';
import { endWithParent, reportError, warn } from './print.ts';

endWithParent();

/** Commands in the order of the help. Loading is slow, so only commands named in the arguments are loaded. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  coevolve: async () => (await import('./commands/coevolve.ts')).coevolveCommand(),
  sweep: async () => (await import('./commands/sweep.ts')).sweepCommand(),
  figures: async () => (await import('./commands/figures.ts')).figuresCommand(),
  judge: async () => (await import('./commands/judge.ts')).judgeCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  'export-model': async () => (await import('./commands/export-model.ts')).exportModelCommand(),
  'import-log': async () => (await import('./commands/import-log.ts')).importLogCommand(),
  pretrain: async () => (await import('./commands/pretrain.ts')).pretrainCommand(),
  tasks: async () => (await import('./commands/tasks.ts')).tasksCommand(),
  'warm-up': async () => (await import('./commands/warm-up.ts')).warmUpCommand(),
  world: async () => (await import('./commands/world.ts')).worldCommand(),
  plan: async () => (await import('./commands/plan.ts')).planCommand(),
  logprobs: async () => (await import('./commands/logprobs.ts')).logprobsCommand(),
  score: async () => (await import('./commands/score.ts')).scoreCommand(),
  evaluate: async () => (await import('./commands/evaluate.ts')).evaluateCommand(),
};

const program = new Command('genenv')
  .description('Two small language models co-evolve (GenEnv, arXiv 2512.19682): headless, on any WebGPU adapter.')
  .addOption(new Option('--debug', 'show the stack of an error').env('GENENV_DEBUG'))
  .showHelpAfterError('(genenv COMMAND --help lists the options of a command)');

const named = Object.entries(commands).filter(([name]) => process.argv.includes(name));
for (const [, load] of named.length > 0 ? named : Object.entries(commands)) program.addCommand(await load());

// A closed pipe is no error, because a reader such as `head` may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  warn(`What this command prints could not be written: ${causeOf(error)}.`);
  process.exit(1);
});

try {
  await program.parseAsync();
} catch (error) {
  reportError(error, program.opts<{ debug?: boolean }>().debug ?? false);
  process.exitCode = 1;
}
// Wait until the reader has all output, because the end of the process loses the rest.
for (const stream of [process.stdout, process.stderr]) await new Promise((written) => stream.write('', written));
// End explicitly, because Dawn keeps the process alive while a device exists.
process.exit();
