/**
 * @file Lets `toEqual` compare typed arrays by bytes. Elements are compared only if bytes differ, because comparing an
 * element takes six microseconds.
 */
import { expect } from 'vitest';

const process = globalThis as { comparesBytes?: true };

function haveEqualBytes(a: unknown, b: unknown): true | undefined {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return undefined;
  const [one, other] = [a, b].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return one.equals(other) || undefined;
}

// Testers are global to the process, so only the first test file adds this one.
if (!process.comparesBytes) expect.addEqualityTesters([haveEqualBytes]);
process.comparesBytes = true;
