/**
 * @file The thread that draws figures, as headless programs draw them.
 */
import * as Comlink from 'comlink';
import { parseHTML } from 'linkedom/worker';
import { figuresHost } from './host.ts';

Comlink.expose(figuresHost(() => parseHTML('<!doctype html><html><body></body></html>').document));
