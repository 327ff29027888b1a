/** @file `genenv loop-cost`: what a run of the round loop takes on large GPUs, as a table of Markdown. */
import { Command, Option } from 'commander';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { H100, runCost } from '../../interop/loop/run-cost.ts';
import { reportText } from '../../text/reports.ts';
import { collect, integerOption } from '../options.ts';
import { assignedSettings } from '../setting-assignments.ts';

interface Options {
  preset: PresetName;
  set: string[];
  parameters: number;
  contextTokens: number;
  taskTokens: number[];
  answerTokens: number;
}

/** Figure 5 of the paper, means over its epochs; of the lengths of tasks it does not say the unit. */
const PAPER = { taskLength: 5706, answerTokens: 168, charactersPerToken: 4 };
const TASK_TOKENS = [Math.round(PAPER.taskLength / PAPER.charactersPerToken), PAPER.taskLength];

export const loopCostCommand = (): Command =>
  new Command('loop-cost')
    .description('Estimate GPUs, hours and tokens of the round loop on large GPUs: a table of Markdown.')
    .addOption(new Option('--preset <name>', 'settings to start from').choices(presetNames).default('paper'))
    .option('--set <name=value>', 'any other setting; may be repeated', collect, [])
    .option('--parameters <n>', 'weights of agent and environment, each', integerOption, 7_615_616_512)
    .option('--context-tokens <n>', 'tokens of what the environment reads', integerOption, 512)
    .option(
      '--task-tokens <n>',
      `tokens of a task; a column each (default: ${TASK_TOKENS.join(', ')})`,
      (value: string, before?: number[]) => [...(before ?? []), integerOption(value)],
    )
    .option('--answer-tokens <n>', 'tokens of an answer', integerOption, PAPER.answerTokens)
    .action(({ preset, set, parameters, contextTokens, taskTokens = TASK_TOKENS, answerTokens }: Options) => {
      const settings = parseSettings({ ...presetSettings(preset), ...assignedSettings(set) });
      const columns = taskTokens.map((tokens) => {
        const models = { parameters, contextTokens, taskTokens: tokens, answerTokens };
        return { models, cost: runCost(settings, models, H100) };
      });
      console.log(reportText.costTable(H100, columns));
    });
