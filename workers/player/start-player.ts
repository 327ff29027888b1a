/** @file Starts workers that run models. */
import { connect, type Thread } from '../rpc/connect.ts';
import { threadName } from '../rpc/thread-name.ts';

/** @param task `onnx`, or the role of our own model; @param title names the worker in messages */
export function startPlayer<Contract extends object>(task: string, title: string): Thread<Contract> {
  const worker = new Worker(new URL('./player.worker.ts', import.meta.url), { type: 'module', name: threadName(task) });
  return connect<Contract>(worker, title);
}
