/** @file `genenv judge`: answers the questions of the round loop on other engines, a line of JSON for a line of JSON. */
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import { parseSettings, SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import { TaskJudge } from '../../interop/loop/judge.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { modelSource } from '../../lm/files/node-files.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { printLine } from '../print-line.ts';
import { readNamedText } from '../read-named-file.ts';
import { reportText } from '../../text/reports.ts';

export const judgeCommand = (): Command =>
  new Command('judge')
    .description('Write contexts, read tasks and score answers for the loop on large engines, by lines of JSON.')
    .requiredOption('--settings <file>', 'genenv.json of the loop')
    .requiredOption('--model <folder>', 'a model whose tokenizer agent and environment share')
    .action(async ({ settings: file, model }: { settings: string; model: string }) => {
      const { settingsVersion = SETTINGS_VERSION, ...values } = parsed(await readNamedText(file), file) as {
        settingsVersion?: number;
      };
      const settings = parseSettings(values, settingsVersion);
      const tokenizer = await loadTokenizer(modelSource(model));
      const judge = new TaskJudge(settings, familiesByName(settings.families), tokenizer);
      for await (const line of createInterface({ input: process.stdin })) await printLine(answerTo(judge, line));
    });

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = (error as Error).message;
    throw new CodedError('file-not-json', { file: name, cause }, error);
  }
}

/** A question that cannot be answered ends nothing: the loop says why, with the step that asked. */
function answerTo(judge: TaskJudge, line: string): string {
  try {
    return JSON.stringify(judge.answer(parsed(line, 'The question')));
  } catch (error) {
    return JSON.stringify({ error: reportText.errorSentence(errorData(error)) });
  }
}
