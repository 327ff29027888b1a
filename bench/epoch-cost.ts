/**
 * @file The job `epoch`: what an epoch of `discovery` costs in this revision and in another one, a folder where that is
 * checked out: processor time without evaluations, headless, one epoch of each in turn.
 *
 * Processor time does not count other programs, but caches and clock rates do follow them: hence the turns, of which the
 * first alternates, and medians of ratios of neighbours.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { median, quantile } from 'simple-statistics';
import type { EpochTurn } from './epoch-turn.ts';

/** Pipelines are compiled in the first one. */
const WARM_UP = 3;

const { against, epochs } = new Command('epoch')
  .requiredOption('--against <folder>', 'where the other revision is checked out, with its node_modules')
  .option('--epochs <n>', 'of each, after those that warm up', Number, 40)
  .parse()
  .opts<{ against: string; epochs: number }>();

const roots = [against, fileURLToPath(new URL('..', import.meta.url))];
const programs = roots.map((root) =>
  fork(fileURLToPath(new URL('epoch-turn.ts', import.meta.url)), [root], { execArgv: process.execArgv }),
);
await Promise.all(programs.map((program) => once(program, 'message')));

async function epochOf(index: number): Promise<EpochTurn> {
  const program = programs[index];
  program.send('epoch');
  const [turn] = (await once(program, 'message')) as [EpochTurn];
  return turn;
}

const times: [number[], number[]] = [[], []];
let differs = 0;
for (let epoch = 1 - WARM_UP; epoch <= epochs; epoch += 1) {
  const turns: EpochTurn[] = [];
  for (const index of epoch % 2 === 0 ? [0, 1] : [1, 0]) turns[index] = await epochOf(index);
  if (turns[0].rollouts !== turns[1].rollouts && differs === 0) differs = epoch + WARM_UP;
  if (epoch < 1) continue;
  turns.forEach(({ processor }, index) => times[index].push(processor));
}
for (const program of programs) program.disconnect();

const milliseconds = (values: number[]) =>
  [median(values), quantile(values, 0.25), quantile(values, 0.75)].map((value) => value.toFixed(0)).join(' | ');
const ratios = times[1].map((time, i) => time / times[0][i]);
console.log(`Processor time of ${epochs} epochs each, ms:\n`);
console.log('| revision | median | first quartile | third quartile |\n|---|---|---|---|');
console.log(`| ${against} | ${milliseconds(times[0])} |`);
console.log(`| this one | ${milliseconds(times[1])} |`);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
console.log(
  `\nThis one costs ${(100 * (sum(times[1]) / sum(times[0]) - 1)).toFixed(1)}% more in all, ` +
    `${(100 * (median(ratios) - 1)).toFixed(1)}% by the median of the ratios of turns. ` +
    (differs === 0 ? 'All rollouts are the same.' : `The rollouts differ from epoch ${differs} on.`),
);
