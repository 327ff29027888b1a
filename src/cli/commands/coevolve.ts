/** @file Defines `genenv coevolve`. It makes a run, writes the event log as JSON lines and prints a row per epoch. */
import { createInterface } from 'node:readline';
import { Command, Option } from 'commander';
import { errorData } from '../../common/error-data.ts';
import { OutsideAgent, outsideSettings, serveRounds } from '../../interop/worlds/serve-rounds.ts';
import { DeviceModels, type HeadlessRun, openHeadlessRun } from '../../runs/run-headless.ts';
import { flopsOf, STAGES } from '../../genenv/log/epoch-events.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { type EpochMetrics, MetricsFold } from '../../analysis/metrics.ts';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { reportText } from '../../text/reports.ts';
import { reasonSentence } from '../../text/reasons.ts';
import { text } from '../../text/text.ts';
import { assignedSettings, choicesOf, collect, integerOption, MODELS_FOLDER, parsed, settingsHelp } from '../inputs.ts';
import { openDevice } from '../open-device.ts';
import { printJson, printLine, stopOnInterrupt, unitBar, warn } from '../print.ts';

interface Options {
  preset: PresetName;
  arm?: Settings['arm'];
  epochs?: number;
  seed?: number;
  set: string[];
  models: string;
  out: string;
  outsideAgent?: boolean;
}

export const coevolveCommand = (): Command =>
  new Command('coevolve')
    .description('Run the loop: the environment writes tasks, the agent attempts them, both learn.')
    .addOption(new Option('--preset <name>', 'settings to start from').choices(presetNames).default('discovery'))
    .addOption(new Option('--arm <name>', 'where the tasks come from, and who learns').choices(choicesOf('arm')))
    .option('--epochs <n>', 'length of the whole run in epochs', integerOption)
    .option('--seed <n>', 'seed of all random numbers of the run', integerOption)
    .option('--set <name=value>', 'any other setting; may be repeated', collect, [])
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .requiredOption('--out <file>', 'event log, JSON lines; a run that is already in the file continues')
    .option('--outside-agent', 'the agent is another program: tasks on stdout, its rollouts on stdin, lines of JSON')
    .addHelpText(
      'after',
      `
Settings for --set:
${settingsHelp()}

Ctrl-C finishes the epoch, then stops; the same command continues the run.
The same settings on the same adapter give the same file, interrupted or not.

With --outside-agent each epoch writes one line, {"epoch", "groupSize", "tasks": [{"task", "family", "text", …}]}, and reads one
with groupSize rollouts of each task, {"outcomes": [{"task", "turns": ["…"]}]}; the environment learns from them. The end of
stdin ends the command; settings are whoLearns=environment, evalTasks=0.`,
    )
    .action(async (options: Options) => {
      const settings = await chosenSettings(options);
      if (options.outsideAgent) return serve(options, { ...settings, ...outsideSettings(settings) });
      const device = await openDevice();
      const run = await openHeadlessRun({
        settings,
        out: options.out,
        host: new DeviceModels(device, options.models),
      });
      await printLine(
        `${options.preset}, arm ${settings.arm}, seed ${settings.seed}: ${settings.epochs} epochs on ${device.adapter.name}` +
          (run.resumedAfter > 0 ? `, continuing after epoch ${run.resumedAfter}` : ''),
      );
      try {
        await makeEpochs(run, settings);
      } finally {
        await run.session.dispose();
      }
      await printLine(`Event log: ${options.out}`);
    });

async function serve(options: Options, settings: Settings): Promise<void> {
  const device = await openDevice();
  const agent = new OutsideAgent();
  const run = await openHeadlessRun({
    settings,
    out: options.out,
    host: new DeviceModels(device, options.models),
    openModels: (host, chosen) => agent.openModels(host, chosen),
  });
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const write = (message: object) => printJson(JSON.stringify(message));
  try {
    await serveRounds(run.session, agent, {
      async read() {
        const { value, done } = await lines.next();
        return done ? null : parsed(value, 'The line of outcomes');
      },
      write,
      refuse: (error) => write({ error: reportText.errorSentence(errorData(error)) }),
    });
  } finally {
    await run.session.dispose();
  }
}

async function chosenSettings({ preset, arm, epochs, seed, set }: Options): Promise<Settings> {
  return parseSettings({
    ...presetSettings(preset),
    ...(arm !== undefined && { arm }),
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...(await assignedSettings(set)),
  });
}

function doingAfter({ type }: RunEvent): string {
  const index = STAGES.findIndex((stage) => stage === type);
  return ` · ${text.stages[STAGES[(index + 1) % STAGES.length]].doing}`;
}

/** Runs until the last epoch ends, or until the epoch ends in which the user presses Ctrl-C. */
async function makeEpochs({ session, resumedAfter, resumed }: HeadlessRun, { epochs }: Settings): Promise<void> {
  const interrupted = stopOnInterrupt('Stopping after this epoch');
  // Add the earlier epochs of a resumed run first, because the printed costs are totals.
  const metrics = new MetricsFold();
  for await (const event of resumed) metrics.add(event);
  let last = resumedAfter;
  const bar = unitBar('epoch', epochs, last, '', { clearOnComplete: true });
  bar.print(tableHeader());
  for (let event = await session.next(); event; event = await session.next()) {
    metrics.add(event);
    if (event.type === 'epoch-ended') last = event.epoch;
    bar.update(last, last < epochs ? doingAfter(event) : '');
    if (event.type === 'run-started' && event.heldOut)
      bar.print(`before training: held-out success ${percent(event.heldOut.success)} (avg@${event.heldOut.samples})`);
    if (event.type === 'agent-updated' && event.note?.code === 'no-tasks-without-anchor')
      bar.print(reasonSentence(event.note));
    if (event.type !== 'epoch-ended') continue;
    bar.print(tableRow(metrics.metrics().epochs.at(-1)!));
    if (interrupted.aborted && event.epoch < epochs) {
      warn(`${event.epoch} of ${epochs} epochs are finished. The same command continues the run.`);
      process.exitCode = 1;
      break;
    }
  }
  bar.stop();
}

const COLUMNS: [string, number, (epoch: EpochMetrics) => string][] = [
  ['epoch', 5, ({ epoch }) => String(epoch)],
  ['p̂', 5, ({ successRate }) => successRate.toFixed(2)],
  ['held-out', 8, ({ heldOut }) => (heldOut ? percent(heldOut.success) : '')],
  ['R_env', 5, ({ environmentReward }) => environmentReward.toFixed(2)],
  ['level', 5, ({ meanLevel }) => meanLevel.toFixed(1)],
  ['valid', 5, ({ verdicts }) => percent(verdicts.valid)],
  ['kept', 5, ({ keptShare }) => percent(keptShare)],
  ['mixed', 5, ({ mixedShare }) => percent(mixedShare)],
  ['agent KL', 8, ({ agentKl }) => (agentKl === null ? '–' : agentKl.toFixed(3))],
  ['env KL', 6, ({ environmentKl }) => environmentKl.toFixed(2)],
  ['cap', 10, ({ cap }) => (cap === 'none' ? '' : cap)],
  ['GFLOP', 7, ({ spent }) => (flopsOf(spent) / 1e9).toFixed(2)],
];

const tableHeader = (): string => COLUMNS.map(([title, width]) => title.padStart(width)).join('  ');
const tableRow = (epoch: EpochMetrics): string =>
  COLUMNS.map(([, width, value]) => value(epoch).padStart(width)).join('  ');
const percent = (share: number): string => `${(100 * share).toFixed(0)}%`;
