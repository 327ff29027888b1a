/** @file The state of the benchmarks panel and what it does: files chosen, a job in progress, the results shown. */
import type { PickedFile } from '../../../common/byte-source.ts';
import type {
  Catalogue,
  EvaluatedFolder,
  EvaluationTarget,
  ItemsRead,
  JobState,
  RowFilter,
  RowPage,
  ScoringWorker,
} from '../../../../workers/jobs/scoring/contract.ts';
import { defaultDecoding } from '../../../evaluation/evaluation.ts';
import { defaultSettings } from '../../../genenv/settings/settings.ts';
import type { Split } from '../../../tasks/family.ts';
import { Trying } from '../../shared/trying.svelte.ts';

export const ROWS_PER_PAGE = 50;

export type Mode = 'score' | 'evaluate';

const NO_ROWS: RowPage = { rows: [], total: 0 };

export class BenchmarksPage extends Trying {
  catalogue = $state.raw<Catalogue>({ benchmarks: [], families: [] });
  mode = $state<Mode>('score');
  /** Name of a benchmark or of a task family. */
  target = $state('');
  data = $state.raw<readonly PickedFile[]>([]);
  /** The items in `data`; undefined until they are read. */
  read = $state.raw<ItemsRead>();
  predictions = $state.raw<PickedFile>();

  modelName = $state(defaultSettings.agentModel);
  /** A folder chosen; it takes precedence over the name. */
  modelFolder = $state.raw<EvaluatedFolder>();
  temperature = $state(0);
  samples = $state(1);
  seed = $state(0);
  /** Empty: all. */
  part = $state('');
  items = $state<number | null>(null);
  tasksPerLevel = $state(defaultSettings.evalTasks);
  split = $state<Split>('held-out');

  /** True if a job is starting or running. */
  busy = $state(false);
  job = $state.raw<JobState>();
  filter = $state<RowFilter>('all');
  /** Index of the first result shown, among those that pass the filter. */
  start = $state(0);
  shown = $state.raw<RowPage>(NO_ROWS);

  readonly benchmark = $derived(this.catalogue.benchmarks.find(({ name }) => name === this.target));
  readonly family = $derived(this.catalogue.families.find(({ name }) => name === this.target));
  readonly reading = $derived(this.data.length > 0 && this.read === undefined && this.problem === undefined);
  readonly canStart = $derived.by(() => {
    if (this.busy) return false;
    const hasItems = (this.read?.items ?? 0) > 0;
    if (this.mode === 'score') return hasItems && this.predictions !== undefined;
    return this.family !== undefined || hasItems;
  });

  constructor(private readonly worker: ScoringWorker) {
    super();
  }

  async begin(): Promise<void> {
    await this.trying(async () => {
      this.catalogue = await this.worker.catalogue();
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
      const read = await this.worker.load(target, files);
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
    const { predictions, worker } = this;
    if (this.mode === 'score' && predictions) await this.work(() => worker.score(predictions));
    else if (this.mode === 'evaluate') await this.work(() => this.evaluate());
  }

  async cancel(): Promise<void> {
    await this.trying(() => this.worker.cancel());
  }

  async show(start: number, filter: RowFilter = this.filter): Promise<void> {
    await this.trying(async () => {
      const page = await this.worker.rows(filter, start, ROWS_PER_PAGE);
      Object.assign(this, { start, filter, shown: page });
    });
  }

  /** All results as a file; undefined if they could not be read. */
  async results(): Promise<Blob | undefined> {
    let blob: Blob | undefined;
    await this.trying(async () => (blob = await this.worker.results()));
    return blob;
  }

  private evaluate(): Promise<JobState> {
    const { split, tasksPerLevel, temperature, samples, seed, part, items } = this;
    const target: EvaluationTarget = this.family
      ? { kind: 'family', family: this.family.name, split, tasksPerLevel }
      : { kind: 'benchmark', ...(part && { part }), ...(items !== null && { items }) };
    const model = this.modelFolder ?? { name: this.modelName.trim() };
    return this.worker.evaluate(model, target, { temperature, samples, seed, topK: 0, topP: 1 });
  }

  private async work(begin: () => Promise<JobState>): Promise<void> {
    if (this.busy) return;
    Object.assign(this, { busy: true, job: undefined, start: 0, filter: 'all', shown: NO_ROWS });
    await this.trying(async () => {
      this.job = await begin();
      while (this.job.phase === 'running') {
        this.job = await this.worker.advance();
        // The page shown changes only until it is full.
        if (this.shown.rows.length < ROWS_PER_PAGE || this.job.phase !== 'running') await this.show(this.start);
      }
    });
    this.busy = false;
  }
}
