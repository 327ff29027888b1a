/** @file Damaged model folders: what is loaded has finite weights of the right shapes and a tokenizer that works. */
import { nonFinitePlace } from '../../src/common/non-finite.ts';
import { loadModel } from '../../src/lm/files/load-model.ts';
import { memoryFolder } from '../../src/lm/files/model-files.ts';
import { tinyFolder } from '../../src/lm/testing/tiny-folder.ts';
import type { Subject } from '../campaign.ts';
import { damageFolder, FOLDER_DAMAGES } from '../damage.ts';
import { orRefused } from '../sentence.ts';

export const models: Subject = {
  name: 'models',
  faults: FOLDER_DAMAGES,
  async open() {
    const folder = tinyFolder();
    return {
      async run(fault, random) {
        const files = damageFolder(folder, fault, random);
        const model = await orRefused(() => loadModel(memoryFolder(files, 'tiny')));
        if (model === 'refused') return 'refused';
        for (const { data } of model.weights.values())
          if (nonFinitePlace([...data]) !== null) throw new Error('It was loaded with weights that are no numbers.');
        const { tokenizer } = model;
        await orRefused(() => tokenizer.decode(tokenizer.encode('clean apple & heat mug')));
        return 'recovered';
      },
    };
  },
};
