import { expect, expectTypeOf, it } from 'vitest';
import type { CodedProblem, ErrorParametersByCode } from '../../src/common/error-parameters.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import type { Coordinator } from './coordinator.ts';
import type { PolicyHost } from '../player/policy-host.ts';
import { modelUrl } from '../rpc/model-url.ts';
import type { OnnxHost } from '../player/onnx-host.ts';
import type { JobTable } from '../jobs/job-host.ts';
import type { JobInput, JobResult, ProgressOf } from '../jobs/job-thread.ts';
import type { JobFile, Jobs } from '../jobs/jobs.worker.ts';

/** Finds functions and proxies at any depth of a type, which the structured clone algorithm refuses. */
type Uncloneable<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends string | number | boolean | null | undefined | Uint8Array | Uint32Array | Float32Array | Blob
    ? never
    : T extends ReadonlyMap<infer Key, infer Value>
      ? Uncloneable<Key> | Uncloneable<Value>
      : T extends readonly (infer Item)[]
        ? Uncloneable<Item>
        : // A problem may hold problems, so the test below checks ErrorParametersByCode separately.
          CodedProblem extends T
          ? never
          : T extends object
            ? { [Key in keyof T]-?: Uncloneable<T[Key]> }[keyof T]
            : never;

type Call = (...args: never[]) => unknown;
type Methods<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Call ? Contract[Name] : Methods<Contract[Name]>;
}[keyof Contract];
/** Finds what cannot cross threads: uncloneable arguments and results, and methods that return no promise. */
type Crossing<Contract> =
  Methods<Contract> extends infer Method
    ? Method extends (...args: infer Arguments) => Promise<infer Result>
      ? Uncloneable<Arguments> | Uncloneable<Result>
      : Method
    : never;

it('passes only values that can be cloned, and returns promises of them', () => {
  expectTypeOf<Uncloneable<{ deep: [() => void] }>>().not.toBeNever();
  expectTypeOf<Uncloneable<RunEvent>>().toBeNever();
  expectTypeOf<Uncloneable<ErrorParametersByCode>>().toBeNever();
  expectTypeOf<Crossing<{ service: { method(given: () => void): Promise<void> } }>>().not.toBeNever();
  expectTypeOf<Crossing<{ service: { method(): number } }>>().not.toBeNever();
  expectTypeOf<Crossing<Coordinator>>().toBeNever();
  expectTypeOf<Crossing<PolicyHost>>().toBeNever();
  expectTypeOf<Crossing<OnnxHost>>().toBeNever();
  type OfJob<Job extends JobTable[string]> = Uncloneable<JobInput<Job> | JobResult<Job> | ProgressOf<Job>>;
  type OfJobs<Table extends JobTable> = { [Name in keyof Table]: OfJob<Table[Name]> }[keyof Table];
  expectTypeOf<ProgressOf<Jobs<'model-export'>['export-model']>>().toEqualTypeOf<number>();
  expectTypeOf<{ [File in JobFile]: OfJobs<Jobs<File>> }[JobFile]>().toBeNever();
});

it('finds a model beside the page or in the browser, and makes no other request', () => {
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
    expect(() => modelUrl(name, page), name).toThrow(
      expect.objectContaining({ code: 'model-name', parameters: { name } }),
    );
  for (const stored of ['stored:my model', 'hf:owner/name']) expect(modelUrl(stored, page)).toBe(stored);
});
