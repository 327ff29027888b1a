/** @file Types of Prism's core alone, which has the same interface as the whole. */
declare module 'prismjs/components/prism-core' {
  const Prism: typeof import('prismjs');
  export default Prism;
}
/** Adds WGSL to the languages of the global `Prism`. */
declare module 'prismjs/components/prism-wgsl';
