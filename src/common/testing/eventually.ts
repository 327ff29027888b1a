/** @file Waits in a test for an event that may take long on a busy machine. */
import { vi } from 'vitest';

const PATIENCE = 60_000;

/** Waits until `check` passes. @param check throws until the event has happened */
export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: PATIENCE });
