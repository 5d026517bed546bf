// Keeps every file of the site, so that it plays without a network after one visit. The list of
// files with their hashes is written in by the build: another list is another version, which waits
// until the page says that the player agrees.
const FILES = $files; // from address to hash
const PREFIX = "scala40-";
const CACHE = `$${PREFIX}$version`;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(forget()));
self.addEventListener("message", ({ data }) => {
  if (data === "update") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

/**
 * Put every file into this version's cache: from an older one where its content is the same. One
 * comes after the other: all at once they hold up whoever plays meanwhile.
 */
async function fill() {
  const cache = await caches.open(CACHE);
  for (const [address, hash] of Object.entries(FILES)) {
    const key = `$${address}#$${hash}`;
    const kept = await fromOlder(key);
    const response = kept ?? await fetch(address, { cache: "no-cache" });
    if (!response.ok) throw new Error(`$${address}: $${response.status}`);
    await cache.put(named(key), response);
  }
}

/** Files are kept by address and hash; a fragment would be cut off a key, so it is a query there. */
const named = (key) => new URL(`?kept=$${encodeURIComponent(key)}`, self.registration.scope).href;

async function fromOlder(key) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    const kept = await (await caches.open(name)).match(named(key));
    if (kept) return kept;
  }
  return undefined;
}

async function forget() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return fetch(request);
  const path = pathname.slice(scope.pathname.length);
  const address = path === "index.html" ? "./" : path || "./";
  const hash = FILES[address];
  const kept = hash && await (await caches.open(CACHE)).match(named(`$${address}#$${hash}`));
  return kept || fetch(request);
}
