/** @file `genenv import-log`: the log of a real run as an event log, for the same figures. */
import { basename } from 'node:path';
import { Command } from 'commander';
import { fileSource } from '../../runs/files/node-file.ts';
import { openTrainerLog } from '../../runs/files/trainer-log-events.ts';
import { writeEventLog } from '../../store/event-log.ts';
import { collect } from '../options.ts';
import { claimFile, forceOption } from '../output.ts';
import { readNamedFile } from '../read-named-file.ts';
import { assignedSettings } from '../setting-assignments.ts';
import { warn } from '../warn.ts';
import { reportText } from '../../text/reports.ts';

interface Options {
  out: string;
  force: boolean;
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
    .addOption(forceOption())
    .option('--name <name>', 'name of the run (default: the name of the file)')
    .option('--set <name=value>', 'a setting that the figures use; may be repeated', collect, [])
    .action(async (file: string, { out, force, name = basename(file), set }: Options) => {
      const log = await claimFile(out, { force, reads: [file] });
      const settings = assignedSettings(set);
      const { epochs, problems } = await readNamedFile(file, async (path) =>
        openTrainerLog(await fileSource(path), { name, settings }),
      );
      for (const problem of problems) warn(`${file}: ${reportText.errorSentence(problem)}`);
      const count = await log.write(async (sink) => {
        let written = 0;
        for await (const events of epochs) {
          await sink.write(writeEventLog(events));
          written += 1;
        }
        return written;
      });
      console.log(`${count} epochs in ${out}. Figures: genenv figures ${out} --out FOLDER`);
    });
