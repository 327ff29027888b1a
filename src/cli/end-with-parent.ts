/**
 * @file Ends this process when the one that started it ends, by SIGKILL too, which no process can pass on. What is stored
 * is whole at any moment, so nothing has to be tidied up.
 */
import { Socket } from 'node:net';

/** Does nothing where no parent gave a pipe: main.ts may be started by itself. */
export function endWithParent(): void {
  const descriptor = process.env.GENENV_PARENT_PIPE;
  if (descriptor === undefined) return;
  // Processes that this one starts have another parent.
  delete process.env.GENENV_PARENT_PIPE;
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false });
  const end = () => process.exit(1);
  pipe.once('end', end).once('error', end).resume();
  // Waiting for the parent keeps no finished command alive.
  pipe.unref();
}
