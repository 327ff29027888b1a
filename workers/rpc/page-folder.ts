/** @file The folder that the page is served from, wherever a host puts it: known in the page and in its threads. */

/** An address that ends with a slash. The build puts the files of threads one folder below the page. */
export function pageFolder(): string {
  const base = import.meta.env.BASE_URL;
  if (base !== './') return new URL(base, location.origin).href;
  return typeof document === 'undefined' ? new URL('../', location.href).href : new URL('./', document.baseURI).href;
}
