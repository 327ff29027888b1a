/** @file Waiting in a test for what happens soon on an idle machine, and at some time on a busy one. */
import { vi } from 'vitest';

const PATIENCE = 60_000;

/** @param check throws until what is waited for has happened */
export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: PATIENCE });
