/** @file The models that are served beside the page, as their manifest lists them. */
import { z } from 'zod';
import { CodedError } from '../../../src/common/coded-error.ts';
import type { ModelFiles } from '../../../src/lm/files/model-files.ts';
import type { ShippedModel } from './contract.ts';

const manifest = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      /** False for a model that `genenv pretrain` makes and whose folder is not in the repository. */
      shipped: z.boolean().default(true),
      parameters: z.int(),
      vocabulary: z.int(),
      recipe: z.object({ families: z.array(z.string()) }),
    }),
  ),
});

/** @param models the folder of all models @param folder the folder of one */
export async function shippedModels(models: ModelFiles, folder: (name: string) => ModelFiles): Promise<ShippedModel[]> {
  const listed = read(await models.read('manifest.json'));
  return Promise.all(
    listed
      .filter(({ shipped }) => shipped)
      .map(async ({ name, parameters, vocabulary, recipe: { families } }) => ({
        name,
        parameters,
        vocabulary,
        families,
        bytes: (await folder(name).size('model.safetensors')) ?? 0,
      })),
  );
}

function read(bytes: Uint8Array | undefined): z.infer<typeof manifest>['models'] {
  try {
    return manifest.parse(JSON.parse(new TextDecoder().decode(bytes))).models;
  } catch {
    throw new CodedError('shipped-models');
  }
}
