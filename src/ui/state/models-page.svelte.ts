/** @file Holds the state of the Models page: stored models, downloads, and the preparation of a checkpoint. */
import { MakingPage, type StoreModel } from './making-page.svelte.ts';
import type { FamilyChoice } from '../../tasks/family.ts';
import { FAMILIES, familyByName } from '../../tasks/registry.ts';
import type { PreparationRequest } from '../../../workers/jobs/pretraining.ts';
import type { Following, JobStarter } from '../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../workers/jobs/jobs.worker.ts';
import type { ModelLists, ShippedModel } from '../../../workers/jobs/models.ts';
import { once } from '../../common/once.ts';
import type { PickedFile } from '../../common/byte-source.ts';
import type { StoredModel } from '../../store/models/model-record.ts';
import type { CopyProgress } from '../../store/models/model-store.ts';
import { modelsText as words } from '../../text/later.ts';
import { modelsThread } from '../shared/threads.ts';
import { Job } from '../shared/job.svelte.ts';
import { type Said, Trying } from '../shared/problems.svelte.ts';

type Role = PreparationRequest['role'];

/**
 * Returns the families with chat prompts, which checkpoints need: names of this program's families, and the user's
 * own families among `families`.
 */
export const preparable = (families: readonly FamilyChoice[]): FamilyChoice[] => [
  ...FAMILIES.filter(({ chat }) => chat).map(({ name }) => name),
  ...families.filter((choice) => typeof choice === 'object' && familyByName(choice).chat),
];

export class PreparePage extends MakingPage<{ model: string; role: Role }> {
  role = $state<Role>('agent');
  prior = $state<PreparationRequest['prior']>('hard');
  seed = $state(1);
  learningRate = $state(5e-4);
  /** The checkpoint prepared last (`model`), and the prepared model's name in settings. */
  made = $state.raw<{ model: string; name: string }>();

  prepare = (model: string, family: FamilyChoice, store: StoreModel): Promise<void> =>
    this.trying(async () => {
      if (this.making) return;
      this.made = undefined;
      const { role, prior, seed, learningRate } = this;
      const request = { model, role, prior, seed, learningRate, families: [family] };
      const name = await this.makeOne(
        { model, role },
        (following) => this.thread.start('prepare-checkpoint', request, following),
        store,
      );
      if (name) this.made = { model, name };
    });
}

export class ModelsPage extends Trying {
  readonly preparing = new PreparePage();
  shipped = $state.raw<readonly ShippedModel[]>([]);
  lists = $state.raw<ModelLists>({ stored: [], unfinished: [] });
  /** Name of the model that is being copied. Undefined if none is. */
  copying = $state<string>();
  /** Job of the current copy. Its progress is undefined until the source has been checked. */
  readonly job = new Job<CopyProgress>();
  private said = $state.raw<Said>();

  repository = $state('');
  /** True if the user has allowed requests to the hub. */
  allowed = $state(false);

  get news(): string {
    return this.said?.() ?? '';
  }

  constructor(
    private readonly jobs: JobStarter<Jobs<'models'>>,
    readonly hub: string | null,
    /** Asks the browser not to clear this site's files when the disk gets full. */
    private readonly persist: () => Promise<unknown> = async () => navigator.storage?.persist?.(),
  ) {
    super();
  }

  async begin(): Promise<void> {
    // A failure to list the served models must not hide the stored models.
    await this.trying(async () => {
      this.shipped = await this.jobs.start('shipped-models');
    });
    await this.refresh();
  }

  /** Returns the hub if the user has allowed requests to it. Null otherwise. */
  private get allowedHub(): string | null {
    return this.allowed ? this.hub : null;
  }

  addFolder = (files: readonly PickedFile[], folder: string): Promise<void> =>
    this.copy(folder, (following) => this.jobs.start('add-model', { folder, files }, following));

  /** Stores a folder. @returns the model's name in settings; null if storing failed */
  store = async (folder: string, files: readonly PickedFile[]): Promise<string | null> => {
    await this.addFolder(files, folder);
    const name = `stored:${folder}`;
    return this.lists.stored.some((stored) => stored.name === name) ? name : null;
  };

  download = (): Promise<void> => {
    const { repository, allowedHub: hub } = this;
    return this.copy(repository, (following) => this.jobs.start('download-model', { repository, hub }, following));
  };

  resume = (name: string): Promise<void> => {
    const { allowedHub: hub } = this;
    return this.copy(name, (following) => this.jobs.start('resume-download', { name, hub }, following));
  };

  remove = async (name: string): Promise<void> => {
    await this.trying(async () => {
      await this.jobs.start('remove-model', name);
      this.said = () => words.removed({ name });
      this.lists = await this.jobs.start('stored-models');
    });
  };

  private async copy(name: string, start: (following: Following<CopyProgress>) => Promise<StoredModel>): Promise<void> {
    if (this.copying !== undefined) return;
    Object.assign(this, { copying: name, said: undefined });
    await this.trying(async () => {
      await this.persist();
      const stored = await this.job.run(start);
      this.said = () => (stored ? words.added({ name: stored.name }) : words.cancelled);
    });
    this.copying = undefined;
    await this.refresh();
  }

  /** Lists the stored models again. Keeps the problem shown, unless there is a new one. */
  private async refresh(): Promise<void> {
    const { problem } = this;
    await this.trying(async () => {
      this.lists = await this.jobs.start('stored-models');
    });
    this.problem ??= problem;
  }
}

/** All parts of the page share this state and its worker. `build/headers.ts` writes the element with the hub. */
export const modelsPage = once(
  () => new ModelsPage(modelsThread, document.querySelector<HTMLMetaElement>('meta[name=hub]')?.content ?? null),
);
