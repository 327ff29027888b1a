/** @file `genenv told`: what telling the environment of the agent came to in runs, as CSV. */
import { Command } from 'commander';
import { toldContexts } from '../../analysis/told-contexts.ts';
import { CodedError } from '../../common/coded-error.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { DeviceModels } from '../../runs/run-headless.ts';
import { modelChoices, type PlayerChoice } from '../../runs/model-choices.ts';
import { whatItWrites } from '../../genenv/stages/what-it-writes.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { RunStore } from '../../store/run-store.ts';
import { familyByName } from '../../tasks/registry.ts';
import type { ToldFacts } from '../../tasks/family.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { noTuneOption, openDevice } from '../open-device.ts';
import { openLog } from '../open-log.ts';
import { integerOption } from '../options.ts';
import { printLine } from '../print-line.ts';

interface Options {
  models: string;
  texts: number;
  tune: boolean;
}

const TEXTS = 192;
/** Told success at the same told level. */
const FEW = 0.1;
const MOST = 0.9;

export const toldCommand = (): Command =>
  new Command('told')
    .description('Measure what an environment makes of what it is told of the agent: a line of CSV for each run.')
    .argument('<runs...>', 'event logs with their checkpoints, as genenv coevolve writes them')
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .option('--texts <n>', 'texts that the last weights write for each of the facts told', integerOption, TEXTS)
    .addOption(noTuneOption())
    .addHelpText(
      'after',
      `
few, most    mean level that the last weights write at told success ${FEW} and ${MOST}, mean over told levels 1 to the highest
weak         how often a told weak skill is needed by what was written in the run, over how often another is
nearHalf     share of epochs with success in [.4, .6]; area: mean held-out success over the run`,
    )
    .action(async (runs: string[], { models, texts, tune }: Options) => {
      const host = new DeviceModels(await openDevice({ tune }), models);
      await printLine('run,environment,told,seed,epochs,heldOut,area,nearHalf,weak,few,most');
      for (const run of runs) await printLine((await measured(run, host, texts)).join(','));
    });

async function* eventsOf(store: RunStore<RunEvent>, id: string): AsyncGenerator<RunEvent, void, void> {
  for (const type of ['run-started', 'tasks-written', 'epoch-ended'] as const) yield* store.eventsOf(id, type);
}

const shown = (value: number | null): string => (value === null ? '' : value.toFixed(3));

async function measured(run: string, host: DeviceModels, texts: number): Promise<(string | number)[]> {
  const { id, store } = await openLog(run);
  const started = await store.event(id, 0);
  const checkpoint = await store.checkpoint(id);
  if (started?.type !== 'run-started' || !checkpoint) throw new CodedError('no-weights-to-export', { run });
  const { settings } = started;
  const came = await toldContexts(eventsOf(store, id));
  const choice = modelChoices(settings).find((one): one is PlayerChoice => one.role === 'environment')!;
  const tokenizer = await loadTokenizer(host.folder(choice.model));
  const environment = await host.open(choice);
  await environment.restore(checkpoint.environment);
  const [family] = settings.families.map(familyByName);
  const levels = Array.from({ length: family.levels }, (_, i) => i + 1);
  const facts = (success: number): ToldFacts[] =>
    settings.toldOfAgent === 'success' ? [{ success }] : levels.map((level) => ({ success, level }));
  const meanLevel = async (success: number): Promise<number> => {
    const written = await whatItWrites({ environment, tokenizer, settings, family, texts }, facts(success));
    const means = written.map(
      ({ levels: counts, valid }) => counts.reduce((sum, count, i) => sum + count * (i + 1), 0) / valid,
    );
    return means.reduce((sum, mean) => sum + mean, 0) / means.length;
  };
  const [few, most] = [await meanLevel(FEW), await meanLevel(MOST)];
  await environment.dispose();
  return [
    ...[run, settings.environmentModel, settings.toldOfAgent, settings.seed, checkpoint.epoch],
    ...[came.heldOut, came.area, came.nearHalf, came.weakRatio, few, most].map(shown),
  ];
}
