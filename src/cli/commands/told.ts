/** @file `genenv told`: what telling the environment of the agent came to in runs, as CSV. */
import { Command, InvalidArgumentError } from 'commander';
import { toldContexts } from '../../analysis/told-contexts.ts';
import { CodedError } from '../../common/coded-error.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { DeviceModels } from '../../runs/run-headless.ts';
import { modelChoices, type PlayerChoice } from '../../runs/model-choices.ts';
import { knownAfter, type OtherFact, tellOtherwise } from '../../runs/tell-otherwise.ts';
import { learnStartLevels } from '../../genenv/start-levels.ts';
import { whatItWrites } from '../../genenv/stages/what-it-writes.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { resumePoint } from '../../genenv/log/resume.ts';
import type { RunStore } from '../../store/run-store.ts';
import { familiesByName, familyByName } from '../../tasks/registry.ts';
import type { ToldFacts } from '../../tasks/family.ts';
import { MODELS_FOLDER } from '../models-folder.ts';
import { noTuneOption, openDevice } from '../open-device.ts';
import { openLog } from '../open-log.ts';
import { integerOption, numberOption } from '../options.ts';
import { printLine } from '../print-line.ts';

interface Options {
  models: string;
  texts: number;
  tell?: OtherFact;
  epoch?: number;
  tune: boolean;
}

const TEXTS = 192;
/** Told success at the same told level. */
const FEW = 0.1;
const MOST = 0.9;

const TELLS = 'success=0.9, level=2 or weak=sink';

function tellOption(text: string): OtherFact {
  const [fact, value = ''] = text.split('=');
  if (fact === 'success') return { success: numberOption(value) };
  if (fact === 'level') return { level: integerOption(value) };
  if (fact === 'weak' && value) return { weak: value.split(' ') };
  throw new InvalidArgumentError(`It is ${TELLS}.`);
}

export const toldCommand = (): Command =>
  new Command('told')
    .description('Measure what an environment makes of what it is told of the agent: a line of CSV for each run.')
    .argument('<runs...>', 'event logs with their checkpoints, as genenv coevolve writes them')
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .option('--texts <n>', 'texts that the last weights write for each of the facts told', integerOption, TEXTS)
    .option(
      '--tell <fact=value>',
      `tell one fact otherwise and count what changes, as the page does: ${TELLS}`,
      tellOption,
    )
    .option(
      '--epoch <n>',
      'by the weights after this epoch, and with what was known then; 0: before the first',
      integerOption,
    )
    .addOption(noTuneOption())
    .addHelpText(
      'after',
      `
few, most    mean level that the last weights write at told success ${FEW} and ${MOST}, mean over told levels 1 to the highest
weak         how often a told weak skill is needed by what was written in the run, over how often another is
nearHalf     share of epochs with success in [.4, .6]; area: mean held-out success over the run`,
    )
    .action(async (runs: string[], { models, texts, tune, tell, epoch }: Options) => {
      const host = new DeviceModels(await openDevice({ tune }), models);
      if (tell) {
        await printLine('run,epoch,family,counted,asTold,otherwise');
        for (const run of runs)
          for (const line of await counted(run, host, texts, tell, epoch)) await printLine(line.join(','));
        return;
      }
      await printLine('run,environment,told,seed,epochs,heldOut,area,nearHalf,weak,few,most');
      for (const run of runs) await printLine((await measured(run, host, texts)).join(','));
    });

async function* eventsOf(store: RunStore<RunEvent>, id: string): AsyncGenerator<RunEvent, void, void> {
  for (const type of ['run-started', 'tasks-written', 'epoch-ended'] as const) yield* store.eventsOf(id, type);
}

const shown = (value: number | null): string => (value === null ? '' : value.toFixed(3));

/** The environment of a run as it was before any training, and the run. */
async function opened(run: string, host: DeviceModels) {
  const { id, store } = await openLog(run);
  const started = await store.event(id, 0);
  const checkpoint = await store.checkpoint(id);
  if (started?.type !== 'run-started' || !checkpoint) throw new CodedError('no-weights-to-export', { run });
  const { settings } = started;
  const choice = modelChoices(settings).find((one): one is PlayerChoice => one.role === 'environment')!;
  const tokenizer = await loadTokenizer(host.folder(choice.model));
  const environment = await host.open(choice);
  await learnStartLevels({ environment, settings, families: familiesByName(settings.families), tokenizer });
  return { id, store, checkpoint, settings, tokenizer, environment };
}

/** A line for each level and each skill of each family, by the function that the page's dial asks. */
async function counted(
  run: string,
  host: DeviceModels,
  texts: number,
  other: OtherFact,
  asked?: number,
): Promise<(string | number)[][]> {
  const { id, store, tokenizer, environment: policy, ...newest } = await opened(run, host);
  const epoch = asked ?? newest.checkpoint.epoch;
  const log = epoch === 0 ? [] : (await store.outlines(id, { epochs: epoch })).flat();
  const settings = log.length === 0 ? newest.settings : resumePoint(log).settings;
  const families = familiesByName(settings.families);
  const checkpoint = epoch === 0 ? undefined : await store.checkpoint(id, epoch);
  const player = { policy, tokenizer, updates: 0, stored: () => checkpoint?.environment };
  const known = { settings, families, ...knownAfter(log, families) };
  const lines: (string | number)[][] = [];
  for (const family of families) {
    const answer = await tellOtherwise(player, known, { epoch, family: family.name, other, texts });
    if (!answer) {
      const kept = [0, ...(await store.checkpointEpochs(id))].join(', ');
      throw new CodedError('epoch-without-weights', { run, epoch, kept });
    }
    const { asTold, otherwise } = answer;
    const line = (name: string, ...counts: number[]) => lines.push([run, epoch, family.name, name, ...counts]);
    line('texts', texts, texts);
    line('unchanged', texts, asTold.texts.filter((text, i) => text === otherwise.texts[i]).length);
    line('valid', asTold.valid, otherwise.valid);
    asTold.levels.forEach((count, i) => line(`level ${i + 1}`, count, otherwise.levels[i]));
    for (const skill of family.skills) line(skill, asTold.skills[skill], otherwise.skills[skill]);
  }
  await policy.dispose();
  return lines;
}

async function measured(run: string, host: DeviceModels, texts: number): Promise<(string | number)[]> {
  const { id, store, checkpoint, settings, tokenizer, environment } = await opened(run, host);
  const came = await toldContexts(eventsOf(store, id));
  await environment.restore(checkpoint.environment);
  const [family] = settings.families.map(familyByName);
  const levels = Array.from({ length: family.levels }, (_, i) => i + 1);
  const facts = (success: number): ToldFacts[] =>
    settings.toldOfAgent === 'success' ? [{ success }] : levels.map((level) => ({ success, level }));
  const meanLevel = async (success: number): Promise<number> => {
    const tellings = facts(success).map((told) => () => told);
    const written = await whatItWrites({ environment, tokenizer, settings, family, texts }, tellings);
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
