/** @file The contracts hold by type: what crosses a thread is plain data, and every call is asynchronous. */
import type { Remote } from 'comlink';
import { expect, expectTypeOf, it } from 'vitest';
import type { RunEvent } from '../../src/genenv/events.ts';
import type { Coordinator } from './contract.ts';
import type { PolicyWorker } from '../policy/contract.ts';
import type { RunCoordinator } from './host.ts';
import type { PolicyHost } from '../policy/host.ts';
import { modelUrl } from '../rpc/model-url.ts';
import type { OnnxWorker } from '../onnx/contract.ts';
import type { OnnxHost } from '../onnx/host.ts';
import type { ScoringWorker } from '../scoring/contract.ts';
import type { ScoringHost } from '../scoring/host.ts';

/** The functions and proxies inside a type, at any depth: what the structured clone algorithm refuses. */
type Uncloneable<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends string | number | boolean | null | undefined | Uint8Array | Uint32Array | Float32Array | Blob
    ? never
    : T extends ReadonlyMap<infer Key, infer Value>
      ? Uncloneable<Key> | Uncloneable<Value>
      : T extends readonly (infer Item)[]
        ? Uncloneable<Item>
        : T extends object
          ? { [Key in keyof T]-?: Uncloneable<T[Key]> }[keyof T]
          : never;

type Call = (...args: never[]) => unknown;
type Arguments<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Call ? Parameters<Contract[Name]> : never;
};
type Results<Contract> = { [Name in keyof Contract]: Contract[Name] extends Call ? ReturnType<Contract[Name]> : never };

it('passes only what can be cloned, and answers with a promise of such', () => {
  expectTypeOf<Uncloneable<{ deep: [() => void] }>>().not.toBeNever();
  expectTypeOf<Uncloneable<RunEvent>>().toBeNever();
  expectTypeOf<Uncloneable<Arguments<Coordinator>>>().toBeNever();
  expectTypeOf<Uncloneable<Arguments<PolicyWorker>>>().toBeNever();
  expectTypeOf<Uncloneable<Arguments<ScoringWorker>>>().toBeNever();
  expectTypeOf<Uncloneable<Arguments<OnnxWorker>>>().toBeNever();
  expectTypeOf<Uncloneable<Awaited<Results<Coordinator>[keyof Coordinator]>>>().toBeNever();
  expectTypeOf<Uncloneable<Awaited<Results<PolicyWorker>[keyof PolicyWorker]>>>().toBeNever();
  expectTypeOf<Uncloneable<Awaited<Results<ScoringWorker>[keyof ScoringWorker]>>>().toBeNever();
  expectTypeOf<Uncloneable<Awaited<Results<OnnxWorker>[keyof OnnxWorker]>>>().toBeNever();
  expectTypeOf<Results<Coordinator>[keyof Coordinator]>().toExtend<Promise<unknown>>();
  expectTypeOf<Results<PolicyWorker>[keyof PolicyWorker]>().toExtend<Promise<unknown>>();
});

it('looks the same through Comlink as without it', () => {
  expectTypeOf<Remote<Coordinator>>().toExtend<Coordinator>();
  expectTypeOf<Remote<PolicyWorker>>().toExtend<PolicyWorker>();
  expectTypeOf<RunCoordinator>().toExtend<Coordinator>();
  expectTypeOf<PolicyHost>().toExtend<PolicyWorker>();
  expectTypeOf<Remote<ScoringWorker>>().toExtend<ScoringWorker>();
  expectTypeOf<ScoringHost>().toExtend<ScoringWorker>();
  expectTypeOf<Remote<OnnxWorker>>().toExtend<OnnxWorker>();
  expectTypeOf<OnnxHost>().toExtend<OnnxWorker>();
});

it('finds a model beside the page or in the browser, and asks nothing else', () => {
  const page = 'http://localhost:5173/playground/';
  expect(modelUrl('discovery-agent', page)).toBe('http://localhost:5173/playground/models/discovery-agent/');
  expect(modelUrl('meine Modelle/größer.v2', page)).toBe(`${page}models/meine%20Modelle/gr%C3%B6%C3%9Fer.v2/`);
  const outside = [
    '../../secret',
    'a/../../b',
    '..',
    '.',
    '',
    '/etc',
    'a//b',
    '..\\b',
    '%2e%2e/b',
    'a?b',
    'a#b',
    'a/.b',
  ];
  const addresses = ['https://example.org/model', 'http://localhost:5173/mine', '//example.org', 'data:text/plain,x'];
  for (const name of [...outside, ...addresses])
    expect(() => modelUrl(name, page), name).toThrow(`“${name}” does not name a model of this page`);
  for (const stored of ['stored:my model', 'hf:owner/name']) expect(modelUrl(stored, page)).toBe(stored);
});
