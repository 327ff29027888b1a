/** @file Opens a model for export, from a folder or as a player of a stored run. */
import { CodedError } from '../../common/coded-error.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { type ModelConfig, parameterShapes } from '../../lm/files/config.ts';
import { withGguf } from '../../lm/files/gguf-folder.ts';
import { openWeights } from '../../lm/files/load-model.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { openSafetensors, type Safetensors, storedBytes } from '../../lm/files/safetensors.ts';
import { takeParameters, takeTensors } from '../../lm/files/take-parameters.ts';
import { toFloat32 } from '../../lm/files/weight-dtypes.ts';
import type { WeightSource } from '../../lm/files/weight-source.ts';
import { adapterShapes } from '../../lm/lora/adapter-layout.ts';
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import { type AdapterWeights, mergeWeight } from '../../lm/lora/merge.ts';
import { type RunStore, unknownRun } from '../../store/run-store.ts';
import type { Precision } from '../../tensor/tensor.ts';
import type { ExportedModel, Player, WeightReader } from './exported-model.ts';

/** Name of a run's checkpoint in error messages. */
const STORED = 'the stored weights';

/** Returns the last part of a path or an address. Returns `hf:owner/name` unchanged. */
const nameOf = (model: string): string =>
  model.startsWith('hf:') ? model : model.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '');

/** Opens the model of a folder. @param name path, address or `hf:owner/name` of the folder */
export async function modelOfFolder(folder: ModelFiles, name: string): Promise<ExportedModel> {
  const { config, weights } = await openWeights(folder);
  return {
    name: nameOf(name).replace(/^.*\//, ''),
    config,
    base: await withGguf(folder),
    baseName: nameOf(name),
    // Stream the weights once, only to compute their hash.
    baseHash: await weights.stream(() => {}),
    weights,
    origin: { kind: 'folder' },
  };
}

/**
 * Opens a player with its weights after the run's last epoch.
 * @param folder opens the folder of a model by its name in settings
 */
export async function modelOfRun(
  store: RunStore<RunEvent>,
  id: string,
  player: Player,
  folder: (model: string) => ModelFiles,
): Promise<ExportedModel> {
  const record = await store.get(id);
  if (!record) throw unknownRun(id);
  const started = await store.event(id, 0);
  const checkpoint = await store.checkpoint(id);
  if (started?.type !== 'run-started' || !checkpoint)
    throw new CodedError('no-weights-to-export', { run: record.name });
  const changes: { epoch: number; changes: object }[] = [];
  for await (const event of store.eventsOf(id, 'settings-changed'))
    changes.push({ epoch: event.epoch, changes: event.changes });
  const { settings } = started;
  const model = player === 'agent' ? settings.agentModel : settings.environmentModel;
  const base = await withGguf(folder(model));
  const { config, weights: baseWeights } = await openWeights(base);
  const file = openSafetensors(checkpoint[player].weights);
  const isAdapter = file.metadata.peft_type !== undefined;
  if (isAdapter) await refuseOtherBase(model, file.metadata.base_sha256, baseWeights);
  const trained = !isAdapter
    ? allTrained(file, config)
    : adapterTrained(file, config, frozenWeights(config, baseWeights, settings.basePrecision), {
        rank: settings.loraRank,
        alpha: settings.loraAlpha,
        targets: settings.loraTargets,
      });
  return {
    name: `${nameOf(record.name).replace(/\.jsonl$/, '')}-${player}`,
    config,
    base,
    baseName: nameOf(model),
    baseHash: started[player].weightsHash,
    ...trained,
    origin: { kind: 'run', name: nameOf(record.name), player, epochs: checkpoint.epoch, settings, changes },
  };
}

/** Refuses an initial model whose weights have changed, because an adapter fits only the weights it was trained on. */
async function refuseOtherBase(model: string, trainedOn: string, weights: WeightSource): Promise<void> {
  const now = await weights.stream(() => {});
  if (now !== trainedOn) throw new CodedError('adapter-over-other-weights', { model, before: trainedOn, now });
}

type Trained = Pick<ExportedModel, 'weights' | 'adapter'>;

function allTrained(file: Safetensors, config: ModelConfig): Trained {
  const weights = takeParameters(file, config, STORED);
  return { weights: { read: async (name) => weights.get(name)!.data } };
}

function adapterTrained(file: Safetensors, config: ModelConfig, base: WeightReader, lora: LoraConfig): Trained {
  const adapter = { lora, weights: takeTensors(file, adapterShapes(config, lora), STORED) };
  return { weights: mergedWeights(config, base, adapter), adapter };
}

/** Returns the frozen weights as the engine used them: with precision f16, matrices are rounded and vectors are not. */
export function frozenWeights(config: ModelConfig, weights: WeightReader, precision: Precision): WeightReader {
  if (precision === 'f32') return weights;
  const shapes = parameterShapes(config);
  return {
    async read(name) {
      const values = await weights.read(name);
      return shapes.get(name)!.length === 1 ? values : toFloat32('F16', storedBytes(name, values, 'F16'));
    },
  };
}

/** Returns the weights with an adapter merged. Merges each matrix when it is read, to save memory. */
export function mergedWeights(config: ModelConfig, base: WeightReader, adapter: AdapterWeights): WeightReader {
  const shapes = parameterShapes(config);
  return {
    read: async (name) => mergeWeight(name, { shape: shapes.get(name)!, data: await base.read(name) }, adapter).data,
  };
}
