// Pyodide as PyScript's worker loads it. PyScript looks into its package cache in IndexedDB first and
// does not start where the browser refuses one; we install no packages, so it gets an empty cache.
const answer = (result) => {
  const request = { result };
  queueMicrotask(() => request.onsuccess({ target: request }));
  return request;
};
const store = { getAllKeys: () => answer([]) };
const cache = { transaction: () => ({ objectStore: () => store }), close() {} };
Object.defineProperty(self, "indexedDB", { value: { open: () => answer(cache) } });

export * from "./pyodide.mjs";
