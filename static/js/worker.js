/**
 * The service worker of the house, served as /sw.js after a line that says what the house is made of
 * (config/installable.py).
 *
 * It keeps what can never change, files named after their contents, and the page that is shown where
 * the house cannot be reached. Pages, parts of pages and the interface always come from the house.
 */

const { offline, files, static: staticUrl, version } = self.HOUSE;

const KEPT = `house-${version}`;
const NAMED_AFTER_CONTENTS = /\.[0-9a-f]{12}\.\w+$/;

/** @param {string} url */
const afresh = (url) => new Request(url, { cache: "reload" });

async function keepOffline() {
  const cache = await caches.open(KEPT);
  await cache.addAll([offline, ...files].map(afresh));
}

/** Earlier releases are dropped with all they kept. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/**
 * From the house; where it cannot be reached, what is kept. @param {Request} request
 * @param {Request | string} otherwise @returns {Promise<Response>}
 */
async function freshOrKept(request, otherwise = request) {
  try {
    return await fetch(request);
  } catch (trouble) {
    const kept = await caches.match(otherwise, { ignoreVary: true });
    if (kept) return kept;
    throw trouble;
  }
}

/** @param {Request} request @returns {Promise<Response>} */
async function unchanging(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.status !== 206) await cache.put(request, answer.clone());
  return answer;
}

/** The page without a line is read again where its reader has chosen another language. @param {string} language */
async function speak(language) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(offline, { ignoreVary: true });
  if (kept?.headers.get("Content-Language") === language) return;
  const answer = await fetch(afresh(offline)).catch(() => null);
  if (!answer?.ok) return;
  await cache.delete(offline, { ignoreVary: true });
  await cache.put(offline, answer);
}

/** The page that a notice of the device is about: the one that is open, or a new one. @param {string} url */
async function goTo(url) {
  const { pathname } = new URL(url, self.location.href);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((each) => new URL(each.url).pathname === pathname);
  await (open ? open.focus() : self.clients.openWindow(pathname));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepOffline());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(freshOrKept(request, offline));
  else if (!pathname.startsWith(staticUrl)) return;
  else if (NAMED_AFTER_CONTENTS.test(pathname)) event.respondWith(unchanging(request));
  // Where names do not tell contents, what the page without a line is made of.
  else if (files.includes(pathname)) event.respondWith(freshOrKept(request));
});

self.addEventListener("message", (event) => {
  if (typeof event.data?.language === "string") event.waitUntil(speak(event.data.language));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.url ?? "/"));
});
