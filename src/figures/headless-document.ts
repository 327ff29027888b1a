/** @file A document for drawing figures without a browser, for headless programs and tests: the page has its own. */
import { parseHTML } from 'linkedom';

export const headlessDocument = (): Document => parseHTML('<!doctype html><html><body></body></html>').document;
