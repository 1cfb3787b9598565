/* Feldtog's service worker, written anew for each build.

   Static files are kept by their address, which changes with the build. Pages come from the net; those that the
   server marks with "X-Offline: keep" are kept for when there is none, each reader's apart (X-Reader), and thrown
   away as soon as a page comes for somebody else or for nobody. What is sent is never kept. */

const BUILD = {{ build|tojson }};
const STATIC = {{ static|tojson }};
const OFFLINE = {{ offline|tojson }};
const SHELF = `feldtog-static-${BUILD}`;
const STATE = "feldtog-state";
const KEPT = "feldtog-kept-";
const NOBODY = "-";
const MOST = 120; // kept pages and pictures of a reader
const FRESH = 6 * 3600 * 1000; // a page named for offline is not fetched again sooner
const BACKGROUND = { "X-Live": "1" };

self.addEventListener("install", (event) => event.waitUntil(stock()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

/* The offline pages, and the style sheets and scripts they need. */
async function stock() {
  const shelf = await caches.open(SHELF);
  for (const address of Object.values(OFFLINE)) {
    const answer = await fetch(address, { credentials: "omit", cache: "reload" });
    if (!answer.ok) throw new Error(`${address} ${answer.status}`);
    await shelf.put(address, answer.clone());
    const files = (await answer.text()).matchAll(/(?:href|src)="([^"#]+)/g);
    await Promise.all([...new Set([...files].map(([, file]) => file))].filter(isStatic).map((file) => shelve(shelf, file)));
  }
}

async function shelve(shelf, file) {
  if (await shelf.match(file)) return;
  const answer = await fetch(file);
  if (!answer.ok) return;
  await shelf.put(file, answer.clone());
  if (!file.endsWith(".js")) return;
  // The modules that a script imports.
  const imports = (await answer.text()).matchAll(/^import .* from "(\.[^"]+)"/gm);
  for (const [, module] of imports) await shelve(shelf, new URL(module, new URL(file, location)).pathname);
}

async function tidy() {
  for (const name of await caches.keys()) {
    if (name.startsWith("feldtog-static-") && name !== SHELF) await caches.delete(name);
  }
  await self.clients.claim();
}

const isStatic = (path) => path.startsWith(STATIC);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (isStatic(url.pathname)) event.respondWith(fromShelf(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.headers.has("X-Live")) {
    if (!url.pathname.startsWith("/live")) event.respondWith(again(event));
  } else if (request.destination === "image") event.respondWith(picture(event));
});

async function fromShelf(request) {
  const shelf = await caches.open(SHELF);
  const found = await shelf.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.status === 200) await shelf.put(request, answer.clone());
  return answer;
}

async function page(event) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch (error) {
    return (await keptPage(event.request.url)) ?? (await offlinePage()) ?? Promise.reject(error);
  }
  await noteReader(answer);
  event.waitUntil(consider(event.request.url, answer.clone()));
  return answer;
}

/* A page that refreshes itself brings its kept copy up to date. */
async function again(event) {
  const answer = await fetch(event.request);
  if (!answer.redirected) event.waitUntil(consider(event.request.url, answer.clone()));
  return answer;
}

async function picture(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(consider(event.request.url, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await shelfOf(await reader());
    return (await kept?.match(event.request.url, { ignoreVary: true })) ?? Promise.reject(error);
  }
}

/* ---- whose pages ---- */

let readerNow; // remembered while the worker lives; the state cache remembers it longer

async function state() {
  const found = await (await caches.open(STATE)).match("/reader");
  return found ? found.json() : {};
}

async function reader() {
  readerNow ??= (await state()).reader ?? NOBODY;
  return readerNow;
}

async function shelfOf(who) {
  return who === NOBODY ? null : caches.open(KEPT + who);
}

/* Each page of ours says for whom it is; everybody else's kept pages go. */
async function noteReader(answer) {
  const who = answer.headers.get("X-Reader");
  if (!who) return;
  const before = await state();
  const lang = answer.headers.get("Content-Language") ?? before.lang;
  if (before.reader === who && before.lang === lang) return;
  readerNow = who;
  await (await caches.open(STATE)).put("/reader", new Response(JSON.stringify({ reader: who, lang })));
  await forget(who);
}

async function forget(but = NOBODY) {
  for (const name of await caches.keys()) {
    if (name.startsWith(KEPT) && name !== KEPT + but) await caches.delete(name);
  }
}

/* ---- what is kept ---- */

async function consider(address, answer) {
  const who = answer.headers.get("X-Reader") ?? (await reader());
  if (who !== (await reader())) return;
  const kept = await shelfOf(who);
  if (!kept || answer.type === "opaqueredirect") return;
  const url = address.split("#")[0];
  if ([403, 404, 410].includes(answer.status)) await kept.delete(url, { ignoreVary: true });
  if (answer.status !== 200 || answer.redirected) return;
  // What this copy says once is not to be read tomorrow.
  if (answer.headers.get("X-Offline") === "again") answer = await fetch(url, { headers: BACKGROUND });
  if (answer.status !== 200 || answer.redirected || answer.headers.get("X-Offline") !== "keep") return;
  const headers = new Headers(answer.headers);
  headers.set("X-Kept-At", new Date().toISOString());
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const copy = new Response(await answer.blob(), { status: 200, headers });
  // Somebody may have logged out while the page was read.
  if (who !== (await reader())) return;
  await kept.delete(url, { ignoreVary: true });
  await kept.put(url, copy);
  const keys = await kept.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await kept.delete(old, { ignoreVary: true });
}

async function keptPage(address) {
  const kept = await shelfOf(await reader());
  const found = await kept?.match(address.split("#")[0], { ignoreVary: true });
  if (!found) return undefined;
  const at = found.headers.get("X-Kept-At");
  const html = (await found.text()).replace("<html ", `<html data-kept-at="${at}" `);
  return new Response(html, { status: 200, headers: found.headers });
}

async function offlinePage() {
  const { lang } = await state();
  return (await caches.open(SHELF)).match(OFFLINE[lang] ?? OFFLINE.en, { ignoreVary: true });
}

async function keepAll(urls) {
  const who = await reader();
  const kept = await shelfOf(who);
  if (!kept) return;
  for (const address of urls) {
    const url = address.split("#")[0];
    const found = await kept.match(url, { ignoreVary: true });
    if (found && Date.now() - Date.parse(found.headers.get("X-Kept-At")) < FRESH) continue;
    if (who !== (await reader())) return;
    try {
      await consider(url, await fetch(url, { headers: BACKGROUND }));
    } catch {
      return; // no net: another time
    }
  }
}

/* ---- push messages ---- */

self.addEventListener("push", (event) => event.waitUntil(show(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(open(event)));

/* One message of a table takes the place of its last one; only turns and reminders ring again. */
async function show(event) {
  const note = event.data?.json();
  if (!note || note.reader !== (await reader())) return;
  const { lang } = await state();
  await self.registration.showNotification(note.title, {
    body: note.body,
    tag: note.tag,
    renotify: note.loud,
    lang,
    icon: `${STATIC}icons/app-icon-192.png`,
    data: { url: note.url },
  });
}

async function open(event) {
  event.notification.close();
  const url = new URL(event.notification.data.url, location.origin);
  if (url.origin !== location.origin) return;
  const [client] = await self.clients.matchAll({ type: "window" });
  if (!client) return void (await self.clients.openWindow(url));
  await client.focus();
  await client.navigate(url);
}

async function endPush() {
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
  for (const shown of await self.registration.getNotifications()) shown.close();
}

self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data.build) ports[0].postMessage(BUILD);
  if (data.takeOver) self.skipWaiting();
  if (data.keep) event.waitUntil(keepAll(data.keep.filter((url) => new URL(url).origin === location.origin)));
  if (data.forget) {
    readerNow = NOBODY;
    event.waitUntil(Promise.all([caches.delete(STATE), forget(), endPush().catch(() => {})]));
  }
});
