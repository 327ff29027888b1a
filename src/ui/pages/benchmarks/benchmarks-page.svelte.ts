/** @file Holds the benchmark panel's state: chosen files, the job in progress, and the results. */
import type { PickedFile } from '../../../common/byte-source.ts';
import type { Following, JobStarter } from '../../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import type {
  Catalogue,
  EvaluatedFolder,
  EvaluationTarget,
  ItemsRead,
  RowFilter,
  RowPage,
  ScoringState,
} from '../../../../workers/jobs/scoring.ts';
import { defaultDecoding } from '../../../evaluation/evaluation.ts';
import { defaultSettings } from '../../../genenv/settings/settings.ts';
import type { Split } from '../../../tasks/family.ts';
import { Job } from '../../shared/job.svelte.ts';
import { Trying } from '../../shared/trying.svelte.ts';

export const ROWS_PER_PAGE = 50;

export type Mode = 'score' | 'evaluate';

const NO_ROWS: RowPage = { rows: [], total: 0 };

export class BenchmarksPage extends Trying {
  catalogue = $state.raw<Catalogue>({ benchmarks: [], families: [] });
  mode = $state<Mode>('score');
  /** A benchmark or a task family. */
  target = $state('');
  data = $state.raw<readonly PickedFile[]>([]);
  /** Items read from `data`; undefined until they are read. */
  read = $state.raw<ItemsRead>();
  predictions = $state.raw<PickedFile>();

  modelName = $state(defaultSettings.agentModel);
  /** A chosen folder takes precedence over the name. */
  modelFolder = $state.raw<EvaluatedFolder>();
  temperature = $state(0);
  samples = $state(1);
  seed = $state(0);
  /** One part of the benchmark; empty: all. */
  part = $state('');
  items = $state<number | null>(null);
  tasksPerLevel = $state(defaultSettings.evalTasks);
  split = $state<Split>('held-out');

  busy = $state(false);
  readonly job = new Job<ScoringState>();
  /** How the last job ended. Undefined if it failed or is still running. */
  ended = $state.raw<ScoringState>();
  filter = $state<RowFilter>('all');
  /** Index from 0 of the first result shown, among those that pass the filter. */
  start = $state(0);
  shown = $state.raw<RowPage>(NO_ROWS);

  readonly state = $derived(this.ended ?? this.job.progress);
  readonly benchmark = $derived(this.catalogue.benchmarks.find(({ name }) => name === this.target));
  readonly family = $derived(this.catalogue.families.find(({ name }) => name === this.target));
  readonly reading = $derived(this.data.length > 0 && this.read === undefined && this.problem === undefined);
  readonly canStart = $derived.by(() => {
    if (this.busy) return false;
    const hasItems = (this.read?.items ?? 0) > 0;
    if (this.mode === 'score') return hasItems && this.predictions !== undefined;
    return this.family !== undefined || hasItems;
  });

  constructor(private readonly jobs: JobStarter<Jobs<'scoring'>>) {
    super();
  }

  async begin(): Promise<void> {
    await this.trying(async () => {
      this.catalogue = await this.jobs.start('scoring-catalogue');
      this.target = this.catalogue.benchmarks[0].name;
    });
  }

  chooseMode(mode: Mode): void {
    this.mode = mode;
    if (mode === 'score' && this.family) this.chooseTarget(this.catalogue.benchmarks[0].name);
  }

  /** Forgets the files that were chosen for the previous benchmark. */
  chooseTarget(name: string): void {
    this.target = name;
    this.data = [];
    this.read = undefined;
    this.part = '';
    this.problem = undefined;
    const { temperature, samples } = this.family ? defaultDecoding.family : defaultDecoding.benchmark;
    Object.assign(this, { temperature, samples });
  }

  async takeData(files: readonly PickedFile[]): Promise<void> {
    const { target } = this;
    this.data = files;
    this.read = undefined;
    this.part = '';
    await this.trying(async () => {
      const read = await this.jobs.start('load-benchmark', { benchmark: target, files });
      // Other files may have been chosen in the meantime.
      if (this.data === files) this.read = read;
    });
  }

  takePredictions(files: readonly PickedFile[]): void {
    this.predictions = files.at(0);
  }

  takeModel(files: readonly PickedFile[], name: string): void {
    this.modelFolder = files.length > 0 ? { name, files } : undefined;
  }

  async run(): Promise<void> {
    const { predictions, jobs } = this;
    if (this.mode === 'score' && predictions)
      await this.work((following) => jobs.start('score', predictions, following));
    else if (this.mode === 'evaluate') await this.work((following) => this.evaluate(following));
  }

  async show(start: number, filter: RowFilter = this.filter): Promise<void> {
    await this.trying(async () => {
      const page = await this.jobs.start('scored-rows', { filter, start, count: ROWS_PER_PAGE });
      Object.assign(this, { start, filter, shown: page });
    });
  }

  /** Returns all results as a file; undefined if reading them failed. */
  async results(): Promise<Blob | undefined> {
    let blob: Blob | undefined;
    await this.trying(async () => (blob = await this.jobs.start('scored-file')));
    return blob;
  }

  private evaluate(following: Following<ScoringState>): Promise<ScoringState> {
    const { split, tasksPerLevel, temperature, samples, seed, part, items } = this;
    const target: EvaluationTarget = this.family
      ? { kind: 'family', family: this.family.name, split, tasksPerLevel }
      : { kind: 'benchmark', ...(part && { part }), ...(items !== null && { items }) };
    const folder = this.modelFolder ?? { name: this.modelName.trim() };
    const decoding = { temperature, samples, seed, topK: 0, topP: 1 };
    return this.jobs.start('evaluate', { folder, target, decoding }, following);
  }

  private async work(start: (following: Following<ScoringState>) => Promise<ScoringState>): Promise<void> {
    if (this.busy) return;
    Object.assign(this, { busy: true, ended: undefined, start: 0, filter: 'all', shown: NO_ROWS });
    await this.trying(async () => {
      this.ended =
        (await this.job.run(({ signal, onProgress }) =>
          start({
            signal,
            onProgress: (progress) => {
              onProgress(progress);
              // The rows shown change only until the page is full.
              if (this.shown.rows.length < ROWS_PER_PAGE) void this.show(this.start);
            },
          }),
        )) ?? undefined;
      await this.show(this.start);
    });
    this.busy = false;
  }
}
