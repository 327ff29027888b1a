/** @file State and actions of the sweeps part. */
import type { DrawnFigure, FiguresWorker } from '../../../../workers/jobs/figures/contract.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import type { StoredSweep, SweepJob, SweepWorker } from '../../../../workers/jobs/sweep/contract.ts';
import type { Axis, Runs } from '../../../analysis/run-summary.ts';
import { armsOf } from '../../../analysis/comparison.ts';
import { parseSweep, type Sweep } from '../../../sweeps/sweep-file.ts';
import { defaultReference, type SweepReport } from '../../../analysis/sweep-report.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';
import { text } from '../../../text/text.ts';
import { errorSentence, type Said } from '../../shared/problems.svelte.ts';
import { Trying } from '../../shared/trying.svelte.ts';
import { SweepPlan } from './sweep-plan.svelte.ts';

const PROGRESS_INTERVAL = 400;

const underWay = (job: SweepJob | undefined): boolean => job?.phase === 'running' || job?.phase === 'stopping';

export class SweepsPage extends Trying {
  readonly plan = new SweepPlan();
  sweeps = $state.raw<readonly StoredSweep[]>([]);
  job = $state.raw<SweepJob>();
  private said = $state.raw<readonly Said[]>([]);

  /** Name of the sweep looked at. */
  shown = $state<string>();
  runs = $state.raw<Runs>({ summaries: [] });
  axis = $state<Axis>('rollouts');
  threshold = $state(0.5);
  /** The arm a person chose to compare with. */
  private chosenReference = $state<string>();

  readonly overlay = new Drawing<DrawnFigure>();
  readonly report = new Drawing<SweepReport>();

  readonly busy: boolean = $derived(underWay(this.job));
  readonly arms: readonly string[] = $derived(armsOf(this.runs.summaries));
  readonly reference: string | undefined = $derived(
    this.chosenReference !== undefined && this.arms.includes(this.chosenReference)
      ? this.chosenReference
      : defaultReference(this.arms),
  );

  /** Parts of files brought in that were not read, as sentences. */
  get notices(): readonly string[] {
    return this.said.map((said) => said());
  }

  constructor(
    private readonly worker: SweepWorker,
    private readonly drawer: () => FiguresWorker,
  ) {
    super();
  }

  /** Lists what is stored, and follows the sweep under way if there is one. */
  async begin(): Promise<void> {
    await this.trying(async () => {
      await this.list();
      const newest = this.sweeps.find(({ finished }) => finished > 0);
      if (newest) await this.look(newest.name);
      const job = await this.worker.job();
      if (job && underWay(job)) void this.follow(job);
    });
  }

  /** Begins the planned sweep, or goes on with the stored one of its name. */
  start = (): Promise<void> => this.make($state.snapshot(this.plan.sweep) as Sweep);

  continue = ({ sweep }: StoredSweep): Promise<void> => this.make(sweep!);

  cancel = (): Promise<void> =>
    this.trying(async () => {
      await this.worker.cancel();
      this.job = (await this.worker.job()) ?? undefined;
    });

  look = (name: string): Promise<void> =>
    this.trying(async () => {
      const runs = await this.worker.results(name);
      Object.assign(this, { shown: name, runs });
      this.draw();
    });

  remove = (name: string): Promise<void> =>
    this.trying(async () => {
      await this.worker.remove(name);
      if (this.shown === name) Object.assign(this, { shown: undefined, runs: { summaries: [] } });
      await this.list();
    });

  /** The files of `genenv sweep`, of the sweep looked at. */
  files = (): Promise<{ path: string; text: string }[]> => this.worker.files(this.shown!);

  openSweepFile = (files: readonly PickedFile[]): Promise<void> =>
    this.trying(async () => {
      this.plan.opened = parseSweep(await files[0].file.text());
    });

  /** @param folder name of the folder chosen, or of the first file: the sweep's name from then on */
  openResults = (files: readonly PickedFile[], folder: string): Promise<void> =>
    this.trying(async () => {
      const { problems } = await this.worker.importResults(folder, files);
      this.said = problems.map(
        ({ file, error }) =>
          () =>
            text.runs.problem({ file, problem: errorSentence(error) }),
      );
      await this.list();
      await this.look(folder);
    });

  chooseAxis(axis: Axis): void {
    this.axis = axis;
    this.draw();
  }

  chooseReference(arm: string): void {
    this.chosenReference = arm;
    this.drawReport();
  }

  chooseThreshold(threshold: number): void {
    this.threshold = threshold;
    this.drawReport();
  }

  private async make(sweep: Sweep): Promise<void> {
    const { keepRuns } = this.plan;
    await this.trying(async () => {
      const job = await this.worker.start(sweep, { keepRuns });
      await this.list();
      await this.look(job.name);
      void this.follow(job);
    });
  }

  /** Asks how far the sweep is until it has ended; its results are shown as runs finish. */
  private async follow(started: SweepJob): Promise<void> {
    this.job = started;
    await this.trying(async () => {
      let finished = this.runs.summaries.length;
      while (underWay(this.job)) {
        await new Promise((resolve) => setTimeout(resolve, PROGRESS_INTERVAL));
        this.job = (await this.worker.job()) ?? undefined;
        const now = this.job?.progress?.finished ?? 0;
        if (now === finished && underWay(this.job)) continue;
        finished = now;
        await this.list();
        if (this.shown === started.name) await this.look(started.name);
      }
    });
  }

  private async list(): Promise<void> {
    this.sweeps = await this.worker.sweeps();
  }

  private draw(): void {
    const [runs, axis] = [this.runs, this.axis];
    if (runs.summaries.length === 0) return;
    void this.overlay.draw(() => this.drawer().overlay(runs, axis));
    this.drawReport();
  }

  private drawReport(): void {
    const [runs, axis, threshold, reference] = [this.runs, this.axis, this.threshold, this.reference];
    if (reference === undefined) return;
    void this.report.draw(() => this.drawer().report(runs, { axis, threshold, reference }));
  }
}
