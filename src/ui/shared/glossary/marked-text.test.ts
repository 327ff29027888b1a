import { afterEach, expect, it, vi } from 'vitest';
import { glossary } from '../../../text/later.ts';
import { runText } from '../../../text/run.ts';
import { markedText } from './Marked.svelte';

afterEach(() => {
  vi.resetModules();
});

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
  expect(terms('KL은 작고 α가 크다.')).toEqual(['KL=kl', 'α=alpha']);
  expect(terms('bandage, levels, KLM, p')).toEqual([]);
});

it('has a meaning for every form, and a form for every meaning', () => {
  const named = Object.keys(runText.glossaryForms);
  expect(named.sort()).toEqual(Object.keys(glossary).sort());
  for (const { meaning } of Object.values(glossary)) expect(meaning).toMatch(/^[A-Z].*\.$/s);
});

it('marks terms in Chinese, which has no spaces between words, and has a meaning for each', async () => {
  vi.resetModules();
  (await import('../../../text/language.ts')).useLanguage('zh');
  const { markedText: inChinese } = await import('./Marked.svelte');
  const sentence = '与初始的 KL 很小，KL 上限没有起作用，p̂落在区间内。';
  const marked = inChinese(sentence);
  expect(marked.map(({ text }) => text).join('')).toBe(sentence);
  expect(marked.flatMap(({ text, term }) => (term ? [`${text}=${term}`] : []))).toEqual([
    '与初始的 KL=kl',
    'KL 上限=cap',
    'p̂=success-rate',
    '区间=band',
  ]);
  const forms = Object.keys((await import('../../../text/run.ts')).runText.glossaryForms);
  expect(forms.sort()).toEqual(Object.keys(glossary).sort());
});
