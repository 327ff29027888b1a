/** @file The thread that draws figures, as headless programs draw them. */
import { expose } from '../rpc/expose.ts';
import { parseHTML } from 'linkedom/worker';
import { figuresHost } from './host.ts';
import { textAt } from './text-at.ts';

expose(figuresHost(() => parseHTML('<!doctype html><html><body></body></html>').document, textAt));
