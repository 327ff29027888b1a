/** @file Prism's core under the global name where its languages look for it; it shall colour nothing by itself. */
import Prism from 'prismjs/components/prism-core';

Prism.manual = true;
Object.assign(globalThis, { Prism });

export { Prism };
