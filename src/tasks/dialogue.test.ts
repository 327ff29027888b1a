import { expect, it } from 'vitest';
import { dialogueText } from './family-parts.ts';

it('marks who wrote which word', () => {
  const dialogue = { turns: ['go desk', 'take mug'], observations: ['mug pen'] };
  expect(dialogueText(dialogue)).toEqual({
    text: 'go desk <eos> mug pen <sep> take mug',
    mask: [1, 1, 1, 0, 0, 0, 1, 1],
  });
});
