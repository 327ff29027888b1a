/**
 * @file Answers requests so that the page works offline after the first visit
 * (https://www.w3.org/TR/service-workers). The files of one build form one cache, named by their contents, so the page
 * never mixes two builds. Files with another hash than the build’s, such as a network’s login page, are neither kept
 * nor passed on. Only the page itself comes unchecked from the network. Other addresses, such as a model hub’s, go to
 * the network.
 */

/** Subresource Integrity hashes by path. The page's path is ''. */
type Hashes = Readonly<Record<string, string>>;

export interface BuildFiles {
  /** Hash over the contents of all files. */
  version: string;
  /** Files fetched in the background of the first visit: page, program, recorded runs, the first run's models. */
  shell: Hashes;
  /** Files cached on first request: other models, the WebAssembly for frozen models, recorded results. */
  asked: Hashes;
}

interface Surroundings {
  /** Address of the page’s folder, ending with a slash. */
  folder: string;
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  fetch: (request: string | Request, init?: Pick<RequestInit, 'cache' | 'integrity'>) => Promise<Response>;
}

const PREFIX = 'build-';
const PAGE = '';

export class OfflineHost {
  private readonly name: string;
  /** Hashes by address. */
  private readonly hashes: ReadonlyMap<string, string>;

  constructor(
    private readonly files: BuildFiles,
    private readonly around: Surroundings,
  ) {
    // Copies of the page on one host share the storage, so the cache's name includes the folder.
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

  /** Caches the shell. @throws if a fetch fails or a hash differs. The browser then retries on the next visit. */
  async install(): Promise<void> {
    const cache = await this.around.caches.open(this.name);
    const addresses = Object.keys(this.files.shell).map((path) => this.address(path));
    await Promise.all(
      addresses.map(async (address) => {
        await cache.put(address, await this.fetched(address));
      }),
    );
  }

  /** Deletes caches of this page's earlier builds. */
  async activate(): Promise<void> {
    const { caches } = this.around;
    const old = (await caches.keys()).filter((key) => key.startsWith(this.prefix) && key !== this.name);
    await Promise.all(old.map((key) => caches.delete(key)));
  }

  /** Returns the response, or undefined if this worker ignores the request. `after` keeps work running afterwards. */
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

  /** Returns the network’s page, so that a new build shows at once, or the cached page when offline. */
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

  /** Returns the whole file, even for range requests. Readers of models allow for that (src/lm/files/web-folder.ts). */
  private async file(address: string, after: (work: Promise<unknown>) => void): Promise<Response> {
    const cache = await this.around.caches.open(this.name);
    const kept = await cache.match(address);
    if (kept) return kept;
    const response = await this.fetched(address);
    // If the storage is full, the page still works, but less of it works offline.
    after(cache.put(address, response.clone()).catch(() => {}));
    return response;
  }

  /** Fetches a file of the build. @throws TypeError if the network fails or the file has another hash */
  private fetched(address: string): Promise<Response> {
    // The browser's cache may hold an earlier build's file, so `no-cache` asks the web server whether it is current.
    return this.around.fetch(address, { cache: 'no-cache', integrity: this.hashes.get(address) });
  }
}
