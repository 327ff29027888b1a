/**
 * @file Keeps zod from making code from strings: the page's security policy forbids it, and browsers report even the attempt,
 * which comes with the first schema. So the page and each worker import this file before any schema.
 */
import { config } from 'zod/v4/core';

config({ jitless: true });
