/**
 * @file The thread of one model: everything that touches its GPU device happens here.
 */
import * as Comlink from 'comlink';
import { PolicyHost } from './host.ts';

Comlink.expose(new PolicyHost());
