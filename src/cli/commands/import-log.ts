/** @file `genenv import-log`: the log of a real run as an event log, for the same figures. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { importTrainerLog } from '../../runs/files/trainer-log-events.ts';
import { writeEventLog } from '../../store/event-log.ts';
import { collect } from '../options.ts';
import { assignedSettings } from '../setting-assignments.ts';
import { readInput } from '../read-input.ts';
import { warn } from '../warn.ts';

interface Options {
  out: string;
  name?: string;
  set: string[];
}

export const importLogCommand = (): Command =>
  new Command('import-log')
    .description(
      'Turn the JSON lines of another trainer (rollout dumps of verl or TRL, or your own) into an event log.',
    )
    .argument('<file>', 'JSON lines, e.g. {"step": 1, "input": "…", "output": "…", "score": 1}')
    .requiredOption('--out <file>', 'the event log; draw it with genenv figures')
    .option('--name <name>', 'name of the run (default: the name of the file)')
    .option('--set <name=value>', 'a setting that the figures use; may be repeated', collect, [])
    .action(async (file: string, { out, name = basename(file), set }: Options) => {
      const lines = await readInput(file, 'Name the JSON lines of a trainer.');
      const { events, problems } = importTrainerLog(lines.toString('utf8'), {
        name,
        settings: assignedSettings(set),
      });
      for (const { message } of problems) warn(`${file}: ${message}`);
      await writeFile(out, writeEventLog(events));
      const epochs = events.filter(({ type }) => type === 'epoch-ended').length;
      console.log(`${epochs} epochs in ${out}. Figures: genenv figures ${out} --out FOLDER`);
    });
