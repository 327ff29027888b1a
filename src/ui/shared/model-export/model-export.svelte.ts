/** @file State and actions of the export of a model. */
import type { ExportProgress } from '../../../interop/models/export-model.ts';
import type { ExportFormat, Player } from '../../../interop/models/exported-model.ts';
import type { ExportRequest } from '../../../interop/models/formats.ts';
import type { TryOut } from '../../../interop/models/try-out.ts';
import type { ModelExported, ModelExporter } from '../../../../workers/model-export/contract.ts';
import type { WorkerHandle } from '../../../../workers/rpc/spawn.ts';
import { download, inFileName } from '../download.ts';
import { problemOf, type Problem } from '../problems.svelte.ts';

const PROGRESS_INTERVAL = 300;
/** Tokens that both write in the trial. */
const NEW_TOKENS = 24;

type Precision = ExportRequest['precision'];

/** Whose models: of a stored run, or one by its name in the settings. */
export type ExportSubject = { runId: string } | { model: string };

export class ModelExport {
  player = $state<Player>('agent');
  format = $state<ExportFormat>('onnx');
  /** 4 bits exist in ONNX only. */
  private chosenPrecision = $state<Precision>('f32');
  busy = $state<'exporting' | 'generating' | null>(null);
  progress = $state.raw<ExportProgress | null>(null);
  cancelled = $state(false);
  exported = $state.raw<ModelExported>();
  /** The format of what was exported: the choice may have changed since. */
  exportedFormat = $state<ExportFormat>('onnx');
  prompt = $state('');
  trial = $state.raw<TryOut>();
  problem = $state.raw<Problem>();

  private thread: WorkerHandle<ModelExporter> | undefined;

  readonly precisions: readonly Precision[] = $derived(this.format === 'onnx' ? ['f32', 'f16', 'q4'] : ['f32', 'f16']);
  /** Only a run has adapters. */
  readonly formats: readonly ExportFormat[];

  /** @param start starts the thread, when the first export is asked for */
  constructor(
    readonly subject: ExportSubject,
    private readonly start: () => WorkerHandle<ModelExporter>,
  ) {
    this.formats = 'runId' in subject ? ['onnx', 'safetensors', 'peft'] : ['onnx', 'safetensors'];
  }

  get precision(): Precision {
    return this.precisions.includes(this.chosenPrecision) ? this.chosenPrecision : 'f32';
  }

  set precision(precision: Precision) {
    this.chosenPrecision = precision;
  }

  /** Exports the chosen model; what was exported before is given up. */
  async run(): Promise<void> {
    if (this.busy) return;
    const { subject, player, format, precision } = this;
    const source = 'runId' in subject ? { ...subject, player } : subject;
    Object.assign(this, { exported: undefined, trial: undefined, cancelled: false });
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
        this.exportedFormat = format;
        this.prompt = this.exported.prompt;
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
    await this.doing('exporting', async (worker) => download(`${inFileName(name)}.zip`, await worker.zip()));
  }

  /** Lets transformers.js and our engine write after the prompt. */
  async generate(): Promise<void> {
    if (this.busy) return;
    this.trial = undefined;
    await this.doing('generating', async (worker) => {
      this.trial = await worker.tryOut(this.prompt, NEW_TOKENS);
    });
  }

  /** Ends the thread: its memory, the GPU's and ONNX Runtime's, comes back no other way. */
  close(): void {
    this.thread?.terminate();
    this.thread = undefined;
  }

  private async doing(what: 'exporting' | 'generating', work: (worker: ModelExporter) => Promise<void>): Promise<void> {
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
