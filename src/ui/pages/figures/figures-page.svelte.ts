import type { StoredRun } from '../../../../workers/run/runs.ts';
import type { DrawnFigure } from '../../../../workers/jobs/figures.ts';
import type { JobStarter } from '../../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import type { StoredSweep } from '../../../../workers/jobs/sweeps.ts';
import { type Axis, type Runs, summariseLog } from '../../../analysis/run-summary.ts';
import { unvariedAblations } from '../../../figures/index.ts';
import type { SettingName } from '../../../genenv/settings/settings.ts';
import type { RunRecord } from '../../../store/run-store.ts';
import { Job } from '../../shared/job.svelte.ts';
import { Trying } from '../../shared/trying.svelte.ts';
import { recordedRuns, type RecordedResults } from './recorded-results.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';

export interface RunReader {
  runs(): Promise<RunRecord[]>;
  read(id: string): Promise<StoredRun>;
}

export type Source =
  | { kind: 'sweep' | 'recorded'; name: string }
  /** Table 1 over the families, from the recorded results or from all sweeps of this page. */
  | { kind: 'families'; of: 'recorded' | 'own' }
  | { kind: 'single' };

const together = (all: readonly Runs[]): Runs => ({ summaries: all.flatMap(({ summaries }) => summaries) });

export class FiguresPage extends Trying {
  sweeps = $state.raw<readonly StoredSweep[]>([]);
  records = $state.raw<readonly RunRecord[]>([]);
  source = $state.raw<Source>({ kind: 'single' });
  /** Ids of the single runs that are drawn. */
  chosen = $state.raw<readonly string[]>([]);
  axis = $state<Axis>('rollouts');
  /** Settings whose effect the runs can't show. */
  missing = $state.raw<readonly SettingName[]>([]);
  readonly drawing = new Drawing<DrawnFigure[]>();
  /** Reports the number of figures drawn. */
  readonly job = new Job<number>();
  private chosenByPerson = false;

  constructor(
    private readonly sweepJobs: JobStarter<Jobs<'sweeps'>>,
    private readonly reader: RunReader,
    private readonly figureJobs: JobStarter<Jobs<'figures'>>,
    readonly recorded: readonly RecordedResults[],
  ) {
    super();
  }

  /** Reloads the sources, and keeps the chosen one if it still exists. */
  refresh = (): Promise<void> =>
    this.trying(async () => {
      const [sweeps, records] = await Promise.all([this.sweepJobs.start('stored-sweeps'), this.reader.runs()]);
      this.sweeps = sweeps.filter(({ finished }) => finished > 0);
      this.records = records.filter(({ epochs }) => epochs > 0);
      if (!this.chosenByPerson || !this.isThere(this.source)) this.source = this.firstSource();
      const there = this.chosen.filter((id) => this.records.some((record) => record.id === id));
      this.chosen = there.length > 0 ? there : this.records.slice(0, 1).map(({ id }) => id);
      await this.draw();
    });

  private isThere(source: Source): boolean {
    switch (source.kind) {
      case 'sweep':
        return this.sweeps.some(({ name }) => name === source.name);
      case 'recorded':
        return true;
      case 'families':
        return source.of === 'recorded' || this.sweeps.length > 0;
      case 'single':
        return this.records.length > 0;
    }
  }

  /** Returns the user's newest source, or else a recorded one. */
  private firstSource(): Source {
    if (this.sweeps.length > 0) return { kind: 'sweep', name: this.sweeps[0].name };
    return this.records.length > 0 ? { kind: 'single' } : { kind: 'families', of: 'recorded' };
  }

  choose(source: Source): Promise<void> {
    this.chosenByPerson = true;
    this.source = source;
    return this.trying(() => this.draw());
  }

  chooseRun(id: string, chosen: boolean): Promise<void> {
    this.chosen = chosen ? [...this.chosen, id] : this.chosen.filter((one) => one !== id);
    return this.trying(() => this.draw());
  }

  chooseAxis(axis: Axis): Promise<void> {
    this.axis = axis;
    return this.trying(() => this.draw());
  }

  private async draw(): Promise<void> {
    const { axis, source } = this;
    await this.drawing.draw(async () => {
      const runs = await this.runs(source);
      const ofFamilies = source.kind === 'families';
      this.missing = ofFamilies || runs.summaries.length === 0 ? [] : unvariedAblations(runs);
      const drawn = await this.job.run((following) =>
        ofFamilies
          ? this.figureJobs.start('draw-families', runs, following)
          : this.figureJobs.start('draw-figures', { runs, axis }, following),
      );
      return drawn ?? this.drawing.value ?? [];
    });
  }

  private async runs(source: Source): Promise<Runs> {
    switch (source.kind) {
      case 'sweep':
        return this.sweepJobs.start('sweep-results', source.name);
      case 'recorded':
        return this.figureJobs.start(
          'recorded-results',
          this.recorded.find(({ name }) => name === source.name)!.address,
        );
      case 'families':
        return source.of === 'own'
          ? together(await Promise.all(this.sweeps.map(({ name }) => this.sweepJobs.start('sweep-results', name))))
          : recordedRuns(this.figureJobs, this.recorded);
      case 'single': {
        const read = await Promise.all(this.chosen.map((id) => this.reader.read(id)));
        return { summaries: read.map(({ record, events }) => summariseLog(record.id, events)) };
      }
    }
  }
}
