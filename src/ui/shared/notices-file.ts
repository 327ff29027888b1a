/** @file The name of the file beside the page that holds the licences of the software in it; the build writes it. */
export const NOTICES_FILE = 'third-party-notices.txt';
