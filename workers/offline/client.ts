/** @file Keeps the built page for visits without a network, once it has nothing more urgent to do. */

/** A browser that refuses (private windows, site data blocked) has the page only while there is a network. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    void navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI)).catch(() => {});
  const whenIdle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(register) : register());
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
