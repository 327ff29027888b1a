import { expect, it } from 'vitest';
import { tokenizerOf } from '../../../src/genenv/testing/table-players.ts';
import type { ModelConfig } from '../../../src/lm/files/config.ts';
import { initialWeights } from '../../../src/lm/initialize.ts';
import { modelFolder } from '../../../src/lm/files/load-model.ts';
import { nodePython } from '../../../src/benchmarks/node-python.ts';
import { benchmarks } from '../../../src/benchmarks/registry.ts';
import { household } from '../../../src/tasks/families/household/household.ts';
import { openNodeDevice } from '../../../src/tensor/node.ts';
import type { PickedFile } from '../../../src/common/byte-source.ts';
import type { JobState } from './contract.ts';
import { reasonSentence as benchmarkReasonSentence } from '../../../src/text/reasons.ts';
import { pickedFolder } from '../../../src/store/models/model-source.ts';
import { onnxFolder } from '../../../src/onnx/testing/onnx-folder.ts';
import { tinyModel } from '../../../src/onnx/testing/tiny-model.ts';
import { openOnnxModelInNode } from '../../../src/runs/run-headless.ts';
import { ScoringHost, type ScoringParts } from './host.ts';
import { smallConfig } from '../../../src/lm/testing/small-model.ts';

const QUESTIONS: PickedFile = {
  path: 'bamboogle_125_with_bridge.json',
  file: new Blob([
    JSON.stringify([
      { id: 0, question: 'Which river runs through the town of the tower?', answers: ['Rhine'], bridge: 'Town' },
      { id: 1, question: 'Who wrote the opera of the year?', answers: ['Ada', 'Ada L.'], bridge: null },
      { id: 2, question: 'no answers' },
    ]),
  ]),
};
const predictions = (...lines: object[]): PickedFile => ({
  path: 'mine.jsonl',
  file: new Blob(lines.map((line) => `${JSON.stringify(line)}\n`)),
});
/** ONNX Runtime in this thread. */
const openOnnxPicked: ScoringParts['openFrozen'] = async (name, files = []) =>
  openOnnxModelInNode(name, pickedFolder(name, files));

const host = () =>
  new ScoringHost({
    benchmarks: benchmarks(nodePython),
    openDevice: () => openNodeDevice(),
    modelFolder: (name) => ({ name, size: async () => undefined, read: async () => undefined }),
    openFrozen: openOnnxPicked,
    now: () => performance.now(),
  });

async function toTheEnd(scoring: ScoringHost): Promise<JobState> {
  for (;;) {
    const state = await scoring.advance();
    if (state.phase !== 'running') return state;
  }
}

it('names benchmarks with their files, and families', async () => {
  const { benchmarks, families } = await host().catalogue();
  expect(benchmarks.find(({ name }) => name === 'bamboogle')?.files[0].path).toBe(QUESTIONS.path);
  expect(families.map(({ name }) => name)).toContain('household');
});

it('reads files with their problems, scores, and keeps the results', async () => {
  const scoring = host();
  const read = await scoring.load('bamboogle', [QUESTIONS]);
  expect(read).toMatchObject({ items: 2, parts: [], problemCount: 1 });
  expect(read.problems[0].element).toBe(2);
  const lines = [
    { id: '0', output: 'Rhine' },
    { id: '1', output: 'the Danube' },
    { id: 'x', output: '' },
  ];
  expect(await scoring.score(predictions(...lines))).toMatchObject({ phase: 'running', results: 0 });
  expect(await toTheEnd(scoring)).toMatchObject({
    phase: 'finished',
    progress: 1,
    results: 3,
    correct: 1,
    aggregate: { em: 0.5, predictions: 3, rejected: 1, items_without_prediction: 0 },
    header: null,
  });
  const wrong = await scoring.rows('wrong', 1, 5);
  expect(wrong.total).toBe(2);
  expect(wrong.rows.map(({ place, row }) => [place, benchmarkReasonSentence(row.reason)])).toEqual([
    [3, 'mine.jsonl:3: bamboogle has no item with this id in the files read.'],
  ]);
  const text = await (await scoring.results()).text();
  const parsed = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.map(({ id }) => id)).toEqual(['0', '1', 'x', undefined]);
  expect(parsed[3].aggregate).toMatchObject({ em: 0.5 });
});

it('goes on only when asked to, and can be cancelled in the middle', async () => {
  const scoring = host();
  await scoring.load('bamboogle', [QUESTIONS]);
  await scoring.score({ path: 'long.jsonl', file: new Blob(['{"id":"0","output":"Rhine"}\n'.repeat(200_000)]) });
  const first = await scoring.advance();
  expect(first.phase).toBe('running');
  expect(first.results).toBeGreaterThan(0);
  const advancing = scoring.advance();
  await scoring.cancel();
  const last = await advancing;
  expect(last.phase).toBe('cancelled');
  expect(last.results).toBeLessThan(200_000);
  expect(last.aggregate).toBeNull();
  expect((await scoring.rows('all', 0, 1)).total).toBe(last.results);
});

it('says what is missing', async () => {
  const scoring = host();
  await expect(scoring.score(predictions())).rejects.toThrow('no-benchmark-loaded');
  await expect(scoring.advance()).rejects.toThrow('nothing-to-advance');
  await expect(scoring.load('nope', [])).rejects.toThrow('unknown-benchmark {"name":"nope"');
  const family = { kind: 'family', family: 'household', split: 'held-out', tasksPerLevel: 1 } as const;
  const greedy = { temperature: 0, topK: 0, topP: 1, samples: 1, seed: 0 };
  await expect(scoring.evaluate({ name: 'nowhere' }, family, greedy)).rejects.toThrow(
    'missing {"file":"nowhere/config.json"',
  );
});

it('evaluates a model folder that was picked, on a family and on the items loaded', async () => {
  const tokenizer = tokenizerOf([household]);
  const config: ModelConfig = {
    ...smallConfig,
    family: 'llama',
    vocabSize: tokenizer.vocabularySize,
    hiddenSize: 16,
    layers: 1,
    heads: 2,
    intermediateSize: 16,
    ropeTheta: 100,
    qkvBias: false,
    maxPositions: 160,
    eosIds: [1],
  };
  const folder = modelFolder({ config, tokenizer, weights: initialWeights(config, 1) });
  const files = [...folder].map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
  const scoring = host();
  const decoding = { temperature: 1, topK: 0, topP: 1, samples: 1, seed: 0 };
  const family = { kind: 'family', family: 'household', split: 'held-out', tasksPerLevel: 1 } as const;
  const begun = await scoring.evaluate({ name: 'picked', files }, family, decoding);
  expect(begun.header).toMatchObject({ model: 'picked', items_of: 'household, held-out', items: household.levels });
  expect(await toTheEnd(scoring)).toMatchObject({ phase: 'finished', results: household.levels });
  expect((await scoring.rows('all', 0, 1)).rows[0].row.output).toEqual(expect.any(String));

  await scoring.load('bamboogle', [QUESTIONS]);
  await scoring.evaluate({ name: 'picked', files }, { kind: 'benchmark', items: 1 }, decoding);
  const end = await toTheEnd(scoring);
  expect(end).toMatchObject({ results: 1, correct: 0, aggregate: { predictions: 1, rejected: 1 } });
  const [header] = (await (await scoring.results()).text()).split('\n');
  expect(JSON.parse(header)).toHaveProperty('evaluation.prompts.form', 'plain text');
});

it('evaluates a picked folder with an ONNX graph on transformers.js, with the same header and rows', async () => {
  const folder = await onnxFolder(tinyModel({ maxPositions: 1600 }));
  const files = [...folder].map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
  const scoring = host();
  await scoring.load('bamboogle', [QUESTIONS]);
  const greedy = { temperature: 0, topK: 0, topP: 1, samples: 1, seed: 0 };
  const begun = await scoring.evaluate({ name: 'picked', files }, { kind: 'benchmark', items: 1 }, greedy);
  expect(begun.header).toMatchObject({
    model: 'picked',
    adapter: expect.stringContaining('ONNX Runtime Web') as string,
    weights_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    prompts: { form: 'plain text' },
  });
  const end = await toTheEnd(scoring);
  expect(end).toMatchObject({ phase: 'finished', results: 1, aggregate: { predictions: 1, rejected: 0 } });
  expect((await scoring.rows('all', 0, 1)).rows[0].row.output).toEqual(expect.any(String));
});
