import { describe, expect, it } from 'vitest';
import { dialogueText, partitionOf } from './family-parts.ts';

describe('the text of a dialogue', () => {
  it('marks who wrote which word', () => {
    const dialogue = { turns: ['go desk', 'take mug'], observations: ['mug pen'] };
    expect(dialogueText(dialogue)).toEqual({
      text: 'go desk <eos> mug pen <sep> take mug',
      mask: [1, 1, 1, 0, 0, 0, 1, 1],
    });
  });
});

describe('task texts', () => {
  it('fall into the three data sets by their shares', () => {
    const counts = { training: 0, development: 0, 'held-out': 0 };
    for (let i = 0; i < 6000; i++) counts[partitionOf(`text ${i}`)]++;
    expect(Math.abs(counts.development - 1000)).toBeLessThan(120);
    expect(Math.abs(counts['held-out'] - 1000)).toBeLessThan(120);
  });
});
