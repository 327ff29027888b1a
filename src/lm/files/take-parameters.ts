/** @file Takes tensors from a weights file, and checks their names, shapes and dtypes. */
import { parameterShapes, type ModelConfig } from './config.ts';
import { allFinite } from '../finite-weights.ts';
import { ModelFileError } from './model-file-error.ts';
import { weightDtype, type Safetensors, type WeightArray } from './safetensors.ts';
import type { TensorEntry } from './model-files.ts';

/** Checks that a file's tensors are the parameters of a configuration, without reading them. @throws ModelFileError */
export function checkParameters(
  entries: ReadonlyMap<string, Pick<TensorEntry, 'dtype' | 'shape'>>,
  config: ModelConfig,
  file: string,
): void {
  const shapes = parameterShapes(config);
  const mismatch = (cause: string): never => {
    throw new ModelFileError('mismatch', file, cause);
  };
  const missing = [...shapes.keys()].filter((parameter) => !entries.has(parameter));
  if (missing.length > 0) mismatch(`it lacks ${list(missing)}, which config.json asks for`);
  const unexpected = [...entries.keys()].filter((name) => !shapes.has(name) && !isDerived(name, config));
  if (unexpected.length > 0) mismatch(`it holds ${list(unexpected)}, which config.json does not describe`);
  for (const [parameter, shape] of shapes) {
    const stored = entries.get(parameter)!;
    if (stored.shape.join() !== shape.join())
      mismatch(`${parameter} has shape [${stored.shape}], config.json asks for [${shape}]`);
    weightDtype(stored.dtype, parameter, file);
  }
}

/** Matches a head that a trainer added for values or rewards. */
const OTHER_HEAD = /^(v_head|value_head|score)\./;

/** Returns true for tensors that are not parameters: a trainer's heads, rotary frequencies, and a copy of the tied head. */
export const isDerived = (tensor: string, config: ModelConfig): boolean =>
  tensor.endsWith('.rotary_emb.inv_freq') ||
  OTHER_HEAD.test(tensor) ||
  (config.tieWordEmbeddings && tensor === 'lm_head.weight');

/** Reads a tensor of a file. @throws ModelFileError if it holds NaN or an infinity */
export function finiteTensor({ read }: Safetensors, tensor: string, file: string): WeightArray {
  const array = read(tensor);
  if (!allFinite(array.data)) throw notFiniteParameter(tensor, file);
  return array;
}

export const notFiniteParameter = (parameter: string, file: string): ModelFileError =>
  new ModelFileError('not-finite', file, `${parameter} holds NaN or an infinity`);

function list(names: string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

/** Reads exactly the tensors of `shapes`. @throws ModelFileError if one is missing, misshapen, not finite, or unexpected */
export function takeTensors(
  source: Safetensors,
  shapes: ReadonlyMap<string, readonly number[]>,
  file: string,
): Map<string, WeightArray> {
  const { entries } = source;
  const mismatch = (cause: string): never => {
    throw new ModelFileError('mismatch', file, cause);
  };
  for (const name of entries.keys()) if (!shapes.has(name)) mismatch(`it holds ${name}, which does not learn here`);
  const tensors = new Map<string, WeightArray>();
  for (const [name, shape] of shapes) {
    const stored = entries.get(name) ?? mismatch(`it lacks ${name}`);
    if (stored.shape.join() !== shape.join()) mismatch(`${name} has shape [${stored.shape}], not [${shape}]`);
    tensors.set(name, finiteTensor(source, name, file));
  }
  return tensors;
}

/** Reads all parameters of a weights file. @throws ModelFileError like `takeTensors` */
export const takeParameters = (
  file: Safetensors,
  config: ModelConfig,
  name = 'model.safetensors',
): Map<string, WeightArray> => takeTensors(file, parameterShapes(config), name);
