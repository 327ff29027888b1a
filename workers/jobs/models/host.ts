/** @file Keeps model folders for the page: copies one at a time, and asks a hub only after a person has allowed it. */
import { CodedError } from '../../../src/common/coded-error.ts';
import type { PickedFile } from '../../../src/common/byte-source.ts';
import type { StoredModel } from '../../../src/store/models/model-record.ts';
import { type ModelSource, pickedSource } from '../../../src/store/models/model-source.ts';
import type { CopyProgress, ModelStore } from '../../../src/store/models/model-store.ts';
import type { ModelLists, ModelsWorker, ShippedModel } from './contract.ts';

/** A page that asks no hub loads nothing of it. */
const loadHub = () => import('../../../src/store/models/hub-source.ts');

export interface ModelsParts {
  /** Opens the storage at the first call that needs it. */
  store(): Promise<ModelStore>;
  shipped(): Promise<ShippedModel[]>;
}

export class ModelsHost implements ModelsWorker {
  private hub: string | null = null;
  private copying: { controller: AbortController; progress: CopyProgress | null } | undefined;

  constructor(private readonly parts: ModelsParts) {}

  shipped(): Promise<ShippedModel[]> {
    return this.parts.shipped();
  }

  async lists(): Promise<ModelLists> {
    const store = await this.parts.store();
    const [stored, unfinished] = await Promise.all([store.models(), store.unfinished()]);
    // The one under way is shown by its progress.
    return { stored, unfinished: unfinished.filter(({ name }) => name !== this.copying?.progress?.name) };
  }

  async allowHub(endpoint: string | null): Promise<void> {
    this.hub = endpoint;
  }

  addFolder(folder: string, files: readonly PickedFile[]): Promise<StoredModel | null> {
    return this.copy(() => pickedSource(folder, files));
  }

  download(repository: string): Promise<StoredModel | null> {
    return this.copy(async (signal) => {
      const endpoint = this.allowed();
      const { openHub } = await loadHub();
      return openHub({ repository: repository.trim(), endpoint }, signal);
    });
  }

  resume(name: string): Promise<StoredModel | null> {
    return this.copy(async (signal) => {
      const copies = await (await this.parts.store()).unfinished();
      const copy = copies.find((candidate) => candidate.name === name);
      if (copy?.origin.kind !== 'hub')
        throw new CodedError('no-unfinished-model', {
          name,
        });
      this.allowed(copy.origin.endpoint);
      const { hubSource } = await loadHub();
      return hubSource(copy.origin, copy.files, signal);
    });
  }

  async cancel(): Promise<void> {
    this.copying?.controller.abort();
  }

  async progress(): Promise<CopyProgress | null> {
    return this.copying?.progress ?? null;
  }

  async remove(name: string): Promise<void> {
    await (await this.parts.store()).remove(name);
  }

  private async copy(open: (signal: AbortSignal) => Promise<ModelSource>): Promise<StoredModel | null> {
    if (this.copying) throw new CodedError('model-copying');
    const controller = new AbortController();
    const { signal } = controller;
    const copying = (this.copying = { controller, progress: null as CopyProgress | null });
    try {
      const store = await this.parts.store();
      const onProgress = (progress: CopyProgress) => void (copying.progress = progress);
      return await store.add(await open(signal), { signal, onProgress });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      this.copying = undefined;
    }
  }

  /** @param endpoint a hub that must be the allowed one */
  private allowed(endpoint = this.hub): string {
    if (endpoint === null || endpoint !== this.hub) throw new CodedError('hub-off', { endpoint });
    return endpoint;
  }
}
