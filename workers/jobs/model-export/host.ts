/** @file The export of models without its thread: one export at a time. */
import { CodedError } from '../../../src/common/coded-error.ts';
import type { RunEvent } from '../../../src/genenv/log/events.ts';
import { exportModel } from '../../../src/interop/models/export-model.ts';
import type { ExportedModel, ExportRequest } from '../../../src/interop/models/exported-model.ts';
import { BlobTarget } from '../../../src/interop/models/export-target.ts';
import { modelOfFolder, modelOfRun } from '../../../src/interop/models/open-exported-model.ts';
import { zipFiles } from '../../../src/interop/models/zip-files.ts';
import type { ModelFiles } from '../../../src/lm/files/model-files.ts';
import type { RunStore } from '../../../src/store/run-store.ts';
import { modelExportWords } from '../../../src/text/model-export.ts';
import type { ExportSource, ModelExported, ModelExporter } from './contract.ts';

export interface ExportParts {
  store(): Promise<RunStore<RunEvent>>;
  /** A model by its name in the settings. */
  folder(model: string): ModelFiles;
}

export class ModelExportHost implements ModelExporter {
  private kept: BlobTarget | undefined;
  private underWay: { bytes: number; controller: AbortController } | undefined;

  constructor(private readonly parts: ExportParts) {}

  async export(source: ExportSource, request: ExportRequest): Promise<ModelExported> {
    if (this.underWay) throw new CodedError('export-under-way');
    const controller = new AbortController();
    const job = { bytes: 0, controller };
    this.underWay = job;
    this.kept = undefined;
    try {
      const model = await this.modelOf(source);
      const target = new BlobTarget(model.name);
      const files = await exportModel(model, request, target, modelExportWords, {
        onProgress: (bytes) => (job.bytes = bytes),
        signal: controller.signal,
      });
      this.kept = target;
      return { files, name: `${model.name}-${request.format}-${request.precision}` };
    } finally {
      this.underWay = undefined;
    }
  }

  async progress(): Promise<number | null> {
    return this.underWay?.bytes ?? null;
  }

  async cancel(): Promise<void> {
    this.underWay?.controller.abort();
  }

  async zip(): Promise<Blob> {
    if (!this.kept) throw new CodedError('no-export');
    return zipFiles(this.kept.blobs);
  }

  private async modelOf(source: ExportSource): Promise<ExportedModel> {
    if ('model' in source) return modelOfFolder(this.parts.folder(source.model), source.model);
    return modelOfRun(await this.parts.store(), source.runId, source.player, (name) => this.parts.folder(name));
  }
}
