/** @file The chunks of a PNG file, as two libraries without types of their own read and write them. */
declare module 'png-chunks-extract' {
  const extract: (png: Uint8Array) => { name: string; data: Uint8Array }[];
  export default extract;
}

declare module 'png-chunks-encode' {
  const encode: (chunks: readonly { name: string; data: Uint8Array }[]) => Uint8Array<ArrayBuffer>;
  export default encode;
}
