/** @file The error for a log of which the beginning is missing: it does not say what was run. */
import { CodedError } from '../../common/coded-error.ts';

/** @param log its name, where it has one */
export const logWithoutStart = (log: string | null = null): CodedError => new CodedError('log-without-start', { log });
