/** @file The contract with the worker that keeps model folders. At most one is copied at a time. */
import type { StoredModel } from '../../../src/store/models/model-record.ts';
import type { CopyProgress, UnfinishedModel } from '../../../src/store/models/model-store.ts';
import type { PickedFile } from '../../../src/common/byte-source.ts';

/** A model that is served beside the page. */
export interface ShippedModel {
  name: string;
  parameters: number;
  vocabulary: number;
  /** The task families on which it was pre-trained. */
  families: string[];
  bytes: number;
}

export interface ModelLists {
  stored: StoredModel[];
  unfinished: UnfinishedModel[];
}

export interface ModelsWorker {
  shipped(): Promise<ShippedModel[]>;
  lists(): Promise<ModelLists>;
  /** Allows requests to one hub until the page is closed, or to none; before, the network is asked nothing. */
  allowHub(endpoint: string | null): Promise<void>;
  /** Copies a picked folder. @returns null where it was cancelled */
  addFolder(folder: string, files: readonly PickedFile[]): Promise<StoredModel | null>;
  /** Downloads `owner/name` from the allowed hub, or goes on with it. @returns null where it was cancelled */
  download(repository: string): Promise<StoredModel | null>;
  /** Goes on with an unfinished download, at the commit at which it began. @returns null where it was cancelled */
  resume(name: string): Promise<StoredModel | null>;
  /** Ends the copying under way. A download keeps what has arrived. */
  cancel(): Promise<void>;
  /** Null while nothing is copied, and until the source has been checked. */
  progress(): Promise<CopyProgress | null>;
  /** Removes a stored model or an unfinished download. */
  remove(name: string): Promise<void>;
}
