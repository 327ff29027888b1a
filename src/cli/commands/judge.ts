/** @file Defines `genenv judge`, which draws and scores tasks for other trainers, or serves the loop on TRL. */
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { errorData } from '../../common/error-data.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { TaskJudge } from '../../interop/loop/judge.ts';
import { WorldJudge } from '../../interop/worlds/world-judge.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { modelSource } from '../../lm/files/node-files.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { assignedSettings, MODELS_FOLDER, parsed, readNamedText } from '../inputs.ts';
import { printJson } from '../print.ts';
import { familyTitle } from '../../text/families.ts';
import { reasonSentence } from '../../text/reasons.ts';
import { reportText } from '../../text/reports.ts';

interface Options {
  settings?: string;
}

interface Judge {
  answer(question: unknown): object;
}

export const judgeCommand = (): Command =>
  new Command('judge')
    .description('Draw tasks, play turns and score them for trainers of other programs, by lines of JSON.')
    .option('--settings <file>', 'genenv.json of a loop on TRL: answers its questions instead (docs/large-runs.md)')
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

async function judgeOf({ settings: file }: Options): Promise<Judge> {
  if (file === undefined) return new WorldJudge({ reasonSentence, familyTitle });
  // Drop the field `trl`, which only the Python loop reads.
  const { trl: _, ...chosen } = parsed(await readNamedText(file), file) as Record<string, unknown>;
  const assignments = Object.entries(chosen).map(([name, value]) => `${name}=${[value].flat().join(',')}`);
  const { preset = 'discovery', ...assigned } = await assignedSettings(assignments);
  const settings = parseSettings({ ...presetSettings(parseSettings({ preset }).preset), ...assigned });
  const folderOf = (model: string) => resolve(MODELS_FOLDER, model);
  const tokenizer = await loadTokenizer(modelSource(folderOf(settings.agentModel)));
  return new TaskJudge(settings, familiesByName(settings.families), tokenizer, folderOf);
}

/** Returns the answer or the error as JSON, so that a bad question does not end the judge. */
function answerTo(judge: Judge, line: string): string {
  try {
    return JSON.stringify(judge.answer(parsed(line, 'The question')));
  } catch (error) {
    return JSON.stringify({ error: reportText.errorSentence(errorData(error)) });
  }
}
