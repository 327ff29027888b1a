import type { DrawnFigure } from '../../../../workers/jobs/figures.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import type { StoredSweep, SweepEnd } from '../../../../workers/jobs/sweeps.ts';
import type { Axis, Runs } from '../../../analysis/run-summary.ts';
import { armsOf } from '../../../analysis/comparison.ts';
import { parseSweep, type Sweep } from '../../../sweeps/sweep-file.ts';
import { defaultReference, type SweepReport } from '../../../analysis/claims.ts';
import type { SweepProgress } from '../../../sweeps/sweep.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';
import { text } from '../../../text/text.ts';
import { errorSentence, type Said } from '../../shared/problems.svelte.ts';
import { Job } from '../../shared/job.svelte.ts';
import { figuresThread, sweepsThread } from '../../shared/threads.ts';
import { Trying } from '../../shared/trying.svelte.ts';
import { SweepPlan } from './sweep-plan.svelte.ts';

/** Runs a sweep in a worker, which continues while the user looks at another page. */
export class SweepJob extends Job<SweepProgress> {
  name = $state('');
  /** Undefined until the sweep has ended. */
  end = $state.raw<SweepEnd>();
}

const sweepJob = new SweepJob();

export class SweepsPage extends Trying {
  readonly plan = new SweepPlan();
  sweeps = $state.raw<readonly StoredSweep[]>([]);
  readonly job = sweepJob;
  private said = $state.raw<readonly Said[]>([]);

  shown = $state<string>();
  runs = $state.raw<Runs>({ summaries: [] });
  axis = $state<Axis>('rollouts');
  threshold = $state(0.5);
  /** Arm that the user chose as the baseline. */
  private chosenReference = $state<string>();

  readonly overlay = new Drawing<DrawnFigure>();
  readonly report = new Drawing<SweepReport>();

  readonly busy: boolean = $derived(this.job.running);
  readonly arms: readonly string[] = $derived(armsOf(this.runs.summaries));
  readonly reference: string | undefined = $derived(
    this.chosenReference !== undefined && this.arms.includes(this.chosenReference)
      ? this.chosenReference
      : defaultReference(this.arms),
  );

  get notices(): readonly string[] {
    return this.said.map((said) => said());
  }

  /** Lists what is stored. */
  async begin(): Promise<void> {
    await this.trying(async () => {
      await this.list();
      const newest = this.sweeps.find(({ finished }) => finished > 0);
      if (newest) await this.look(newest.name);
    });
  }

  /** Begins the planned sweep, or goes on with the stored one of its name. */
  start = (): Promise<void> => this.make($state.snapshot(this.plan.sweep) as Sweep);

  continue = ({ sweep }: StoredSweep): Promise<void> => this.make(sweep!);

  look = (name: string): Promise<void> => this.trying(() => this.read(name));

  remove = (name: string): Promise<void> =>
    this.trying(async () => {
      await sweepsThread.start('remove-sweep', name);
      if (this.shown === name) Object.assign(this, { shown: undefined, runs: { summaries: [] } });
      await this.list();
    });

  /** Returns the files that `genenv sweep` would write for the shown sweep. */
  files = (): Promise<{ path: string; text: string }[]> => sweepsThread.start('sweep-files', this.shown!);

  openSweepFile = (files: readonly PickedFile[]): Promise<void> =>
    this.trying(async () => {
      this.plan.opened = parseSweep(await files[0].file.text());
    });

  /** @param folder name of the chosen folder or of the first file; the sweep gets this name */
  openResults = (files: readonly PickedFile[], folder: string): Promise<void> =>
    this.trying(async () => {
      const { problems } = await sweepsThread.start('import-results', { name: folder, files });
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

  /** Reads the list again, and the results of this sweep if they are shown. The last problem stays. */
  async refresh(name: string): Promise<void> {
    try {
      await this.list();
      if (this.shown === name) await this.read(name);
    } catch (error) {
      this.tell(error);
    }
  }

  private async make(sweep: Sweep): Promise<void> {
    const { job } = this;
    if (job.running) return;
    const { keepRuns } = this.plan;
    Object.assign(job, { name: sweep.name, end: undefined });
    Object.assign(this, { shown: sweep.name, runs: { summaries: [] } });
    await this.trying(async () => {
      const end = await job.run((following) => sweepsThread.start('sweep', { sweep, keepRuns }, following));
      job.end = end ?? { cancelled: true, failures: [] };
    });
  }

  private async read(name: string): Promise<void> {
    const runs = await sweepsThread.start('sweep-results', name);
    Object.assign(this, { shown: name, runs });
    this.draw();
  }

  private async list(): Promise<void> {
    this.sweeps = await sweepsThread.start('stored-sweeps');
  }

  private draw(): void {
    const [runs, axis] = [this.runs, this.axis];
    if (runs.summaries.length === 0) return;
    void this.overlay.draw(() => figuresThread.start('draw-overlay', { runs, axis }));
    this.drawReport();
  }

  private drawReport(): void {
    const [runs, axis, threshold, reference] = [this.runs, this.axis, this.threshold, this.reference];
    if (reference === undefined) return;
    void this.report.draw(() => figuresThread.start('sweep-report', { runs, request: { axis, threshold, reference } }));
  }
}
