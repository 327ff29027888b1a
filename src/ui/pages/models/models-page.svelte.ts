/** @file The state of the models page and what it does. */
import type { ModelLists, ModelsWorker, ShippedModel } from '../../../../workers/jobs/models/contract.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import type { StoredModel } from '../../../store/models/model-record.ts';
import type { CopyProgress } from '../../../store/models/model-store.ts';
import { modelsText as words } from '../../../text/later.ts';
import type { Said } from '../../shared/problems.svelte.ts';
import { Trying } from '../../shared/trying.svelte.ts';
import { PreparePage } from './prepare-page.svelte.ts';

/** Often enough for a moving bar. */
const POLL_MS = 200;

export class ModelsPage extends Trying {
  readonly preparing = new PreparePage();
  shipped = $state.raw<readonly ShippedModel[]>([]);
  lists = $state.raw<ModelLists>({ stored: [], unfinished: [] });
  /** Name of what is being copied; undefined while nothing is. */
  copying = $state<string>();
  /** Undefined until the source has been checked. */
  progress = $state.raw<CopyProgress>();
  private said = $state.raw<Said>();

  repository = $state('');
  /** True if the hub may be asked. */
  allowed = $state(false);

  /** The last result, as a sentence. */
  get news(): string {
    return this.said?.() ?? '';
  }

  /** @param persist asks the browser not to clear this site's files when the disk gets full */
  constructor(
    private readonly worker: ModelsWorker,
    readonly hub: string | null,
    private readonly persist: () => Promise<unknown> = async () => navigator.storage?.persist?.(),
  ) {
    super();
  }

  async begin(): Promise<void> {
    // Served models are shown even if the browser stores nothing, and the other way round.
    await this.trying(async () => {
      this.shipped = await this.worker.shipped();
    });
    const { problem } = this;
    await this.refresh();
    this.problem ??= problem;
  }

  allowHub = (allow: boolean): Promise<void> =>
    this.trying(async () => {
      await this.worker.allowHub(allow ? this.hub : null);
      this.allowed = allow;
    });

  addFolder = (files: readonly PickedFile[], folder: string): Promise<void> =>
    this.copy(folder, () => this.worker.addFolder(folder, files));

  /** @returns the name that settings have for the stored folder; null where it was not stored */
  store = async (folder: string, files: readonly PickedFile[]): Promise<string | null> => {
    await this.addFolder(files, folder);
    const name = `stored:${folder}`;
    return this.lists.stored.some((stored) => stored.name === name) ? name : null;
  };

  download = (): Promise<void> => this.copy(this.repository, () => this.worker.download(this.repository));

  resume = (name: string): Promise<void> => this.copy(name, () => this.worker.resume(name));

  cancel = (): Promise<void> => this.trying(() => this.worker.cancel());

  remove = async (name: string): Promise<void> => {
    await this.trying(async () => {
      await this.worker.remove(name);
      this.said = () => words.removed({ name });
      this.lists = await this.worker.lists();
    });
  };

  private async copy(name: string, work: () => Promise<StoredModel | null>): Promise<void> {
    if (this.copying !== undefined) return;
    Object.assign(this, { copying: name, progress: undefined, said: undefined });
    const polling = setInterval(() => void this.poll(), POLL_MS);
    await this.trying(async () => {
      await this.persist();
      const stored = await work();
      this.said = () => (stored ? words.added({ name: stored.name }) : words.cancelled);
    });
    clearInterval(polling);
    Object.assign(this, { copying: undefined, progress: undefined });
    const { problem } = this;
    await this.refresh();
    this.problem ??= problem;
  }

  private async poll(): Promise<void> {
    const progress = await this.worker.progress();
    if (this.copying !== undefined) this.progress = progress ?? undefined;
  }

  private refresh = (): Promise<void> =>
    this.trying(async () => {
      this.lists = await this.worker.lists();
    });
}
