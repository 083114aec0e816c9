// @ts-check
// The page as an app: the service worker, which lets it open without the server.

/** Register the service worker once the page stands; from the second visit on it keeps every part. */
export function registerApp() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // a page without HTTPS has none
  // Only now, so that it takes nothing from the first look at the page.
  serviceWorker.register(new URL("service_worker.js", document.baseURI)).catch(() => {});
  const keepEverything = () => serviceWorker.controller?.postMessage("keep everything");
  keepEverything();
  window.addEventListener("appinstalled", keepEverything);
}
