/** @file The words of an exported model: its card, and what was written. */
import type { Origin } from '../../interop/models/exported-model.ts';
import type { CardFacts, ModelExportWords, WrittenFile } from '../../interop/models/words.ts';
import { PROGRAM } from '../../common/program.ts';
import { fence, fileTable, frontMatter, usage } from '../model-card.ts';
import { formatBytes } from '../bytes.ts';

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

function card(facts: CardFacts): string {
  const { name, family, parameters, contextLength, base, precision, adapter, files } = facts;
  return `${frontMatter(facts)}

# ${name}

${family}, ${parameters.toLocaleString('en')} parameters, ${contextLength.toLocaleString('en')} tokens of context, ${precision}.
${adapter ? `Trained through a LoRA adapter of rank ${adapter.rank}, alpha ${adapter.alpha}, on ${adapter.targets.join(', ')}${facts.format === 'peft' ? '; this folder holds the adapter alone' : ', which is merged into the weights'}.\n` : ''}
## Use

${usage(facts)}
## Where it comes from

${origin(facts.origin, base)}

## Files

${PROGRAM} wrote them.

${fileTable('file', 'bytes', files)}
`;
}

function report(files: readonly WrittenFile[], folder: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} files, ${formatBytes(bytes)} in ${folder}`;
}

export const modelExportWords: ModelExportWords = { card, report };
