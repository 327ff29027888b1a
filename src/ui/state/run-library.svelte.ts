/**
 * @file The runs of this browser: listed, deleted and brought back, saved as files and read from them. Which of them is
 * open is not its business.
 */
import type { RunRecord } from '../../store/run-store.ts';
import type { Coordinator, RunDetails } from '../../../workers/coordinator/contract.ts';
import { text } from '../../text/text.ts';

/** A run as a file to save. */
export interface RunDownload {
  name: string;
  content: Blob;
}

export class RunLibrary {
  /** Newest change first. */
  runs = $state.raw<readonly RunRecord[]>([]);
  /** The run that was deleted last: it can come back until another is deleted, or its message is closed. */
  discarded = $state.raw<RunRecord>();
  /** What of imported files is not whole, as sentences. */
  problems = $state.raw<readonly string[]>([]);

  /** By run and number of epochs: both change with them only. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: nothing is drawn again because it grows
  private readonly known = new Map<string, Promise<RunDetails>>();

  constructor(private readonly coordinator: Coordinator) {}

  /** What was deleted before this page was opened goes for good. */
  async open(): Promise<void> {
    // A run that another tab still holds stays until next time.
    await this.coordinator.removeDiscarded().catch(() => {});
    await this.refresh();
  }

  async refresh(): Promise<void> {
    this.runs = await this.coordinator.runs();
  }

  /** A run has finished an epoch. */
  setEpochs(id: string | undefined, epochs: number): void {
    this.runs = this.runs.map((run) => (run.id === id ? { ...run, epochs } : run));
  }

  details({ id, epochs }: RunRecord): Promise<RunDetails> {
    const key = `${id} ${epochs}`;
    const details = this.known.get(key) ?? this.coordinator.details(id);
    this.known.set(key, details);
    details.catch(() => this.known.delete(key));
    return details;
  }

  async discard(run: RunRecord): Promise<void> {
    await this.forget();
    await this.coordinator.discard(run.id);
    this.discarded = run;
    await this.refresh();
  }

  async restore(): Promise<void> {
    const { discarded } = this;
    if (!discarded) return;
    await this.coordinator.restore(discarded.id);
    this.discarded = undefined;
    await this.refresh();
  }

  /** Removes the deleted run for good. */
  async forget(): Promise<void> {
    if (!this.discarded) return;
    this.discarded = undefined;
    await this.coordinator.removeDiscarded();
  }

  async exported(run: RunRecord, weights: boolean): Promise<RunDownload> {
    const bytes = await this.coordinator.exportRun(run.id, { weights });
    return {
      name: `${run.name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.genenv.zip`,
      content: new Blob([bytes], { type: 'application/zip' }),
    };
  }

  /**
   * @returns the last run read, undefined of no file
   * @throws Error in a sentence at the first file of which nothing can be read
   */
  async importFiles(files: readonly File[]): Promise<RunRecord | undefined> {
    this.problems = [];
    let last: RunRecord | undefined;
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { record, problems } = await this.coordinator.importRun(bytes, file.name);
      this.problems = [...this.problems, ...problems.map((problem) => text.runs.problem(file.name, problem))];
      last = record;
      await this.refresh();
    }
    return last;
  }

  closeProblems = (): void => {
    this.problems = [];
  };
}
