/** @file Model folders with a list of their files: what is loaded is a model as it was written, byte by byte, or nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { LIST_FILE, listedFolder } from '../../src/lm/files/checked-folder.ts';
import { loadModel, modelFolder } from '../../src/lm/files/load-model.ts';
import { memoryFolder, type ModelFiles } from '../../src/lm/files/model-files.ts';
import type { RandomStream } from '../../src/random/random-stream.ts';
import type { Subject } from '../campaign.ts';
import { damageFolder, type Files, FOLDER_DAMAGES } from '../damage.ts';
import { orRefused } from '../sentence.ts';

const MODELS = new URL('../../models/', import.meta.url);
/** Reads of a folder until it is loaded, about. */
const READS = 10;

function shipped(name: string): Files {
  const folder = new URL(`${name}/`, MODELS);
  return new Map(readdirSync(folder).map((file) => [file, new Uint8Array(readFileSync(new URL(file, folder)))]));
}

/** Some files of one folder in another. */
function mixed(folder: Files, other: Files, random: RandomStream): Files {
  const names = [...folder.keys()];
  const exchanged = random.sample(names, 1 + random.integer(names.length));
  return new Map([...folder, ...exchanged.map((name) => [name, other.get(name)!] as const)]);
}

/** A folder in whose place another one comes after some reads. */
function exchangedFolder(folder: Files, other: Files, reads: number): ModelFiles {
  let left = reads;
  const now = () => memoryFolder(left-- > 0 ? folder : other);
  return { name: 'tiny', size: (file) => now().size(file), read: (file, range) => now().read(file, range) };
}

export const listedModels: Subject = {
  name: 'models with a list',
  faults: [...FOLDER_DAMAGES, 'files of another model', 'exchanged while loaded'],
  async open() {
    const [folder, other] = [shipped('discovery-agent'), shipped('discovery-agent-b')];
    const listOf = (files: Files) => new TextDecoder().decode(files.get(LIST_FILE));
    const sourceOf = (fault: string, random: RandomStream): ModelFiles => {
      if (fault === 'exchanged while loaded') return exchangedFolder(folder, other, random.integer(READS + 1));
      if (fault === 'files of another model') return memoryFolder(mixed(folder, other, random), 'tiny');
      return memoryFolder(damageFolder(folder, fault, random), 'tiny');
    };
    return {
      async run(fault, random) {
        const model = await orRefused(() => loadModel(listedFolder(sourceOf(fault, random), 'read')));
        if (model === 'refused') return 'refused';
        // Written again, the whole model has the hashes of its list.
        if (![folder, other].some((files) => listOf(files) === listOf(modelFolder(model))))
          throw new Error('A model was loaded that nobody wrote.');
        return 'recovered';
      },
    };
  },
};
