// Keeps the recorder on this device: its page, its files, its words. Everything else goes to the network as it is.
"use strict";

const KEPT = {{ kept|safe }};
const OURS = "recorder-";

// All of it or nothing: an app of which one file is missing would not open without a network.
async function keep() {
  const cache = await caches.open(KEPT.name);
  // Whatever has a digest in its name may come out of the browser's own cache.
  const asked = [KEPT.page, ...KEPT.words].map((address) => new Request(address, { cache: "no-cache" }));
  await cache.addAll([...asked, ...KEPT.files]);
}

async function forgetEarlier() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== KEPT.name).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(KEPT.name);
  const wanted = request.mode === "navigate" ? KEPT.page : request;
  return (await cache.match(wanted, { ignoreVary: true })) ?? fetch(request);
}

function isKept(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return false;
  return request.mode === "navigate" ? pathname === KEPT.page : KEPT.words.includes(pathname) || KEPT.files.includes(pathname);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));

self.addEventListener("activate", (event) => event.waitUntil(forgetEarlier().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  if (isKept(event.request)) event.respondWith(answer(event.request));
});

// A new worker waits until a page says that nobody is in the middle of a trick.
self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});
