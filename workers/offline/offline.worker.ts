/** @file Runs the built page's service worker. The file lies beside the page, so that it controls the page’s folder. */
import { type BuildFiles, OfflineHost } from './host.ts';

declare const self: ServiceWorkerGlobalScope;
/** Value that the build inserts (build/plugins.ts). */
declare const __BUILD_FILES__: BuildFiles;

const host = new OfflineHost(__BUILD_FILES__, {
  folder: self.registration.scope,
  caches: self.caches,
  fetch: (request, init) => fetch(request, init),
});

self.addEventListener('install', (event) => event.waitUntil(host.install()));
self.addEventListener('activate', (event) => event.waitUntil(host.activate().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const answer = host.answer(event.request, (work) => event.waitUntil(work));
  if (answer) event.respondWith(answer);
});
