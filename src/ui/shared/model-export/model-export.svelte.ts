import { JobThread } from '../../../../workers/jobs/job-thread.ts';
import type { ModelExported } from '../../../../workers/jobs/model-export.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportRequest,
  type Player,
} from '../../../interop/models/exported-model.ts';
import { download, inFileName } from '../download.ts';
import { Job } from '../job.svelte.ts';
import { Trying } from '../trying.svelte.ts';

/** A player of a stored run, or a model by its name in settings. */
export type ExportSubject = { runId: string } | { model: string };

export class ModelExport extends Trying {
  player = $state<Player>('agent');
  format = $state<ExportFormat>('safetensors');
  precision = $state<ExportRequest['precision']>('f32');
  /** Reports the bytes written. */
  readonly job = new Job<number>();
  exported = $state.raw<ModelExported>();

  private readonly thread = new JobThread('model-export', 'the export');

  /** Only runs offer adapters. */
  readonly formats: readonly ExportFormat[];

  constructor(readonly subject: ExportSubject) {
    super();
    this.formats = 'runId' in subject ? EXPORT_FORMATS : ['safetensors'];
  }

  /** Exports the chosen model and drops the export before it. */
  async run(): Promise<void> {
    if (this.job.running) return;
    const { subject, player, format, precision } = this;
    const source = 'runId' in subject ? { ...subject, player } : subject;
    const input = { source, request: { format, precision } };
    this.exported = undefined;
    await this.trying(async () => {
      const exported = await this.job.run((following) => this.thread.start('export-model', input, following));
      this.exported = exported ?? undefined;
    });
  }

  save(): void {
    if (this.exported) download(`${inFileName(this.exported.name)}.zip`, this.exported.zip);
  }

  /** Ends the worker, which frees the memory of the export. */
  close(): void {
    this.thread.terminate();
  }
}
