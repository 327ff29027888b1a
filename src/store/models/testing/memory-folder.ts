/**
 * @file Implements the parts of the origin private file system that models need, in memory and with a quota. A file can
 * have one open handle at a time, and a write beyond the quota throws, as in a browser.
 */

/** Capacity and use of the disk by all files together, in bytes. */
export interface Disk {
  capacity: number;
  used: number;
}

const notFound = () => new DOMException('A file or directory could not be found.', 'NotFoundError');

class MemoryFile {
  readonly kind = 'file';
  private bytes = new Uint8Array();
  private isOpen = false;

  constructor(
    readonly name: string,
    private readonly disk: Disk,
  ) {}

  async getFile(): Promise<File> {
    return new File([this.bytes.slice()], this.name);
  }

  async createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle> {
    if (this.isOpen) throw new DOMException('The file is open.', 'NoModificationAllowedError');
    this.isOpen = true;
    return {
      getSize: () => this.bytes.length,
      read: (into, { at = 0 } = {}) => {
        const part = this.bytes.subarray(at, at + into.byteLength);
        (into as Uint8Array).set(part);
        return part.length;
      },
      write: (from, { at = 0 } = {}) => {
        this.resize(Math.max(this.bytes.length, at + from.byteLength));
        this.bytes.set(from as Uint8Array, at);
        return from.byteLength;
      },
      truncate: (size) => this.resize(size),
      flush: () => {},
      close: () => void (this.isOpen = false),
    };
  }

  free(): void {
    this.resize(0);
  }

  private resize(size: number): void {
    const used = this.disk.used + size - this.bytes.length;
    if (used > this.disk.capacity) throw new DOMException('', 'QuotaExceededError');
    this.disk.used = used;
    const old = this.bytes.subarray(0, size);
    this.bytes = new Uint8Array(size);
    this.bytes.set(old);
  }
}

class MemoryFolder {
  readonly kind = 'directory';
  private readonly children = new Map<string, MemoryFile | MemoryFolder>();

  constructor(
    readonly name: string,
    private readonly disk: Disk,
  ) {}

  getDirectoryHandle = (name: string, { create = false } = {}) =>
    this.child(name, create, MemoryFolder) as Promise<MemoryFolder>;

  getFileHandle = (name: string, { create = false } = {}) =>
    this.child(name, create, MemoryFile) as Promise<MemoryFile>;

  async removeEntry(name: string, { recursive = false } = {}): Promise<void> {
    const child = this.children.get(name);
    if (!child) throw notFound();
    if (child instanceof MemoryFolder && child.children.size > 0 && !recursive)
      throw new DOMException('The folder is not empty.', 'InvalidModificationError');
    child.free();
    this.children.delete(name);
  }

  async *entries(): AsyncGenerator<[string, MemoryFile | MemoryFolder]> {
    yield* this.children;
  }

  free(): void {
    for (const child of this.children.values()) child.free();
  }

  private async child(name: string, create: boolean, Kind: typeof MemoryFile | typeof MemoryFolder) {
    if (name === '' || name === '.' || name === '..' || /[/\\]/.test(name)) throw new TypeError('Name is not allowed.');
    const child = this.children.get(name);
    if (child && !(child instanceof Kind)) throw new DOMException('It is of the other kind.', 'TypeMismatchError');
    if (!child && !create) throw notFound();
    if (child) return child;
    const made = new Kind(name, this.disk);
    this.children.set(name, made);
    return made;
  }
}

export const memoryFolder = (disk: Disk = { capacity: Infinity, used: 0 }): FileSystemDirectoryHandle =>
  new MemoryFolder('', disk) as unknown as FileSystemDirectoryHandle;
