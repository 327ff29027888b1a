/**
 * @file What the figures part knows and does: the runs that are drawn, from a sweep or from the runs of this page, and the
 * drawings.
 */
import type { StoredRun } from '../../../../workers/coordinator/contract.ts';
import type { DrawnFigure, FiguresWorker } from '../../../../workers/figures/contract.ts';
import type { StoredSweep, SweepWorker } from '../../../../workers/sweep/contract.ts';
import type { Axis, Runs } from '../../../analysis/axes.ts';
import { summariseLog } from '../../../analysis/run-summary.ts';
import { unvariedAblations } from '../../../figures/index.ts';
import type { SettingName } from '../../../genenv/settings/settings.ts';
import type { RunRecord } from '../../../store/run-store.ts';
import { problemOf, type Problem } from '../../shared/problems.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';

export interface RunReader {
  runs(): Promise<RunRecord[]>;
  read(id: string): Promise<StoredRun>;
}

/** A sweep by its name, or single runs. */
export type Source = { sweep: string } | 'single';

export class FiguresPage {
  sweeps = $state.raw<readonly StoredSweep[]>([]);
  records = $state.raw<readonly RunRecord[]>([]);
  source = $state.raw<Source>('single');
  /** Ids of the single runs that are drawn. */
  chosen = $state.raw<readonly string[]>([]);
  axis = $state<Axis>('rollouts');
  /** The settings whose effect the runs can't show. */
  missing = $state.raw<readonly SettingName[]>([]);
  problem = $state.raw<Problem>();
  readonly drawing = new Drawing<DrawnFigure[]>();

  /** There is nothing to choose from. */
  readonly empty: boolean = $derived(this.sweeps.length === 0 && this.records.length === 0);

  constructor(
    private readonly worker: SweepWorker,
    private readonly reader: RunReader,
    private readonly drawer: FiguresWorker,
  ) {}

  /** Reads what there is; a choice that is still there stays. */
  refresh = (): Promise<void> =>
    this.trying(async () => {
      const [sweeps, records] = await Promise.all([this.worker.sweeps(), this.reader.runs()]);
      this.sweeps = sweeps.filter(({ finished }) => finished > 0);
      this.records = records.filter(({ epochs }) => epochs > 0);
      const { source } = this;
      const stays = source !== 'single' && this.sweeps.some(({ name }) => name === source.sweep);
      if (!stays) this.source = this.sweeps.length > 0 ? { sweep: this.sweeps[0].name } : 'single';
      const there = this.chosen.filter((id) => this.records.some((record) => record.id === id));
      this.chosen = there.length > 0 ? there : this.records.slice(0, 1).map(({ id }) => id);
      await this.draw();
    });

  choose(source: Source): Promise<void> {
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
    const { axis } = this;
    await this.drawing.draw(async () => {
      const runs = await this.runs();
      this.missing = runs.summaries.length > 0 ? unvariedAblations(runs) : [];
      return this.drawer.figures(runs, axis);
    });
  }

  private async runs(): Promise<Runs> {
    if (this.source !== 'single') return this.worker.results(this.source.sweep);
    const read = await Promise.all(this.chosen.map((id) => this.reader.read(id)));
    return { summaries: read.map(({ record, events }) => summariseLog(record.id, events)) };
  }

  private async trying(action: () => Promise<unknown>): Promise<void> {
    this.problem = undefined;
    try {
      await action();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }
}
