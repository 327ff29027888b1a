/** @file The scoring of `genenv score` and `genenv evaluate`, of files chosen in the page, without its worker. */
import { evaluateBenchmark, type BenchmarkEvaluation } from '../../../src/evaluation/evaluate-benchmark.ts';
import { evaluateFamily, type FamilyEvaluation } from '../../../src/evaluation/evaluate-family.ts';
import {
  formatEvaluatedRow,
  defaultMaxNewTokens,
  type Decoding,
  type EvaluatedRow,
  type EvaluationEvent,
} from '../../../src/evaluation/evaluation.ts';
import { benchmarkHeader, familyHeader, type EvaluationHeader } from '../../../src/evaluation/evaluation-header.ts';
import {
  type OpenedModel,
  openEvaluatedModel,
  openFrozenModel,
  runsOnOnnxRuntime,
} from '../../../src/evaluation/open-evaluated-model.ts';
import type { ModelFiles } from '../../../src/lm/files/model-files.ts';
import { pickedFolder } from '../../../src/store/models/model-source.ts';
import { parseOnnxName } from '../../../src/onnx/choose-graph.ts';
import type { Sampler } from '../../../src/policy/policy.ts';
import { type Benchmark, type BenchmarkItem, itemsOfPart, partsOf } from '../../../src/benchmarks/benchmark.ts';
import { memoryFiles } from '../../../src/benchmarks/files.ts';
import { benchmarkByName } from '../../../src/benchmarks/registry.ts';
import {
  formatRow,
  scorePredictions,
  type ResultRow,
  type ScoringEvent,
} from '../../../src/benchmarks/score-predictions.ts';
import { FAMILIES, familyByName } from '../../../src/tasks/registry.ts';
import type { Device } from '../../../src/tensor/device.ts';
import { reasonSentence as benchmarkReasonSentence } from '../../../src/text/reasons.ts';
import { CodedError } from '../../../src/common/coded-error.ts';
import type { PickedFile } from '../../../src/common/byte-source.ts';
import {
  MAX_PROBLEMS,
  type Catalogue,
  type EvaluatedFolder,
  type EvaluationTarget,
  type ItemsRead,
  type JobState,
  type RowFilter,
  type RowPage,
  type ScoringWorker,
} from './contract.ts';

/** The milliseconds that `advance` works: often enough for the page, rarely enough for the cost of messages. */
const ADVANCE_MS = 100;

/** A scored prediction, or an attempt of a model. */
type Result = ResultRow | EvaluatedRow;

interface Job {
  events: AsyncIterator<ScoringEvent | EvaluationEvent, void>;
  controller: AbortController;
  state: JobState;
  rows: Result[];
}

export interface ScoringParts {
  benchmarks: readonly Benchmark[];
  /** @param onProblem called when the device can no longer be used */
  openDevice(onProblem: () => void): Promise<Device>;
  /** A model by its name in the page's own folder, or by its web address. */
  modelFolder(name: string): ModelFiles;
  /** A folder with an ONNX graph, or one of its graphs; `files` where it was picked. */
  openFrozen(name: string, files: readonly PickedFile[] | undefined): Promise<Sampler>;
  now(): number;
}

export class ScoringHost implements ScoringWorker {
  private loaded: { benchmark: Benchmark; items: readonly BenchmarkItem[] } | undefined;
  private job: Job | undefined;
  private device: Device | undefined;
  private model: OpenedModel | undefined;

  constructor(private readonly parts: ScoringParts) {}

  async catalogue(): Promise<Catalogue> {
    return {
      benchmarks: this.parts.benchmarks.map(({ name, rule, files }) => ({ name, rule, files })),
      families: FAMILIES.map(({ name, levels }) => ({ name, levels })),
    };
  }

  async load(name: string, files: readonly PickedFile[]): Promise<ItemsRead> {
    const benchmark = benchmarkByName(this.parts.benchmarks, name);
    const { items, problems } = await benchmark.load(memoryFiles(files.map(({ path, file }) => [path, file])));
    this.loaded = { benchmark, items };
    return {
      items: items.length,
      parts: partsOf(benchmark, items),
      problems: problems.slice(0, MAX_PROBLEMS),
      problemCount: problems.length,
    };
  }

  async score({ path, file }: PickedFile): Promise<JobState> {
    const { benchmark, items } = this.itemsLoaded();
    const controller = new AbortController();
    const events = scorePredictions(benchmark, items, file, { name: path, signal: controller.signal });
    return this.begin(events, controller, null);
  }

  async evaluate(folder: EvaluatedFolder, target: EvaluationTarget, decoding: Decoding): Promise<JobState> {
    await this.endJob();
    const model = await this.openModel(folder);
    const controller = new AbortController();
    const { signal } = controller;
    if (target.kind === 'family') {
      const { family, split, tasksPerLevel } = target;
      const request: FamilyEvaluation = { family: familyByName(family), split, tasksPerLevel, model, decoding, signal };
      return this.begin(evaluateFamily(request), controller, familyHeader(request, model.description));
    }
    const { benchmark, items } = this.itemsLoaded();
    const request: BenchmarkEvaluation<BenchmarkItem> = {
      benchmark,
      items: itemsOfPart(benchmark, items, target.part).slice(0, target.items),
      model,
      decoding,
      maxNewTokens: defaultMaxNewTokens(benchmark),
      signal,
    };
    return this.begin(evaluateBenchmark(request), controller, benchmarkHeader(request, model.description));
  }

  async advance(): Promise<JobState> {
    const { job } = this;
    if (!job) throw new CodedError('nothing-to-advance');
    const until = this.parts.now() + ADVANCE_MS;
    try {
      while (job.state.phase === 'running') {
        const { value: event } = await job.events.next();
        if (!event) {
          job.state.phase = job.controller.signal.aborted ? 'cancelled' : 'finished';
          break;
        }
        take(job, event);
        if (event.kind === 'progress' || this.parts.now() >= until) break;
      }
    } catch (error) {
      // An aborted job ends with the signal's own error: it was cancelled as requested.
      if (!job.controller.signal.aborted) throw error;
      job.state.phase = 'cancelled';
    }
    return { ...job.state };
  }

  async cancel(): Promise<void> {
    this.job?.controller.abort();
  }

  async rows(filter: RowFilter, start: number, count: number): Promise<RowPage> {
    const all = (this.job?.rows ?? []).map((row, i) => ({ place: i + 1, row }));
    const chosen = filter === 'all' ? all : all.filter(({ row }) => isCorrect(row) === (filter === 'correct'));
    return { rows: chosen.slice(start, start + count), total: chosen.length };
  }

  async results(): Promise<Blob> {
    const { rows, state } = this.job ?? { rows: [], state: null };
    const lines = rows.map(formatResult);
    if (state?.header) lines.unshift(JSON.stringify({ evaluation: state.header }));
    if (state?.aggregate) lines.push(JSON.stringify({ aggregate: state.aggregate }));
    return new Blob([lines.map((line) => `${line}\n`).join('')], { type: 'application/jsonl' });
  }

  private itemsLoaded() {
    if (!this.loaded) {
      throw new CodedError('no-benchmark-loaded');
    }
    return this.loaded;
  }

  private async begin(
    events: AsyncIterator<ScoringEvent | EvaluationEvent, void>,
    controller: AbortController,
    header: EvaluationHeader | null,
  ): Promise<JobState> {
    await this.endJob();
    const state: JobState = {
      phase: 'running',
      progress: 0,
      turn: 0,
      results: 0,
      correct: 0,
      aggregate: null,
      header,
    };
    this.job = { events, controller, state, rows: [] };
    return { ...state };
  }

  private async endJob(): Promise<void> {
    const { job } = this;
    this.job = undefined;
    job?.controller.abort();
    await job?.events.return?.();
  }

  private async openModel({ name, files }: EvaluatedFolder): Promise<OpenedModel> {
    this.model?.dispose();
    this.model = undefined;
    const { folder } = parseOnnxName(name);
    const source = files ? pickedFolder(name, files) : this.parts.modelFolder(folder);
    if (await runsOnOnnxRuntime(name, source)) {
      this.model = await openFrozenModel(await this.parts.openFrozen(name, files), source);
      return this.model;
    }
    this.device ??= await this.parts.openDevice(() => (this.device = undefined));
    this.model = await openEvaluatedModel(this.device, source);
    return this.model;
  }
}

function take({ state, rows }: Job, event: ScoringEvent | EvaluationEvent): void {
  switch (event.kind) {
    case 'result':
      rows.push(event.row);
      state.results += 1;
      if (isCorrect(event.row)) state.correct += 1;
      if ('progress' in event) state.progress = event.progress;
      break;
    case 'progress':
      state.progress = event.total === 0 ? 1 : event.done / event.total;
      state.turn = event.turn;
      break;
    case 'aggregate':
      state.aggregate = event.aggregate;
  }
}

const isCorrect = ({ correct }: Result): boolean => correct === true || correct === 1;
const isEvaluated = (row: Result): row is EvaluatedRow => 'finish' in row;

function formatResult(row: Result): string {
  const sentence = benchmarkReasonSentence(row.reason);
  return isEvaluated(row) ? formatEvaluatedRow(row, sentence) : formatRow(row, sentence);
}
