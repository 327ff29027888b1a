/**
 * @file Scores like `genenv score` and evaluates like `genenv evaluate`, with files chosen in the page. The items read
 * last and the results of the last job stay in the worker; the page reads a few rows at a time.
 */
import { evaluateBenchmark, type BenchmarkEvaluation } from '../../src/evaluation/evaluate-benchmark.ts';
import {
  benchmarkHeader,
  evaluateFamily,
  type EvaluationHeader,
  type FamilyEvaluation,
  familyHeader,
} from '../../src/evaluation/evaluate-family.ts';
import {
  type Decoding,
  defaultMaxNewTokens,
  type EvaluatedRow,
  type EvaluationEvent,
  type EvaluationReason,
  formatEvaluatedRow,
} from '../../src/evaluation/evaluation.ts';
import {
  type OpenedModel,
  openEvaluatedModel,
  openFrozenModel,
  runsOnOnnxRuntime,
} from '../../src/evaluation/open-evaluated-model.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { pickedFolder } from '../../src/store/models/model-record.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import type { Sampler } from '../../src/policy/policy.ts';
import { memoryFiles } from '../../src/benchmarks/files.ts';
import {
  type Benchmark,
  type BenchmarkFile,
  type BenchmarkItem,
  type BenchmarkName,
  type BenchmarkRule,
  type FileProblem,
  itemsOfPart,
  partsOf,
  type RejectionReason,
} from '../../src/benchmarks/benchmark.ts';
import { benchmarkByName, benchmarks } from '../../src/benchmarks/registry.ts';
import {
  formatRow,
  scorePredictions,
  type ResultRow,
  type ScoringEvent,
} from '../../src/benchmarks/score-predictions.ts';
import { FAMILIES, familyByName } from '../../src/tasks/registry.ts';
import type { Device } from '../../src/tensor/device.ts';
import { reasonSentence as benchmarkReasonSentence } from '../../src/text/reasons.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import type { Split } from '../../src/tasks/family.ts';
import { OnnxThread } from '../player/player-threads.ts';
import { openThreadDevice } from '../player/policy-host.ts';
import { pagePython } from '../python/client.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import type { JobContext } from './job-host.ts';

export interface BenchmarkEntry {
  name: BenchmarkName;
  rule: BenchmarkRule;
  files: readonly BenchmarkFile[];
}

export interface FamilyEntry {
  name: string;
  levels: number;
}

export interface Catalogue {
  benchmarks: BenchmarkEntry[];
  families: FamilyEntry[];
}

export interface ItemsRead {
  items: number;
  /** Published parts, such as splits, with their numbers of items. */
  parts: { name: string; items: number }[];
  /** First problems, at most `MAX_PROBLEMS`. */
  problems: FileProblem[];
  problemCount: number;
}

export const MAX_PROBLEMS = 500;

/** Model's name in the page's own folder, its web address, or the files of a chosen folder. */
export interface EvaluatedFolder {
  name: string;
  files?: readonly PickedFile[];
}

/** Asks for the items of the benchmark that was loaded last, or a family's fixed tasks. */
export type EvaluationTarget =
  | { kind: 'benchmark'; /** Takes one only. */ part?: string; /** Takes the first ones only. */ items?: number }
  | { kind: 'family'; family: string; split: Split; tasksPerLevel: number };

export interface ScoringState {
  /** Share of the predictions file that is read, or of the attempts that are made; 0 to 1. */
  progress: number;
  /** Turn that unfinished attempts have reached if a model is evaluated; else 0. */
  turn: number;
  results: number;
  correct: number;
  /** The benchmark's aggregate figures; null until the end, and if the job was cancelled. */
  aggregate: Record<string, number> | null;
  /** Header of an evaluation; null if predictions are scored. */
  header: EvaluationHeader | null;
}

export type RowFilter = 'all' | 'correct' | 'wrong';

export type ShownRow = ResultRow<EvaluationReason | RejectionReason> & Partial<Pick<EvaluatedRow, 'output' | 'finish'>>;

export interface RowPage {
  /** Rows with their positions among all results, counted from 1. */
  rows: { place: number; row: ShownRow }[];
  /** Number of results that pass the filter. */
  total: number;
}

/** Is a scored prediction, or an attempt of a model. */
type Result = ResultRow | EvaluatedRow;

type Scoring = JobContext<ScoringState>;

export interface ScoringParts {
  benchmarks: readonly Benchmark[];
  /** @param onProblem called when the device can no longer be used */
  openDevice(onProblem: () => void): Promise<Device>;
  /** Opens a model by its name in the page's own folder, or by its web address. */
  modelFolder(name: string): ModelFiles;
  /** Opens a folder with an ONNX graph, or one of its graphs; `files` if it was picked. */
  openFrozen(name: string, files: readonly PickedFile[] | undefined): Promise<Sampler>;
}

function pageParts(): ScoringParts {
  const onnx = new OnnxThread();
  return {
    benchmarks: benchmarks(pagePython),
    openDevice: openThreadDevice,
    modelFolder: (name) => folderAt(modelAddress(name)),
    openFrozen: (name, files) =>
      onnx.openModel(files ? { name, files } : { name, address: modelAddress(parseOnnxName(name).folder) }),
  };
}

export function scoringJobs(parts: ScoringParts = pageParts()) {
  let loaded: { benchmark: Benchmark; items: readonly BenchmarkItem[] } | undefined;
  let last: { rows: Result[]; state: ScoringState | null } = { rows: [], state: null };
  let device: Device | undefined;
  let model: OpenedModel | undefined;

  function itemsLoaded() {
    if (!loaded) throw new CodedError('no-benchmark-loaded');
    return loaded;
  }

  async function openModel({ name, files }: EvaluatedFolder): Promise<OpenedModel> {
    model?.dispose();
    model = undefined;
    const source = files ? pickedFolder(name, files) : parts.modelFolder(parseOnnxName(name).folder);
    if (await runsOnOnnxRuntime(name, source)) {
      model = await openFrozenModel(await parts.openFrozen(name, files), source);
      return model;
    }
    device ??= await parts.openDevice(() => (device = undefined));
    model = await openEvaluatedModel(device, source);
    return model;
  }

  /** Keeps each result. A cancelled job ends without figures, and its results stay. */
  async function collect(
    events: AsyncIterable<ScoringEvent | EvaluationEvent>,
    header: EvaluationHeader | null,
    { report, signal }: Scoring,
  ): Promise<ScoringState> {
    const rows: Result[] = [];
    const state: ScoringState = { progress: 0, turn: 0, results: 0, correct: 0, aggregate: null, header };
    last = { rows, state };
    report({ ...state });
    try {
      for await (const event of events) {
        if (event.kind === 'result') {
          rows.push(event.row);
          state.results += 1;
          if (isCorrect(event.row)) state.correct += 1;
          if ('progress' in event) state.progress = event.progress;
        } else if (event.kind === 'progress') {
          state.progress = event.total === 0 ? 1 : event.done / event.total;
          state.turn = event.turn;
        } else state.aggregate = event.aggregate;
        report({ ...state });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return state;
  }

  return {
    /** Lists the benchmarks and families that can be scored. */
    'scoring-catalogue': async (): Promise<Catalogue> => ({
      benchmarks: parts.benchmarks.map(({ name, rule, files }) => ({ name, rule, files })),
      families: FAMILIES.map(({ name, levels }) => ({ name, levels })),
    }),
    /** Reads a benchmark's items from files and keeps them until it is called again. */
    'load-benchmark': async ({
      benchmark: name,
      files,
    }: {
      benchmark: string;
      files: readonly PickedFile[];
    }): Promise<ItemsRead> => {
      const benchmark = benchmarkByName(parts.benchmarks, name);
      const { items, problems } = await benchmark.load(memoryFiles(files.map(({ path, file }) => [path, file])));
      loaded = { benchmark, items };
      return {
        items: items.length,
        parts: partsOf(benchmark, items),
        problems: problems.slice(0, MAX_PROBLEMS),
        problemCount: problems.length,
      };
    },
    /** Scores a predictions file against the items that were read. */
    score: async ({ path, file }: PickedFile, context: Scoring): Promise<ScoringState> => {
      const { benchmark, items } = itemsLoaded();
      return collect(scorePredictions(benchmark, items, file, { name: path, signal: context.signal }), null, context);
    },
    /** Loads a model and evaluates it. */
    evaluate: async (
      { folder, target, decoding }: { folder: EvaluatedFolder; target: EvaluationTarget; decoding: Decoding },
      context: Scoring,
    ): Promise<ScoringState> => {
      const { signal } = context;
      const opened = await openModel(folder);
      if (target.kind === 'family') {
        const { split, tasksPerLevel } = target;
        const family = familyByName(target.family);
        const request: FamilyEvaluation = { family, split, tasksPerLevel, model: opened, decoding, signal };
        return collect(evaluateFamily(request), familyHeader(request, opened.description), context);
      }
      const { benchmark, items } = itemsLoaded();
      const request: BenchmarkEvaluation<BenchmarkItem> = {
        benchmark,
        items: itemsOfPart(benchmark, items, target.part).slice(0, target.items),
        model: opened,
        decoding,
        maxNewTokens: defaultMaxNewTokens(benchmark),
        signal,
      };
      return collect(evaluateBenchmark(request), benchmarkHeader(request, opened.description), context);
    },
    /** Returns a page of the results of the last job, which may still run. */
    'scored-rows': async ({
      filter,
      start,
      count,
    }: {
      filter: RowFilter;
      start: number;
      count: number;
    }): Promise<RowPage> => {
      const all = last.rows.map((row, i) => ({ place: i + 1, row }));
      const chosen = filter === 'all' ? all : all.filter(({ row }) => isCorrect(row) === (filter === 'correct'));
      return { rows: chosen.slice(start, start + count), total: chosen.length };
    },
    /** Returns all results as JSON lines, as the command line prints them. */
    'scored-file': async (): Promise<Blob> => {
      const { rows, state } = last;
      const lines = rows.map(formatResult);
      if (state?.header) lines.unshift(JSON.stringify({ evaluation: state.header }));
      if (state?.aggregate) lines.push(JSON.stringify({ aggregate: state.aggregate }));
      return new Blob([lines.map((line) => `${line}\n`).join('')], { type: 'application/jsonl' });
    },
  };
}

const isCorrect = ({ correct }: Result): boolean => correct === true || correct === 1;
const isEvaluated = (row: Result): row is EvaluatedRow => 'finish' in row;

function formatResult(row: Result): string {
  const sentence = benchmarkReasonSentence(row.reason);
  return isEvaluated(row) ? formatEvaluatedRow(row, sentence) : formatRow(row, sentence);
}
