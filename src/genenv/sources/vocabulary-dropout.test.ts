import { beforeAll, describe, expect, it } from 'vitest';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { droppedTokens, formatTokens } from './vocabulary-dropout.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

const droppedIn = (epoch: number, seed = 1) =>
  droppedTokens({ ...table, settings: table.settingsOf({ seed }), environment: table.players().environment, epoch });

describe('vocabulary dropout', () => {
  it('keeps the tokens of format: the end, and the word between goals', () => {
    const format = formatTokens({ ...table, settings: table.settingsOf({}) });
    expect([...format].map((id) => table.tokenizer.tokenText(id)).sort()).toEqual(['&', '<eos>']);
  });

  it('drops a share .15 of the others, each epoch and each seed others', async () => {
    const { vocabularySize } = await table.players().environment.describe();
    const times = new Array<number>(vocabularySize).fill(0);
    const epochs = 400;
    for (let epoch = 1; epoch <= epochs; epoch++) for (const id of await droppedIn(epoch)) times[id]++;
    const format = formatTokens({ ...table, settings: table.settingsOf({}) });
    times.forEach((count, id) => {
      // Five standard deviations.
      if (format.has(id)) expect(count).toBe(0);
      else expect(Math.abs(count / epochs - 0.15)).toBeLessThan(5 * Math.sqrt((0.15 * 0.85) / epochs));
    });
    expect(await droppedIn(3)).toEqual(await droppedIn(3));
    expect(await droppedIn(3)).not.toEqual(await droppedIn(4));
    expect(await droppedIn(3)).not.toEqual(await droppedIn(3, 2));
  });

  it('logs what was dropped, which no text has, and probabilities among the rest', async () => {
    const environmentTemperature = 0.9;
    const { environment } = table.players();
    const [written, ...later] = ofType(
      await table.run({ arm: 'vocabulary-dropout', epochs: 6, environmentTemperature }),
      'tasks-written',
    );
    expect(written.dropped).toEqual(await droppedIn(1));
    for (const { dropped, texts } of [written, ...later]) {
      expect(dropped!.length).toBeGreaterThan(0);
      for (const { written: own } of texts) expect(own!.ids.filter((id) => dropped!.includes(id))).toEqual([]);
    }
    // In the first epoch the weights are the initial ones: of each place the whole distribution is known.
    const { vocabularySize } = await environment.describe();
    for (const { context, written: own } of written.texts) {
      const sequence = { prompt: table.tokenizer.encode(context), completion: own!.ids };
      const [places] = await environment.alternatives([sequence], 'initial', environmentTemperature, vocabularySize);
      places.forEach((tokens, t) => {
        const kept = tokens.filter(({ id }) => !written.dropped!.includes(id));
        const mass = kept.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
        const { logprob } = tokens.find(({ id }) => id === own!.ids[t])!;
        expect(own!.logprobs[t]).toBeCloseTo(logprob - Math.log(mass), 5);
      });
    }
  });
});
