/** @file Progress of an export on stderr: bytes while it writes, prompts while it compares. */
import type { ExportProgress } from '../interop/models/export-model.ts';
import { progressBar } from './progress.ts';

/** Calls of `update` show a bar; `stop` leaves the last one. */
export function exportProgress(): { update: (progress: ExportProgress) => void; stop: () => void } {
  const bar = progressBar('{what}', { clearOnComplete: true });
  let started = false;
  return {
    update({ stage, done, total }) {
      const what =
        stage === 'writing'
          ? `writing, ${(done / 2 ** 20).toFixed(1)} MiB`
          : `comparing logits, ${done} of ${total} prompts`;
      if (started) bar.update(done, { what });
      else bar.start(1, 0, { what });
      started = true;
    },
    stop: () => bar.stop(),
  };
}
