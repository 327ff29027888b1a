/** @file The words of an exported model: its card, and what the check of an export found. */
import type { Agreement, Difference } from '../../interop/models/agreement.ts';
import type { Origin } from '../../interop/models/exported-model.ts';
import type { CardFacts, ExportReport, ModelExportWords } from '../../interop/models/words.ts';
import { fence, fileTable, frontMatter, usage, versionTable } from '../model-card.ts';

const digits = (value: number): string =>
  Number.isFinite(value) ? Number(value.toPrecision(3)).toString() : 'not a number';

const difference = ({ prompt, position, token, cached, ours, theirs, absolute, relative }: Difference): string =>
  `the largest difference is in prompt ${prompt + 1}, after token ${position + 1}${cached ? ' (with the cache)' : ''}, ` +
  `in the logit of token ${token}: ${digits(ours)} here, ${digits(theirs)} there; a difference of ${digits(absolute)}, ` +
  `${digits(relative)} of the largest logit there`;

const PRECISION = { f32: 'f32', f16: 'f16', q4: '4 bits for matrices, f32 for the rest' } as const;

function origin(from: Origin, base: CardFacts['base']): string {
  const start = `\`${base.name}\`, SHA-256 of its weights \`${base.weightsHash}\``;
  if (from.kind === 'folder') return `The weights are those of ${start}.`;
  const seed = (from.settings as { seed?: number }).seed;
  const settings = JSON.stringify(from.settings, null, 2);
  return `The ${from.player} of the run “${from.name}” after ${from.epochs} epochs, seed ${seed}. It began as ${start}.

The settings of the run:

${fence('json', settings)}${
    from.changes.length === 0
      ? ''
      : `\nChanged during the run:\n\n${fence('json', JSON.stringify(from.changes, null, 2))}`
  }`;
}

/** Warnings about a graph before its use. */
const VARIANT = {
  fused:
    'Norms and attention are operators of ONNX Runtime. Positions are counted from the length of a sequence, so a batch must not be padded on the left: give prompts of one length, or one at a time.',
  portable: 'Norms and attention are made of ONNX’s standard operators; batches may be padded on either side.',
} as const;

function card(facts: CardFacts): string {
  const { name, family, parameters, contextLength, base, precision, variant, adapter, check, versions, files } = facts;
  const sameTexts = `${check.sameTexts} of ${check.prompts} greedy texts of ${check.newTokens} tokens are the same.`;
  return `${frontMatter(facts)}

# ${name}

${family}, ${parameters.toLocaleString('en')} parameters, ${contextLength.toLocaleString('en')} tokens of context, ${PRECISION[precision]}.
${adapter ? `Trained through a LoRA adapter of rank ${adapter.rank}, alpha ${adapter.alpha}, on ${adapter.targets.join(', ')}${facts.format === 'peft' ? '; this folder holds the adapter alone' : ', which is merged into the weights'}.\n` : ''}
## Use

${usage(facts)}
${variant ? `${VARIANT[variant]}\n\n` : ''}## Where it comes from

${origin(facts.origin, base)}

## Checked

Logits were compared with those of the engine that trained it at ${check.positions} positions of ${check.prompts} prompts, with and without the cache: ${difference(check.largest)}${check.tolerance === null ? '' : ` (allowed: ${check.tolerance})`}. ${sameTexts}

${versionTable('program', 'version, or what it ran on', versions)}

${fileTable('file', 'bytes', files)}
`;
}

const capital = (sentence: string): string => sentence[0].toUpperCase() + sentence.slice(1);

function report({ files, agreement, tolerance }: ExportReport, folder: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const same = agreement.greedy.filter(({ firstDifference }) => firstDifference === null).length;
  return [
    `${files.length} files, ${(bytes / 2 ** 20).toFixed(2)} MiB in ${folder}`,
    `${capital(difference(agreement.largest!))}${tolerance === null ? '' : ` (allowed: ${tolerance})`}.`,
    `${same} of ${agreement.greedy.length} greedy texts are the same.`,
  ].join('\n');
}

function agreement({ positions, largest, greedy }: Agreement, decode: (ids: readonly number[]) => string): string {
  const quoted = (ids: readonly number[]) => JSON.stringify(decode(ids));
  return [
    `${positions} positions of ${greedy.length} prompts were compared: ${difference(largest!)}.`,
    ...greedy.map(({ prompt, ours, theirs, firstDifference }, i) =>
      firstDifference === null
        ? `Prompt ${i + 1}, ${quoted(prompt)}: both write ${quoted(ours)}.`
        : `Prompt ${i + 1}, ${quoted(prompt)}: from token ${firstDifference + 1} on they differ; here ${quoted(ours)}, ONNX Runtime ${quoted(theirs)}.`,
    ),
  ].join('\n');
}

export const modelExportWords: ModelExportWords = { card, difference, report, agreement };
