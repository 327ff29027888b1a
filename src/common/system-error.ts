/**
 * @file Explains system error codes in words that complete a sentence. The words are in English only, because only Node
 * has such errors, and the command line is in English.
 */

/** Words for codes of errno(3) about files, folders and streams. Other codes keep the system's words. */
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

/** Returns true for a system error, which names a system call (`syscall`). */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

/** Makes an error like a system error, for cases that the system allows but we refuse. */
export const systemError = (code: 'EISDIR' | 'ENXIO' | 'ENOSPC', syscall: string, path?: string): Error =>
  Object.assign(new Error(CAUSES[code]), { code, syscall, path });

/** Returns the cause of an error, as a clause without a code or a full stop. */
export function causeOf(error: unknown): string {
  const { code = '', message = String(error), name = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (Object.hasOwn(CAUSES, code)) return CAUSES[code];
  // An example of a message is “EPROTO: protocol error, write”.
  const words = /^E[A-Z0-9]+: (.+?)(, \w+( '.*)?)?$/s.exec(message)?.[1] ?? message;
  return (words || name).replace(/[.\s]+$/, '');
}

/** Returns a full sentence about a system error. */
export const systemSentence = (error: NodeJS.ErrnoException): string =>
  `${error.path ?? 'A file or a stream'} could not be used: ${causeOf(error)}.`;
