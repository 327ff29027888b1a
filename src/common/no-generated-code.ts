/**
 * @file Stops zod from making code from strings. The page's security policy forbids this, and browsers report even
 * zod's attempt at the first schema. So the page and each worker import this file before any schema.
 */
import { config } from 'zod/v4/core';

config({ jitless: true });
