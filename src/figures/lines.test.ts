/** @file Text in lines. */
import { expect, it } from 'vitest';
import { wrapped } from './render.ts';

it('breaks English at spaces, and loses nothing of it', () => {
  const text = 'Mean of n = 5 runs per arm (“one” model pair) with the 95% bootstrap interval.';
  const lines = wrapped(text, 20);
  expect(lines.every((line) => line.length <= 20)).toBe(true);
  expect(lines.join(' ')).toBe(text);
});

it('breaks Chinese between characters, but never before a mark that closes nor after one that opens', () => {
  const text =
    '每个实验组 n = 5 次运行的平均（5 个随机种子，1 对模型），附 95% 自助法区间。“在区间内”的时间，说明不了学习。';
  const lines = wrapped(text, 22);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  for (const line of lines) {
    expect(line).not.toMatch(/^[、。，；：！？）》」”]/u);
    expect(line).not.toMatch(/[（《「“]$/u);
  }
});

it('breaks Korean at spaces, and counts its syllables as wide', () => {
  const text = '환경 모델이 과제를 쓰고 에이전트가 그것을 푼다.';
  const lines = wrapped(text, 12);
  expect(lines).toEqual(['환경 모델이', '과제를 쓰고', '에이전트가', '그것을 푼다.']);
});
