/** @file The export of models without its thread: one export at a time, checked on one device. */
import { CodedError } from '../../src/common/coded-error.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { exportModel, type ExportProgress } from '../../src/interop/models/export-model.ts';
import type { ExportedModel } from '../../src/interop/models/exported-model.ts';
import { BlobTarget } from '../../src/interop/models/export-target.ts';
import type { ExportRequest } from '../../src/interop/models/formats.ts';
import { graphName } from '../../src/interop/models/onnx-folder.ts';
import { modelOfFolder, modelOfRun } from '../../src/interop/models/open-exported-model.ts';
import { tryOut, type TryOut } from '../../src/interop/models/try-out.ts';
import { zipFiles } from '../../src/interop/models/zip-files.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import type { Transformers } from '../../src/onnx/transformers.ts';
import type { RunStore } from '../../src/store/run-store.ts';
import type { Device } from '../../src/tensor/device.ts';
import { modelExportWords } from '../../src/text/work.ts';
import type { ExportSource, ModelExported, ModelExporter } from './contract.ts';

export interface ExportParts {
  /** @param onProblem called when the device can no longer be used */
  openDevice(onProblem: () => void): Promise<Device>;
  store(): Promise<RunStore<RunEvent>>;
  /** A model by its name in the settings. */
  folder(model: string): ModelFiles;
  /** Called when a graph is opened for the first time. */
  transformers(): Promise<Transformers>;
}

interface Kept {
  model: ExportedModel;
  request: ExportRequest;
  target: BlobTarget;
}

export class ModelExportHost implements ModelExporter {
  private device: Device | undefined;
  private kept: Kept | undefined;
  private underWay: { progress: ExportProgress; controller: AbortController } | undefined;

  constructor(private readonly parts: ExportParts) {}

  async export(source: ExportSource, request: ExportRequest): Promise<ModelExported> {
    if (this.underWay) throw new CodedError('export-under-way');
    const controller = new AbortController();
    const job = { progress: { stage: 'writing', done: 0, total: 0 } as ExportProgress, controller };
    this.underWay = job;
    this.kept = undefined;
    try {
      const model = await this.modelOf(source);
      const target = new BlobTarget(model.name);
      const report = await exportModel(model, request, target, await this.runtimes(), modelExportWords, {
        onProgress: (progress) => (job.progress = progress),
        signal: controller.signal,
      });
      this.kept = { model, request, target };
      return {
        report,
        name: `${model.name}-${request.format}-${request.precision}`,
        prompt: await this.promptOf(source),
      };
    } finally {
      this.underWay = undefined;
    }
  }

  async progress(): Promise<ExportProgress | null> {
    return this.underWay?.progress ?? null;
  }

  async cancel(): Promise<void> {
    this.underWay?.controller.abort();
  }

  async zip(): Promise<Blob> {
    return zipFiles(this.exported.target.blobs);
  }

  async tryOut(prompt: string, newTokens: number): Promise<TryOut> {
    const { model, request, target } = this.exported;
    if (request.format !== 'onnx') throw new CodedError('not-onnx');
    const graph = graphName(request.precision);
    return tryOut({ model, folder: target.files, graph, prompt, newTokens }, await this.runtimes());
  }

  async close(): Promise<void> {
    await this.cancel();
    this.kept = undefined;
    this.device?.destroy();
    this.device = undefined;
  }

  private get exported(): Kept {
    if (!this.kept) throw new CodedError('no-export');
    return this.kept;
  }

  private async runtimes() {
    this.device ??= await this.parts.openDevice(() => (this.device = undefined));
    return { device: this.device, transformers: () => this.parts.transformers() };
  }

  private async modelOf(source: ExportSource): Promise<ExportedModel> {
    if ('model' in source) return modelOfFolder(this.parts.folder(source.model), source.model);
    return modelOfRun(await this.parts.store(), source.runId, source.player, (name) => this.parts.folder(name));
  }

  /** The last text that the player read in the run: a task's prompt, or the context of a task to write. */
  private async promptOf(source: ExportSource): Promise<string> {
    if ('model' in source) return '';
    const store = await this.parts.store();
    let prompt = '';
    for await (const { texts } of store.eventsOf(source.runId, 'tasks-written'))
      for (const text of texts) {
        const read = source.player === 'agent' ? text.prompt : text.context;
        if (read !== '') prompt = read;
      }
    return prompt;
  }
}
