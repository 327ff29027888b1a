/** @file `genenv loop-cost`: what a run of the round loop takes on large GPUs, as a table of Markdown. */
import { Command, Option } from 'commander';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { H100, PAPER_MODELS, runCost } from '../../interop/loop/run-cost.ts';
import { reportText } from '../../text/reports.ts';
import { collect, countOption } from '../options.ts';
import { assignedSettings } from '../setting-assignments.ts';

interface Options {
  preset: PresetName;
  set: string[];
  parameters: number;
  contextTokens: number;
  taskTokens?: number[];
  answerTokens: number;
}

const [PAPER] = PAPER_MODELS;

export const loopCostCommand = (): Command =>
  new Command('loop-cost')
    .description('Estimate GPUs, hours and tokens of the round loop on large GPUs: a table of Markdown.')
    .addOption(new Option('--preset <name>', 'settings to start from').choices(presetNames).default('paper-large'))
    .option('--set <name=value>', 'any other setting; may be repeated', collect, [])
    .option('--parameters <n>', 'weights of agent and environment, each', countOption, PAPER.parameters)
    .option('--context-tokens <n>', 'tokens of what the environment reads', countOption, PAPER.contextTokens)
    .option(
      '--task-tokens <n>',
      `tokens of a task; may be repeated (default: ${PAPER_MODELS.map(({ taskTokens }) => taskTokens).join(', ')})`,
      (value: string, before?: number[]) => [...(before ?? []), countOption(value)],
    )
    .option('--answer-tokens <n>', 'tokens of an answer', countOption, PAPER.answerTokens)
    .action(async ({ preset, set, taskTokens, ...lengths }: Options) => {
      const settings = parseSettings({ ...presetSettings(preset), ...(await assignedSettings(set)) });
      const tasks = taskTokens ?? PAPER_MODELS.map((models) => models.taskTokens);
      const columns = tasks.map((tokens) => {
        const models = { ...lengths, taskTokens: tokens };
        return { models, cost: runCost(settings, models, H100) };
      });
      console.log(reportText.costTable(H100, columns));
    });
