/** @file State and actions of the export of a model. */
import type { ExportFormat, ExportRequest, Player } from '../../../interop/models/exported-model.ts';
import { EXPORT_FORMATS } from '../../../interop/models/exported-model.ts';
import type { ModelExported, ModelExporter } from '../../../../workers/jobs/model-export/contract.ts';
import type { Thread } from '../../../../workers/rpc/connect.ts';
import { download, inFileName } from '../download.ts';
import { problemOf, type Problem } from '../problems.svelte.ts';

/** ms. */
const PROGRESS_INTERVAL = 300;

/** The model to export: a player of a stored run, or a model by its name in the settings. */
export type ExportSubject = { runId: string } | { model: string };

export class ModelExport {
  player = $state<Player>('agent');
  format = $state<ExportFormat>('safetensors');
  precision = $state<ExportRequest['precision']>('f32');
  busy = $state<'exporting' | 'saving' | null>(null);
  /** Bytes written. */
  progress = $state.raw<number | null>(null);
  cancelled = $state(false);
  exported = $state.raw<ModelExported>();
  problem = $state.raw<Problem>();

  private thread: Thread<ModelExporter> | undefined;

  /** Only a run has adapters. */
  readonly formats: readonly ExportFormat[];

  /** @param start starts the thread, when the first export is asked for */
  constructor(
    readonly subject: ExportSubject,
    private readonly start: () => Thread<ModelExporter>,
  ) {
    this.formats = 'runId' in subject ? EXPORT_FORMATS : ['safetensors'];
  }

  /** Exports the chosen model and drops the export before it. */
  async run(): Promise<void> {
    if (this.busy) return;
    const { subject, player, format, precision } = this;
    const source = 'runId' in subject ? { ...subject, player } : subject;
    Object.assign(this, { exported: undefined, cancelled: false });
    await this.doing('exporting', async (worker) => {
      const following = setInterval(() => {
        // A failed export says why itself.
        worker.progress().then(
          (progress) => (this.progress = progress),
          () => {},
        );
      }, PROGRESS_INTERVAL);
      try {
        this.exported = await worker.export(source, { format, precision });
      } catch (error) {
        if (error instanceof Error && error.name === 'AbortError') this.cancelled = true;
        else throw error;
      } finally {
        clearInterval(following);
        this.progress = null;
      }
    });
  }

  cancel(): void {
    void this.thread?.proxy.cancel();
  }

  async save(): Promise<void> {
    const name = this.exported?.name;
    if (name === undefined || this.busy) return;
    await this.doing('saving', async (worker) => download(`${inFileName(name)}.zip`, await worker.zip()));
  }

  /** Ends the thread, which frees the memory of the export. */
  close(): void {
    this.thread?.terminate();
    this.thread = undefined;
  }

  private async doing(what: 'exporting' | 'saving', work: (worker: ModelExporter) => Promise<void>): Promise<void> {
    Object.assign(this, { busy: what, problem: undefined });
    if (!this.thread?.alive) this.thread = this.start();
    try {
      await work(this.thread.proxy);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.busy = null;
  }
}
