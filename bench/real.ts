/** @file The job `real`: models of published shapes in Node on Dawn, each on a device of its own. Prints a line of JSON for each. */
import { Command } from 'commander';
import { openNodeDevice } from '../src/tensor/node.ts';
import { PUBLISHED_CONFIGS } from './published-configs.ts';
import { measureRealModel, REAL_WORK } from './real-model.ts';
import { realModels } from './real-shapes.ts';

const program = new Command('real').argument('[models...]').option('--rounds <n>', 'updates', Number, 1).parse();
const { rounds } = program.opts<{ rounds: number }>();
for (const name of realModels) {
  if (program.args.length > 0 && !program.args.includes(name)) continue;
  const device = await openNodeDevice({
    onProblem: (problem) => {
      throw problem;
    },
  });
  console.log(JSON.stringify(await measureRealModel(device, name, PUBLISHED_CONFIGS[name], { ...REAL_WORK, rounds })));
  device.destroy();
}
process.exit(0);
