/** @file Makes a host whose models are pre-trained tables, for headless runs in tests. */
import { memoryFolder } from '../../lm/testing/memory-folder.ts';
import { pretrainedTables } from '../../genenv/testing/table-players.ts';
import { familiesByName } from '../../tasks/registry.ts';
import type { FamilyChoice } from '../../tasks/family.ts';
import type { ModelHost } from '../model-host.ts';

export async function tableHost(families: readonly FamilyChoice[]): Promise<ModelHost> {
  const { tokenizer, players } = await pretrainedTables(familiesByName(families), 'easy', 150);
  const json = (data: object) => new TextEncoder().encode(JSON.stringify(data));
  const files = new Map([
    ['tokenizer.json', json(tokenizer.files.tokenizer)],
    ['tokenizer_config.json', json(tokenizer.files.config)],
  ]);
  return {
    folder: () => memoryFolder(files),
    open: async ({ role }) => players()[role as 'agent' | 'environment'],
    openTeacher: async () => Promise.reject(new Error('No run here has a teacher.')),
    openEmbedder: async () => Promise.reject(new Error('No run here has embeddings.')),
  };
}
