/** @file Terms are found as whole words, the longest form first, once a sentence; every form has a meaning. */
import { expect, it } from 'vitest';
import { glossaryForms } from '../../../text/glossary-forms.ts';
import { glossary } from '../../../text/glossary.ts';
import { markedText } from './marked-text.ts';

const terms = (sentence: string) => markedText(sentence).flatMap(({ text, term }) => (term ? [`${text}=${term}`] : []));

it('keeps every character of a sentence', () => {
  for (const sentence of ['', 'Nothing here.', 'p̂', 'The KL cap and KL; R_env(p̂) is 1, p̂ again.'])
    expect(
      markedText(sentence)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sentence);
});

it('marks whole words, longest first, each term once', () => {
  expect(terms('The KL cap acts on the KL, k_min = .1.')).toEqual(['KL cap=cap', 'KL=kl', 'k_min=k-min']);
  expect(terms('R_env(p̂) is largest at p̂ = α.')).toEqual(['R_env=environment-reward', 'p̂=success-rate', 'α=alpha']);
  expect(terms('bandage, levels, KLM, p')).toEqual([]);
});

it('has a meaning for every form, and a form for every meaning', () => {
  const named = Object.values(glossaryForms);
  expect([...new Set(named)].sort()).toEqual(Object.keys(glossary).sort());
  for (const { meaning } of Object.values(glossary)) expect(meaning).toMatch(/^[A-Z].*\.$/s);
});
