/** @file The tensors of given names and shapes out of a safetensors file. */
import { ModelFileError } from './model-file-error.ts';
import { finiteTensor } from './take-parameters.ts';
import type { Safetensors, WeightArray } from './safetensors.ts';

/** @throws ModelFileError where a tensor is missing, misshapen or not finite, or the file holds another one */
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
