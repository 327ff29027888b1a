/**
 * @file Answers for the page, so that it works offline after its first visit
 * (https://www.w3.org/TR/service-workers). The files of one build form one cache, named by their contents: the page never
 * meets a mixture of two builds. A body with another hash than the build’s, such as the login page of a network, is neither
 * kept nor handed on. Addresses beyond these files, such as a model hub’s, are left to the network.
 */

/** The hashes that bodies are compared with (Subresource Integrity), by path; '' is the page. */
type Hashes = Readonly<Record<string, string>>;

export interface BuildFiles {
  /** Names the contents of all of them. */
  version: string;
  /** Fetched in the background of the first visit: the page, its program, the recorded run, the models of the first run. */
  shell: Hashes;
  /** Kept once they were asked for: other models, the WebAssembly that runs frozen ones, recorded results. */
  asked: Hashes;
}

interface Surroundings {
  /** The page’s folder, an address that ends with a slash. */
  folder: string;
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  fetch: (request: string | Request, init?: Pick<RequestInit, 'cache' | 'integrity'>) => Promise<Response>;
}

const PREFIX = 'build-';
const PAGE = '';

export class OfflineHost {
  private readonly name: string;
  /** By address. */
  private readonly hashes: ReadonlyMap<string, string>;

  constructor(
    private readonly files: BuildFiles,
    private readonly around: Surroundings,
  ) {
    // Two copies of the page on one host share the storage, so the folder is part of the name.
    this.name = `${this.prefix}${files.version}`;
    const entries = Object.entries({ ...files.shell, ...files.asked });
    this.hashes = new Map(entries.map(([path, hash]) => [this.address(path), hash]));
  }

  private get prefix(): string {
    return `${PREFIX}${this.around.folder}#`;
  }

  private address(path: string): string {
    return new URL(path, this.around.folder).href;
  }

  /** @throws where one file cannot be fetched, or is another one: the browser then tries again on the next visit */
  async install(): Promise<void> {
    const cache = await this.around.caches.open(this.name);
    const addresses = Object.keys(this.files.shell).map((path) => this.address(path));
    await Promise.all(
      addresses.map(async (address) => {
        await cache.put(address, await this.fetched(address));
      }),
    );
  }

  /** Deletes the caches of earlier builds of this page. */
  async activate(): Promise<void> {
    const { caches } = this.around;
    const old = (await caches.keys()).filter((key) => key.startsWith(this.prefix) && key !== this.name);
    await Promise.all(old.map((key) => caches.delete(key)));
  }

  /** The answer; undefined where the request is none of this worker’s business. `after` lets work end after it. */
  answer(request: Request, after: (work: Promise<unknown>) => void): Promise<Response> | undefined {
    if (request.method !== 'GET') return undefined;
    const { origin, pathname } = new URL(request.url);
    const address = `${origin}${pathname}`;
    if (request.mode === 'navigate') return this.isPage(address) ? this.page(request) : undefined;
    return this.hashes.has(address) ? this.file(address, after) : undefined;
  }

  private isPage(address: string): boolean {
    return address === this.around.folder || address === this.address('index.html');
  }

  /** The network’s page, so that a new build is seen at once; the kept one where there is no network. */
  private async page(request: Request): Promise<Response> {
    try {
      return await this.around.fetch(request);
    } catch (cause) {
      const cache = await this.around.caches.open(this.name);
      const kept = await cache.match(this.address(PAGE));
      if (!kept) throw cause;
      return kept;
    }
  }

  /** The whole file, even where a range of it was asked for: readers of models take that too (src/lm/files/web-folder.ts). */
  private async file(address: string, after: (work: Promise<unknown>) => void): Promise<Response> {
    const cache = await this.around.caches.open(this.name);
    const kept = await cache.match(address);
    if (kept) return kept;
    const response = await this.fetched(address);
    // If the storage is full the page goes on; it has less offline.
    after(cache.put(address, response.clone()).catch(() => {}));
    return response;
  }

  /** A file of the build from the network. @throws TypeError where there is none, or it is another file */
  private fetched(address: string): Promise<Response> {
    // A cache of the browser may hold what an earlier build had at this address: the host is asked whether it is current.
    return this.around.fetch(address, { cache: 'no-cache', integrity: this.hashes.get(address) });
  }
}
