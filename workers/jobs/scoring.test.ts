import { expect, it } from 'vitest';
import { tokenizerOf } from '../../src/genenv/testing/table-players.ts';
import type { ModelConfig } from '../../src/lm/files/config.ts';
import { initialWeights } from '../../src/lm/initialize.ts';
import { modelFolder } from '../../src/lm/files/load-model.ts';
import { nodePython } from '../../src/benchmarks/node.ts';
import { benchmarks } from '../../src/benchmarks/registry.ts';
import { household } from '../../src/tasks/families/household/household.ts';
import { openNodeDevice } from '../../src/tensor/node.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import { reasonSentence as benchmarkReasonSentence } from '../../src/text/reasons.ts';
import { pickedFolder } from '../../src/store/models/model-record.ts';
import { onnxFolder } from '../../src/onnx/testing/onnx-folder.ts';
import { tinyModel } from '../../src/onnx/testing/tiny-model.ts';
import { openOnnxModelInNode } from '../../src/runs/run-headless.ts';
import {
  type EvaluatedFolder,
  type EvaluationTarget,
  scoringJobs,
  type ScoringParts,
  type ScoringState,
} from './scoring.ts';
import type { Decoding } from '../../src/evaluation/evaluation.ts';
import { smallConfig } from '../../src/lm/testing/small-model.ts';

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
/** Opens ONNX Runtime in this thread. */
const openOnnxPicked: ScoringParts['openFrozen'] = async (name, files = []) =>
  openOnnxModelInNode(name, pickedFolder(name, files));

const host = () =>
  scoringJobs({
    benchmarks: benchmarks(nodePython),
    openDevice: () => openNodeDevice(),
    modelFolder: (name) => ({ name, size: async () => undefined, read: async () => undefined }),
    openFrozen: openOnnxPicked,
  });

/** Keeps the progress of a job, which is cancelled once `until` says so. */
function following(until: (state: ScoringState) => boolean = () => false) {
  const controller = new AbortController();
  const seen: ScoringState[] = [];
  const report = (state: ScoringState) => {
    seen.push(state);
    if (until(state)) controller.abort();
  };
  return { seen, context: { signal: controller.signal, report } };
}

const evaluate = (
  scoring: ReturnType<typeof scoringJobs>,
  folder: EvaluatedFolder,
  target: EvaluationTarget,
  decoding: Decoding,
) => scoring.evaluate({ folder, target, decoding }, following().context);

it('names benchmarks with their files, and families', async () => {
  const { benchmarks, families } = await host()['scoring-catalogue']();
  expect(benchmarks.find(({ name }) => name === 'bamboogle')?.files[0].path).toBe(QUESTIONS.path);
  expect(families.map(({ name }) => name)).toContain('household');
});

it('reads files with their problems, scores, and keeps the results', async () => {
  const scoring = host();
  const read = await scoring['load-benchmark']({ benchmark: 'bamboogle', files: [QUESTIONS] });
  expect(read).toMatchObject({ items: 2, parts: [], problemCount: 1 });
  expect(read.problems[0].element).toBe(2);
  const lines = [
    { id: '0', output: 'Rhine' },
    { id: '1', output: 'the Danube' },
    { id: 'x', output: '' },
  ];
  const { seen, context } = following();
  expect(await scoring.score(predictions(...lines), context)).toMatchObject({
    progress: 1,
    results: 3,
    correct: 1,
    aggregate: { em: 0.5, predictions: 3, rejected: 1, items_without_prediction: 0 },
    header: null,
  });
  expect(seen.map(({ results }) => results)).toEqual([0, 1, 2, 3, 3]);
  const wrong = await scoring['scored-rows']({ filter: 'wrong', start: 1, count: 5 });
  expect(wrong.total).toBe(2);
  expect(wrong.rows.map(({ place, row }) => [place, benchmarkReasonSentence(row.reason)])).toEqual([
    [3, 'mine.jsonl:3: bamboogle has no item with this id in the files read.'],
  ]);
  const text = await (await scoring['scored-file']()).text();
  const parsed = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.map(({ id }) => id)).toEqual(['0', '1', 'x', undefined]);
  expect(parsed[3].aggregate).toMatchObject({ em: 0.5 });
});

it('can be cancelled in the middle, and keeps the results until then', async () => {
  const scoring = host();
  await scoring['load-benchmark']({ benchmark: 'bamboogle', files: [QUESTIONS] });
  const long = { path: 'long.jsonl', file: new Blob(['{"id":"0","output":"Rhine"}\n'.repeat(2000)]) };
  const last = await scoring.score(long, following(({ results }) => results === 100).context);
  expect(last).toMatchObject({ results: 100, aggregate: null });
  expect((await scoring['scored-rows']({ filter: 'all', start: 0, count: 1 })).total).toBe(100);
});

it('says what is missing', async () => {
  const scoring = host();
  await expect(scoring.score(predictions(), following().context)).rejects.toThrow('no-benchmark-loaded');
  await expect(scoring['load-benchmark']({ benchmark: 'nope', files: [] })).rejects.toThrow(
    'unknown-benchmark {"name":"nope"',
  );
  const family = { kind: 'family', family: 'household', split: 'held-out', tasksPerLevel: 1 } as const;
  const greedy = { temperature: 0, topK: 0, topP: 1, samples: 1, seed: 0 };
  await expect(evaluate(scoring, { name: 'nowhere' }, family, greedy)).rejects.toThrow(
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
  const onFamily = await evaluate(scoring, { name: 'picked', files }, family, decoding);
  expect(onFamily.header).toMatchObject({ model: 'picked', items_of: 'household, held-out', items: household.levels });
  expect(onFamily.results).toBe(household.levels);
  expect((await scoring['scored-rows']({ filter: 'all', start: 0, count: 1 })).rows[0].row.output).toEqual(
    expect.any(String),
  );

  await scoring['load-benchmark']({ benchmark: 'bamboogle', files: [QUESTIONS] });
  const end = await evaluate(scoring, { name: 'picked', files }, { kind: 'benchmark', items: 1 }, decoding);
  expect(end).toMatchObject({ results: 1, correct: 0, aggregate: { predictions: 1, rejected: 1 } });
  const [header] = (await (await scoring['scored-file']()).text()).split('\n');
  expect(JSON.parse(header)).toHaveProperty('evaluation.prompts.form', 'plain text');
});

it('evaluates a picked folder with an ONNX graph on transformers.js, with the same header and rows', async () => {
  const folder = await onnxFolder(tinyModel({ maxPositions: 1600 }));
  const files = [...folder].map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
  const scoring = host();
  await scoring['load-benchmark']({ benchmark: 'bamboogle', files: [QUESTIONS] });
  const greedy = { temperature: 0, topK: 0, topP: 1, samples: 1, seed: 0 };
  const end = await evaluate(scoring, { name: 'picked', files }, { kind: 'benchmark', items: 1 }, greedy);
  expect(end.header).toMatchObject({
    model: 'picked',
    adapter: expect.stringContaining('ONNX Runtime Web') as string,
    weights_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    prompts: { form: 'plain text' },
  });
  expect(end).toMatchObject({ results: 1, aggregate: { predictions: 1, rejected: 0 } });
  expect((await scoring['scored-rows']({ filter: 'all', start: 0, count: 1 })).rows[0].row.output).toEqual(
    expect.any(String),
  );
});
