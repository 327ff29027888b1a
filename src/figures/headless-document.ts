/**
 * @file A document for drawing figures without a browser. Only headless programs and tests import it: the page has its own.
 */
import { parseHTML } from 'linkedom';

export const headlessDocument = (): Document => parseHTML('<!doctype html><html><body></body></html>').document;
