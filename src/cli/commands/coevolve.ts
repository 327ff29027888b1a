/** @file `genenv coevolve`: one run, its event log as JSON lines, a table row per epoch. */
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { DeviceModels, openHeadlessRun } from '../../runs/run-headless.ts';
import type { Session } from '../../runs/session.ts';
import { flopsOf } from '../../genenv/cost.ts';
import type { RunEvent } from '../../genenv/events.ts';
import { runMetrics, type EpochMetrics } from '../../analysis/metrics.ts';
import { presetNames, presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import {
  parseSettings,
  setting,
  settingNames,
  type SettingName,
  type Settings,
} from '../../genenv/settings/settings.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { collect, integerOption } from '../options.ts';
import { progressBar } from '../progress.ts';
import { assignedSettings } from '../setting-assignments.ts';

export const MODELS_FOLDER = fileURLToPath(new URL('../../../models', import.meta.url));

interface Options {
  preset: PresetName;
  arm?: Settings['arm'];
  epochs?: number;
  seed?: number;
  set: string[];
  models: string;
  out: string;
}

export const coevolveCommand = (): Command =>
  new Command('coevolve')
    .description('Run the loop: the environment writes tasks, the agent attempts them, both learn.')
    .addOption(new Option('--preset <name>', 'settings to start from').choices(presetNames).default('discovery'))
    .addOption(new Option('--arm <name>', 'which experiment this is').choices(choicesOf('arm')))
    .option('--epochs <n>', 'epochs in all', integerOption)
    .option('--seed <n>', 'names every random number of the run', integerOption)
    .option('--set <name=value>', 'any other setting; may be given again', collect, [])
    .option('--models <folder>', 'folder the model names are looked up in', MODELS_FOLDER)
    .requiredOption('--out <file>', 'event log, JSON lines; a run that is already there goes on')
    .addHelpText(
      'after',
      `\nSettings for --set: ${settingNames.join(', ')}\n\nThe same settings on the same adapter give the same file, interrupted or not.`,
    )
    .action(async (options: Options) => {
      const settings = chosenSettings(options);
      const device = await openNodeDevice({ onProblem: (sentence) => console.error(`genenv: ${sentence}`) });
      const { session, resumedAfter } = await openHeadlessRun({
        settings,
        out: options.out,
        host: new DeviceModels(device, options.models),
      });
      console.log(
        `${options.preset}, arm ${settings.arm}, seed ${settings.seed}: ${settings.epochs} epochs on ${device.adapter.name}` +
          (resumedAfter > 0 ? `, going on after epoch ${resumedAfter}` : ''),
      );
      try {
        await runToTheEnd(session, settings, resumedAfter);
      } finally {
        await session.dispose();
      }
      console.log(`Event log: ${options.out}`);
    });

function choicesOf(name: SettingName): string[] {
  const row = setting(name);
  return row.kind === 'choice' ? Object.keys(row.choices) : [];
}

function chosenSettings({ preset, arm, epochs, seed, set }: Options): Settings {
  return parseSettings({
    ...presetSettings(preset),
    ...(arm !== undefined && { arm }),
    ...(epochs !== undefined && { epochs }),
    ...(seed !== undefined && { seed }),
    ...assignedSettings(set),
  });
}

const STAGE_NAMES: Partial<Record<RunEvent['type'], string>> = {
  'run-started': 'writing tasks',
  'tasks-written': 'rolling out',
  'rolled-out': 'scoring',
  scored: 'filtering',
  filtered: 'updating the agent',
  'agent-updated': 'updating the environment',
  'environment-updated': 'filling the pools',
  'pools-updated': 'ending the epoch',
  'epoch-ended': 'writing tasks',
};

async function runToTheEnd(session: Session, settings: Settings, resumedAfter: number): Promise<void> {
  const bar = progressBar('{bar} epoch {value}/{total}, {stage}, {eta_formatted} left', { clearOnComplete: true });
  const { events } = await session.state();
  bar.start(settings.epochs, resumedAfter, { stage: 'starting' });
  const say = (line: string) => {
    bar.stop();
    console.log(line);
    bar.start(settings.epochs, lastEpoch(events), { stage: 'writing tasks' });
  };
  say(tableHeader());
  const first = runMetrics(events).heldOut.at(0);
  if (first && resumedAfter === 0) say(startLine(first.success, first.samples));
  for (let event = await session.next(); event; event = await session.next()) {
    events.push(event);
    bar.update(lastEpoch(events), { stage: STAGE_NAMES[event.type] ?? '' });
    if (event.type === 'run-started' && event.heldOut) say(startLine(event.heldOut.success, event.heldOut.samples));
    if (event.type === 'epoch-ended') say(tableRow(runMetrics(events).epochs.at(-1)!));
  }
  bar.stop();
}

const lastEpoch = (events: readonly RunEvent[]): number =>
  events.findLast((event) => event.type === 'epoch-ended')?.epoch ?? 0;

const startLine = (success: number, samples: number): string =>
  `before training: held-out success ${percent(success)} (avg@${samples})`;

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
