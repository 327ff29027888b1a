/**
 * @file The thread that draws figures, as headless programs draw them.
 */
import { parseHTML } from 'linkedom/worker';
import { figuresHost } from './host.ts';
import { expose } from '../rpc/expose.ts';

expose(figuresHost(() => parseHTML('<!doctype html><html><body></body></html>').document));
