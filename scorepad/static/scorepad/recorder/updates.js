/**
 * The service worker: it keeps the app on this device, and brings a new version when nobody is in the middle of a
 * trick.
 *
 * On plain HTTP there is none. Then the app is here as long as its page is open, and that is told.
 */

const OFTEN = 3_600_000;
const SOON = 500; // once the screen that was asked for is there

/**
 * @param {string} address of the worker
 * @param {object} app
 * @param {(where: 'device' | 'page') => void} app.kept is told once the app is on this device, or that it cannot be
 * @param {() => boolean} app.isIdle whether the page may be loaded anew just now
 * @returns {Promise<() => void>} to be called whenever the app has become idle
 */
export async function keepApp(address, { kept, isIdle }) {
  const workers = navigator.serviceWorker;
  if (!workers) return none(kept);
  const replaces = Boolean(workers.controller);
  let isNewThere = false;
  const renew = () => {
    if (isNewThere && isIdle()) location.reload();
  };
  workers.addEventListener("controllerchange", () => {
    // The first worker of all changes nothing of the page that it finds.
    isNewThere = replaces;
    renew();
  });
  const registration = await workers.register(address, { updateViaCache: "none" }).catch(() => null);
  if (!registration) return none(kept);
  workers.ready.then(() => kept("device"));
  const takeOver = () => {
    if (!registration.active && !registration.waiting && !registration.installing) kept("page");
    if (isIdle()) registration.waiting?.postMessage("take over");
    renew();
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", takeOver);
  });
  addEventListener("hashchange", () => setTimeout(takeOver, SOON));
  document.addEventListener("visibilitychange", takeOver);
  setInterval(() => registration.update().catch(() => undefined), OFTEN);
  takeOver();
  return takeOver;
}

function none(kept) {
  kept("page");
  return () => undefined;
}
