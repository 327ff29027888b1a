/** @file The trial of an exported folder where words are separated by spaces that no token holds. */
import { expect, it } from 'vitest';
import { wordLevelTokenizer } from '../../lm/files/tokenizer.ts';
import { modelExportWords } from '../../text/work.ts';
import { exportModel } from './export-model.ts';
import { BlobTarget } from './export-target.ts';
import { graphName } from './onnx-folder.ts';
import { createRandomModel } from './testing/random-model.ts';
import { testRuntimes } from './testing/runtimes.ts';
import { tryOut } from './try-out.ts';

const runtimes = testRuntimes();

it('compares texts with the spaces that the pipeline leaves in', async () => {
  const words = Array.from({ length: 255 }, (_, i) => `w${i}`);
  const { model } = await createRandomModel('qwen3', wordLevelTokenizer(words));
  const target = new BlobTarget(model.name);
  await exportModel(model, { format: 'onnx', precision: 'f32' }, target, runtimes(), modelExportWords);
  const graph = graphName('f32');
  const trial = await tryOut({ model, folder: target.files, graph, prompt: 'w1 w2', newTokens: 4 }, runtimes());
  expect(trial.ours).toMatch(/^( w\d+){1,4}$/);
  expect(trial).toMatchObject({ pipeline: trial.ours, same: true });
});
