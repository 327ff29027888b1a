/** @file `genenv judge`: answers trainers' questions to the task families or to the round loop, a line for a line. */
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import { parseSettings, SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import { TaskJudge } from '../../interop/loop/judge.ts';
import { WorldJudge } from '../../interop/worlds/world-judge.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { modelSource } from '../../lm/files/node-files.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { parsed } from '../parsed-json.ts';
import { printJson } from '../print-line.ts';
import { readNamedText } from '../read-named-file.ts';
import { reasonSentence } from '../../text/later.ts';
import { reportText } from '../../text/reports.ts';
import { text } from '../../text/text.ts';

interface Options {
  settings?: string;
  model?: string;
}

interface Judge {
  answer(question: unknown): object;
}

export const judgeCommand = (): Command =>
  new Command('judge')
    .description('Draw tasks, play turns and score them for trainers of other programs, by lines of JSON.')
    .option('--settings <file>', 'genenv.json of a loop on large engines: answers its questions instead')
    .option('--model <folder>', 'a model whose tokenizer agent and environment of that loop share')
    .addHelpText(
      'after',
      `
Questions of trainers, one a line; the answer to each is one line, {"error": sentence} where there is none:
  {"ask": "families"}
  {"ask": "draw", "family": "household", "levels": [1, 2], "seed": 7, "first": 0, "count": 10}
  {"ask": "play", "family": "household", "text": "clean apple", "turns": ["apple clean sink"]}`,
    )
    .action(async (options: Options) => {
      const judge = await judgeOf(options);
      for await (const line of createInterface({ input: process.stdin })) await printJson(answerTo(judge, line));
    });

async function judgeOf({ settings: file, model }: Options): Promise<Judge> {
  if (file === undefined && model === undefined)
    return new WorldJudge({ reasonSentence, familyTitle: text.familyTitle });
  if (file === undefined || model === undefined) throw new CodedError('judge-options');
  const { settingsVersion = SETTINGS_VERSION, ...values } = parsed(await readNamedText(file), file) as {
    settingsVersion?: number;
  };
  const settings = parseSettings(values, settingsVersion);
  return new TaskJudge(settings, familiesByName(settings.families), await loadTokenizer(modelSource(model)));
}

/** A question that cannot be answered ends nothing: who asked says why. */
function answerTo(judge: Judge, line: string): string {
  try {
    return JSON.stringify(judge.answer(parsed(line, 'The question')));
  } catch (error) {
    return JSON.stringify({ error: reportText.errorSentence(errorData(error)) });
  }
}
