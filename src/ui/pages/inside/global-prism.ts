/**
 * @file Prism's core under its global name, where the files of its languages look for it. Imported before them. Prism looks
 * through the page for code to colour unless it is told not to.
 */
import Prism from 'prismjs/components/prism-core';

Prism.manual = true;
Object.assign(globalThis, { Prism });

export { Prism };
