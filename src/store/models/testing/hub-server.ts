/**
 * @file Imitates the paths of the Hugging Face hub on a local server: the commit of a revision, the list of files,
 * and files by range. It can fail like real servers and networks.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  /** Sends a status instead of the answer. */
  | { status: number }
  /** Sends a web page with status 200, like the login page of a network. */
  | { page: true }
  /** Sends half of the answer, then cuts the connection. `download`: does not cut requests for closed ranges. */
  | { drop: 'always' | 'download' }
  /** Sends half of the answer, then nothing, and keeps the connection open. */
  | { stall: true }
  /** Sends half of the answer, then ends properly. */
  | { short: true }
  /** Sends other bytes of the same length. */
  | { damaged: true }
  /** Sends the whole file for any range. */
  | { noRanges: true }
  /** Sends this text instead of the expected JSON. */
  | { answer: string };

export class HubServer {
  /** Faults by file path, or by `info` or `tree`, which are requests about the repository. */
  readonly faults = new Map<string, Fault>();
  /** Requests in order, such as `config.json 0-99`, `info` or `tree`. */
  readonly requests: string[] = [];
  revision = 'a'.repeat(40);
  /** Delay before a cut, in milliseconds. Without it, a browser discards received data that it has not delivered yet. */
  dropAfter = 500;

  private constructor(
    readonly repository: string,
    readonly files: Map<string, Uint8Array>,
    private readonly server: Server,
  ) {}

  static async start(repository: string, files: ReadonlyMap<string, Uint8Array>): Promise<HubServer> {
    const server = createServer((request, response) => hub.answer(request, response));
    const hub = new HubServer(repository, new Map(files), server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return hub;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    // Pages of every origin may send requests, as on the hub.
    response.setHeader('access-control-allow-origin', '*');
    const { pathname } = new URL(request.url!, this.endpoint);
    const api = `/api/models/${this.repository}/`;
    if (pathname.startsWith(`${api}revision/`)) return this.json('info', response, this.info());
    if (pathname === `${api}tree/${this.revision}`) return this.json('tree', response, this.tree());
    const resolved = `/${this.repository}/resolve/${this.revision}/`;
    const path = pathname.startsWith(resolved) ? decodeURIComponent(pathname.slice(resolved.length)) : '';
    const bytes = this.files.get(path);
    if (!bytes) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Entry not found');
    this.file(path, bytes, request, response);
  }

  private info() {
    const { repository, revision: sha } = this;
    return { _id: '1', id: repository, sha, private: false, gated: false, likes: 0, downloads: 0, lastModified: 0 };
  }

  /** Lists the files. Weights have a SHA-256, like files in Git LFS. */
  private tree() {
    return [...this.files].map(([path, bytes]) => ({
      type: 'file',
      path,
      size: bytes.length,
      oid: '0',
      ...(path.endsWith('.safetensors') && {
        lfs: { oid: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, pointerSize: 134 },
      }),
    }));
  }

  private json(name: string, response: ServerResponse, content: unknown): void {
    this.requests.push(name);
    const fault = this.faults.get(name);
    if (fault && this.refuse(fault, response)) return;
    const text = fault && 'answer' in fault ? fault.answer : JSON.stringify(content);
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  }

  private file(path: string, bytes: Uint8Array, request: IncomingMessage, response: ServerResponse): void {
    const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    this.requests.push(asked ? `${path} ${asked[1]}-${asked[2]}` : path);
    const fault: Fault | Record<string, never> = this.faults.get(path) ?? {};
    if (this.refuse(fault, response)) return;
    const ranged = asked && !('noRanges' in fault);
    const begin = ranged ? Number(asked[1]) : 0;
    const end = ranged && asked[2] ? Number(asked[2]) + 1 : bytes.length;
    const body = 'damaged' in fault ? bytes.slice(begin, end).map((byte) => byte ^ 1) : bytes.slice(begin, end);
    const half = body.slice(0, body.length / 2);
    const headers = {
      'content-type': 'application/octet-stream',
      ...(ranged && { 'content-range': `bytes ${begin}-${end - 1}/${bytes.length}` }),
      ...('short' in fault ? {} : { 'content-length': body.length }),
    };
    response.writeHead(ranged ? 206 : 200, headers);
    const isPart = asked !== null && asked[2] !== '';
    if ('drop' in fault && !(fault.drop === 'download' && isPart))
      response.write(half, () => setTimeout(() => response.destroy(), this.dropAfter));
    else if ('stall' in fault) response.write(half);
    else response.end('short' in fault ? half : body);
  }

  private refuse(fault: Fault | Record<string, never>, response: ServerResponse): boolean {
    if ('status' in fault) response.writeHead(fault.status, { 'content-type': 'text/plain' }).end('No.');
    else if ('page' in fault) response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    else return false;
    return true;
  }
}
