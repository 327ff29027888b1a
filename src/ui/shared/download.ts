/** @file Files the page makes, saved where the browser saves files. */

/** A name as part of a file's name: letters, digits, dots and dashes. */
export const inFileName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');

/** @param name of the file, offered to whoever saves it */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the address over by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
