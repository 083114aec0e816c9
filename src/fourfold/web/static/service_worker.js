// @ts-check
// Keeps what the page needs, so that it opens without the server: the page itself, and from the
// second visit on also the parts that are loaded late, the lessons and the puzzles that were loaded.
//
// Whenever the server answers, its answer counts: a copy is used only if there is none in time.
// The server writes the two lists and the version, which changes with every file.

const VERSION = ""; // written by the server
/** @type {string[]} what the first visit loads */
const FIRST = []; // written by the server
/** @type {string[]} what is loaded late, or asked for */
const LATE = []; // written by the server

const CACHE = `fourfold-${VERSION}`;
const PATIENCE = 4000; // milliseconds until a copy is used instead of an answer
// Of puzzles only single ones, which never change: their screen keeps the others itself.
const KEPT = /^api\/((lessons|opponents|agents)(\/|\?|$)|puzzles\/[a-z2-7]{7}$)/;

const worker = /** @type {any} */ (self);
const base = new URL("./", worker.location.href).href;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST.map(addressOf))));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOutdated).map((name) => caches.delete(name)))),
  );
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "keep everything") event.waitUntil(keepEverything());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const path = request.url.startsWith(base) ? request.url.slice(base.length) : null;
  if (request.method !== "GET" || path === null) return;
  const isPage = request.mode === "navigate";
  if (isPage || path.startsWith("static/") || KEPT.test(path)) event.respondWith(answer(request, isPage));
});

/** @param {string} name of a cache */
function isOutdated(name) {
  return name.startsWith("fourfold-") && name !== CACHE;
}

/** @param {string} path */
function addressOf(path) {
  return new URL(path, base).href;
}

/** Ask the server, and fall back on the copy. @param {Request} request @param {boolean} isPage */
async function answer(request, isPage) {
  const cache = await caches.open(CACHE);
  const address = isPage ? base : request.url; // one page for all addresses
  const asked = ask(cache, request, isPage ? null : address);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const response = await Promise.race([asked, late]).catch(() => null);
  if (response) return response;
  return (await cache.match(address)) ?? asked;
}

/** @param {Cache} cache @param {Request} request @param {string | null} address under which the answer is kept */
async function ask(cache, request, address) {
  const response = await fetch(request);
  if (response.ok && address) await cache.put(address, response.clone());
  return response;
}

/** Fetch whatever is not kept yet, one after the other: nobody is waiting for it. */
async function keepEverything() {
  const cache = await caches.open(CACHE);
  for (const path of LATE) await keep(cache, path);
  const found = await (await keep(cache, "api/lessons"))?.json();
  for (const { id } of found?.lessons ?? []) await keep(cache, `api/lessons/${id}`);
}

/** Return the copy of an address, which is fetched first if there is none. @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const address = addressOf(path);
  const known = await cache.match(address);
  if (known) return known;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  await cache.put(address, response.clone());
  return response;
}
