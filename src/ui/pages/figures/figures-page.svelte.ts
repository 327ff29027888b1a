/** @file Holds the state of the Figures page: its source, the runs that it draws, and the drawing. */
import type { RunsService } from '../../../../workers/run/coordinator.ts';
import type { DrawnFigure } from '../../../../workers/jobs/figures.ts';
import type { JobStarter } from '../../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import { type Axis, type RunSummary, summariseLog } from '../../../analysis/run-summary.ts';
import { missingAblations } from '../../../figures/index.ts';
import type { RunRecord } from '../../../store/run-store.ts';
import { Job } from '../../shared/job.svelte.ts';
import { Trying } from '../../shared/problems.svelte.ts';
import { recordedRuns, type RecordedResults } from './recorded-results.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';

export type Source =
  | { kind: 'recorded'; name: string }
  /** Counterpart of the paper's Table 1, with every task family, from all recorded results. */
  | { kind: 'families' }
  /** Runs in this browser that the user chooses. */
  | { kind: 'single' };

export class FiguresPage extends Trying {
  records = $state.raw<readonly RunRecord[]>([]);
  source = $state.raw<Source>({ kind: 'single' });
  /** Ids of the single runs that are drawn. */
  chosen = $state.raw<readonly string[]>([]);
  axis = $state<Axis>('rollouts');
  /** Message that names the settings whose effect the runs cannot show. */
  missing = $state<string | null>(null);
  readonly drawing = new Drawing<DrawnFigure[]>();
  /** Job whose progress is the number of figures drawn. */
  readonly job = new Job<number>();
  private chosenByUser = false;

  constructor(
    private readonly stored: Pick<RunsService, 'list' | 'read'>,
    private readonly figureJobs: JobStarter<Jobs<'figures'>>,
    readonly recorded: readonly RecordedResults[],
  ) {
    super();
  }

  /** Reloads the runs in this browser, and keeps the chosen source if it still exists. */
  refresh = (): Promise<void> =>
    this.trying(async () => {
      this.records = (await this.stored.list()).filter(({ epochs }) => epochs > 0);
      const hasRuns = this.records.length > 0;
      if (!this.chosenByUser || (this.source.kind === 'single' && !hasRuns))
        this.source = { kind: hasRuns ? 'single' : 'families' };
      const there = this.chosen.filter((id) => this.records.some((record) => record.id === id));
      this.chosen = there.length > 0 ? there : this.records.slice(0, 1).map(({ id }) => id);
      await this.draw();
    });

  choose(source: Source): Promise<void> {
    this.chosenByUser = true;
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
      this.missing = ofFamilies || runs.length === 0 ? null : missingAblations(runs);
      const drawn = await this.job.run((following) =>
        ofFamilies
          ? this.figureJobs.start('draw-families', runs, following)
          : this.figureJobs.start('draw-figures', { runs, axis }, following),
      );
      return drawn ?? this.drawing.value ?? [];
    });
  }

  private async runs(source: Source): Promise<RunSummary[]> {
    switch (source.kind) {
      case 'recorded':
        return recordedRuns(
          this.figureJobs,
          this.recorded.filter(({ name }) => name === source.name),
        );
      case 'families':
        return recordedRuns(this.figureJobs, this.recorded);
      case 'single': {
        const read = await Promise.all(this.chosen.map((id) => this.stored.read(id)));
        return read.map(({ record, events }) => summariseLog(record.id, events));
      }
    }
  }
}
