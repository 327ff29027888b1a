/** @file Compares a model that was opened elsewhere with our engine on the same weights. */
import { type Agreement, compareRuntimes } from './agreement.ts';
import { checkPrompts } from './check-prompts.ts';
import type { ExportedModel } from './exported-model.ts';
import { type Opened, openEngine, type Runtimes } from './formats.ts';

export interface Comparison {
  /** Token ids; default: `checkPrompts`. */
  prompts?: readonly (readonly number[])[];
  /** Tokens to write after each prompt. */
  newTokens?: number;
  /** Called with the prompts that are compared, and how many there are. */
  onPrompt?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** @param open opens the other model; it is closed again */
export async function compareWithEngine(
  model: ExportedModel,
  open: () => Promise<Opened>,
  { device }: Pick<Runtimes, 'device'>,
  comparison: Comparison = {},
): Promise<Agreement> {
  const standard = checkPrompts(model.config);
  const { prompts = standard.prompts, newTokens = standard.newTokens, onPrompt, signal } = comparison;
  const opened: Opened[] = [];
  try {
    opened.push(await open());
    opened.push(await openEngine(device, model.config, model.weights));
    const [theirs, ours] = opened.map(({ source }) => source);
    const { vocabSize } = model.config;
    return await compareRuntimes({ ours, theirs, prompts, newTokens, vocabSize, onProgress: onPrompt, signal });
  } finally {
    for (const { dispose } of opened) await dispose();
  }
}
