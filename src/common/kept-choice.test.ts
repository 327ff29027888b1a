import { afterEach, expect, it, vi } from 'vitest';
import { keepChoice, keptChoice } from './kept-choice.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps a choice', () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
  expect(keptChoice('a')).toBeNull();
  keepChoice('a', 'b');
  expect(keptChoice('a')).toBe('b');
});

it('keeps no choice if site data is blocked or the storage is full, and throws nothing', () => {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  // Browsers throw when `localStorage` is merely accessed.
  Object.defineProperty(globalThis, 'localStorage', { get: blocked, configurable: true });
  keepChoice('a', 'b');
  expect(keptChoice('a')).toBeNull();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: blocked });
  keepChoice('a', 'b');
  expect(keptChoice('a')).toBeNull();
});
