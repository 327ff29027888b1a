/** @file Defines `genenv import-log`. It turns another trainer's rollouts into an event log for figures and the page. */
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { filesAt } from '../../runs/files/node-file.ts';
import { type Columns, parseColumns } from '../../runs/rollouts/columns.ts';
import { importRollouts } from '../../runs/rollouts/import-rollouts.ts';
import { eventPieces } from '../../store/event-log.ts';
import { assignedSettings, collect, readNamedFile } from '../inputs.ts';
import { claimFile, forceOption } from '../output.ts';
import { printLine, warn } from '../print.ts';
import { reportText } from '../../text/reports.ts';

interface Options {
  out: string;
  force: boolean;
  name?: string;
  set: string[];
  columns?: Partial<Columns>;
}

export const importLogCommand = (): Command =>
  new Command('import-log')
    .description(
      'Turn the rollouts that another trainer wrote into an event log: those of TRL, verl, SkyRL, OpenRLHF or NeMo-RL (docs/large-runs.md), or JSON lines of your own.',
    )
    .argument('<path>', 'a file or a folder; its form is told by its content')
    .requiredOption('--out <file>', 'the event log; draw it with genenv figures')
    .addOption(forceOption())
    .option('--name <name>', 'name of the run (default: the name of the file or folder)')
    .option('--set <name=value>', 'a setting that the figures use; may be repeated', collect, [])
    .option(
      '--columns <role=column,…>',
      'what the columns hold, e.g. prompt=question,reward=correct+0.5*format (default: proposed)',
      parseColumns,
    )
    .action(async (path: string, { out, force, name = basename(resolve(path)), set, columns }: Options) => {
      const log = await claimFile(out, { force, reads: [path] });
      const settings = await assignedSettings(set);
      const { epochs, problems, mapping } = await readNamedFile(path, async (given) =>
        importRollouts(await filesAt(given), { name, settings, columns }),
      );
      for (const problem of problems) warn(`${path}: ${reportText.errorSentence(problem)}`);
      const rewards = Object.entries(mapping.columns.rewards ?? {}).map(([column, weight]) => `${weight} × ${column}`);
      await printLine(`Reward: ${rewards.join(' + ') || 'unknown'}. Change it by --columns reward=….`);
      const count = await log.write(async (sink) => {
        let written = 0;
        for await (const events of epochs) {
          for (const piece of eventPieces(events)) await sink.write(piece);
          written += 1;
        }
        return written;
      });
      await printLine(`${count} epochs in ${out}. Figures: genenv figures ${out} --out FOLDER`);
    });
