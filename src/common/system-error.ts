/**
 * @file Explains the system's error codes in words that complete “Could not …: …”. Only Node has such errors, and the
 * command line speaks English. Browsers name and explain their own errors.
 */

/** Files, folders and streams give these codes of errno(3). Other codes keep the words of the system. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  ENXIO: 'it is a device, a pipe or a socket, not a file',
  EEXIST: 'something of that name is in the way',
  ENOTEMPTY: 'the folder is not empty',
  EACCES: 'this user may not do that there',
  EPERM: 'this user may not do that there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user’s share of the disk is full',
  EFBIG: 'the disk holds no file of that size',
  EIO: 'the disk or the device failed',
  EBUSY: 'another program is using it',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links lead in a circle',
};

/** Returns true for an error of the system: Node names the call in it. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

/** Makes an error like the system's own, for a case that the system allows. */
export const systemError = (code: 'EISDIR' | 'ENXIO' | 'ENOSPC', syscall: string, path?: string): Error =>
  Object.assign(new Error(CAUSES[code]), { code, syscall, path });

/** Says why something failed, in a clause without a full stop and without the code. */
export function causeOf(error: unknown): string {
  const { code = '', message = String(error), name = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (Object.hasOwn(CAUSES, code)) return CAUSES[code];
  // “EPROTO: protocol error, write”
  const words = /^E[A-Z0-9]+: (.+?)(, \w+( '.*)?)?$/s.exec(message)?.[1] ?? message;
  return (words || name).replace(/[.\s]+$/, '');
}

/** Writes a whole sentence about an error of the system. */
export const systemSentence = (error: NodeJS.ErrnoException): string =>
  `${error.path ?? 'A file or a stream'} could not be used: ${causeOf(error)}.`;
