/**
 * @file Stops zod from making code from strings. The page's security policy forbids such code, and browsers report even
 * zod's first attempt. So the page and each worker import this file before any schema.
 */
import { config } from 'zod/v4/core';

config({ jitless: true });
