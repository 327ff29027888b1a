/**
 * @file Makes runs with models on ONNX Runtime: a teacher for the arm offline, and embeddings that reward free answers.
 * Tables act as agent and environment.
 */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { answerTokens } from '../tasks/text.ts';
import { coevolveInMemory } from '../genenv/testing/memory-pools.ts';
import { parseSettings, type Settings } from '../genenv/settings/settings.ts';
import { collect, ofType } from '../genenv/testing/table-loop.ts';
import { pretrainedTables } from '../genenv/testing/table-players.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import { diskFolder } from '../lm/files/node-files.ts';
import { embeddingFolder } from '../onnx/testing/embedding-folder.ts';
import { onnxFolder } from '../onnx/testing/onnx-folder.ts';
import { familiesByName } from '../tasks/registry.ts';
import { EmbeddingSimilarity, type ModelHost } from './model-host.ts';
import { disposeModels, openModels } from './models.ts';
import { openEmbedderInNode, openOnnxModelInNode } from './run-headless.ts';
import { loadModel } from '../lm/testing/load-model.ts';

const TEACHER = fileURLToPath(new URL('../../models/discovery-teacher', import.meta.url));
const small = { epochs: 1, tasksPerEpoch: 4, groupSize: 4, evalTasks: 0, agentLearningRate: 0.1 } as const;

it('a teacher with an ONNX graph writes the tasks with its own tokenizer', async () => {
  const settings = parseSettings({
    ...small,
    families: ['household'],
    arm: 'offline',
    teacherModel: 'teacher',
    offlinePool: 4,
    variations: 1,
  });
  const families = familiesByName(settings.families);
  const tables = await pretrainedTables(families, 'uniform', 40);
  const loaded = await loadModel(diskFolder(TEACHER));
  const teacher = memoryFolder(await onnxFolder(loaded), 'teacher');
  const json = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  const { tokenizer, config } = tables.tokenizer.files;
  const players = memoryFolder(
    new Map([
      ['tokenizer.json', json(tokenizer)],
      ['tokenizer_config.json', json(config)],
    ]),
  );
  const host: ModelHost = {
    folder: (model): ModelFiles => (model === 'teacher' ? teacher : players),
    open: async ({ role }) => tables.players()[role],
    openTeacher: (model) => openOnnxModelInNode(model, teacher),
    openEmbedder: () => Promise.reject(new Error('No embeddings are asked for.')),
  };
  const models = await openModels(host, settings);
  expect(models.similarity).toBeUndefined();
  expect((await models.teacher!.policy.describe()).runtime).toContain('ONNX Runtime Web');
  const events = await collect(coevolveInMemory(settings, models.players, { ...models, families }));
  await disposeModels(models);
  const [{ fixedTasks, cost }] = ofType(events, 'run-started');
  expect(fixedTasks).toHaveLength(4);
  expect(fixedTasks.every(({ source, verdict }) => source === 'offline' && verdict === 'valid')).toBe(true);
  expect(cost.environmentFlops).toBeGreaterThan(0);
});

it('rewards free answers by embeddings if the settings say so, and logs the similarities', async () => {
  const families = familiesByName(['multi-hop-search']);
  const tables = await pretrainedTables(families, 'uniform', 40);
  // Every word has its own direction, but "dan" and "eve" point almost the same way.
  const { tokenizer } = tables;
  const vocabulary = Array.from({ length: tokenizer.vocabularySize }, (_, id) => tokenizer.tokenText(id));
  const words = [...new Set(vocabulary.flatMap(answerTokens))];
  const axis = (word: string) => words.map((other) => Number(other === word));
  const vectors = Object.fromEntries(words.map((word) => [word, axis(word)]));
  vectors.dan = axis('eve').map((value, i) => 0.8 * value + 0.6 * axis('dan')[i]);
  const embedder = await openEmbedderInNode('words', memoryFolder(await embeddingFolder(vectors), 'words'));
  const similarity = new EmbeddingSimilarity(embedder);
  const [half, none, same] = await similarity.of([
    { answer: 'dan', reference: 'eve' },
    { answer: 'amy', reference: 'eve' },
    { answer: 'bob', reference: 'bob' },
  ]);
  expect([none, same]).toEqual([0, 1]);
  expect(half).toBeCloseTo(0.8, 6);

  const settings = (changes: Partial<Settings>) =>
    parseSettings({ ...small, tasksPerEpoch: 12, families: ['multi-hop-search'], embeddingModel: 'words', ...changes });
  const run = (changes: Partial<Settings>) => {
    const options = { families, tokenizer, similarity };
    return collect(coevolveInMemory(settings(changes), tables.players(), options));
  };
  const [plain, alike] = [await run({}), await run({ softReward: 'embedding' })];
  const [before] = ofType(plain, 'scored');
  const [after] = ofType(alike, 'scored');
  let compared = 0;
  after.rollouts.forEach((rollout, i) => {
    const { reason } = rollout;
    if (reason?.code === 'embedding-similarity') {
      expect(rollout.reward).toBe((reason as { similarity: number }).similarity);
      expect(rollout.success).toBe(rollout.reward >= settings({}).successThreshold);
      compared++;
    } else expect(rollout.reward).toBe(before.rollouts[i].reward);
    expect(rollout.wellFormed).toBe(before.rollouts[i].wellFormed);
  });
  expect(compared).toBeGreaterThan(0);
  await similarity.dispose();

  const without = { families, tokenizer };
  const asked = coevolveInMemory(settings({ softReward: 'embedding' }), tables.players(), without);
  await expect(collect(asked)).rejects.toMatchObject({ code: 'no-embeddings' });
});
