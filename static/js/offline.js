/* The installed app: service worker, new versions, install button, the offline strip, the list of kept pages. */

import { showBar } from "./bars.js";

const body = document.body;
const worker = navigator.serviceWorker;

function moment(iso) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );
}

function strip() {
  const strip = document.getElementById("offline");
  if (!strip) return;
  const kept = document.documentElement.dataset.keptAt;
  strip.hidden = navigator.onLine && !kept;
  const since = strip.querySelector("[data-kept]");
  if (!kept || !since) return;
  since.textContent = moment(kept);
  since.dateTime = kept;
  since.parentElement.hidden = false;
}

/* ---- new versions ---- */

async function register() {
  const registration = await worker.register("/sw.js");
  let reload = false;
  worker.addEventListener("controllerchange", () => reload && location.reload());
  const offer = async (waiting) => {
    const { port1, port2 } = new MessageChannel();
    const build = new Promise((done) => (port1.onmessage = ({ data }) => done(data)));
    waiting.postMessage({ build: true }, [port2]);
    const takeOver = () => waiting.postMessage({ takeOver: true });
    // This page is of the new build already: there is nothing to reload.
    if ((await build) === body.dataset.build) return takeOver();
    showBar("version", {
      load() {
        reload = true;
        takeOver();
      },
    });
  };
  if (registration.waiting && worker.controller) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const fresh = registration.installing;
    fresh.addEventListener("statechange", () => {
      if (fresh.state === "installed" && worker.controller) offer(fresh);
    });
  });
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
}

/* Pages that this one names for offline reading (a[data-offline]) are kept before they are needed. */
async function keepNamed() {
  const urls = [...document.querySelectorAll("a[data-offline]")].map((link) => link.href);
  if (!urls.length || navigator.connection?.saveData) return;
  (await worker.ready).active.postMessage({ keep: [...new Set(urls)] });
}

/* ---- install ---- */

function install() {
  const buttons = document.querySelectorAll("[data-install]");
  addEventListener("beforeinstallprompt", (prompt) => {
    prompt.preventDefault();
    for (const button of buttons) {
      button.hidden = false;
      button.onclick = async () => {
        await prompt.prompt();
        button.hidden = true;
      };
    }
  });
  addEventListener("appinstalled", () => buttons.forEach((button) => (button.hidden = true)));
  // Over plain http the system installs nothing; the page says so instead of keeping silent.
  for (const note of document.querySelectorAll("[data-insecure]")) note.hidden = isSecureContext;
}

/* ---- the offline page ---- */

async function listKept() {
  const list = document.getElementById("kept");
  if (!list || !("caches" in self)) return;
  const state = await (await caches.open("feldtog-state")).match("/reader");
  const reader = state && (await state.json()).reader;
  if (!reader || reader === "-") return;
  const kept = await caches.open(`feldtog-kept-${reader}`);
  const rows = [];
  for (const request of await kept.keys()) {
    const answer = await kept.match(request, { ignoreVary: true });
    if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    rows.push({ url: request.url, title: page.title.replace(/ · Feldtog$/, ""), at: answer.headers.get("X-Kept-At") });
  }
  rows.sort((one, other) => one.title.localeCompare(other.title, document.documentElement.lang));
  const row = document.getElementById("kept-row").content;
  for (const { url, title, at } of rows) {
    const item = row.cloneNode(true);
    Object.assign(item.querySelector("a"), { href: url, textContent: title });
    Object.assign(item.querySelector("time"), { dateTime: at, textContent: moment(at) });
    list.append(item);
  }
  document.getElementById("kept-box").hidden = !rows.length;
  document.getElementById("kept-none").hidden = rows.length > 0;
}

export function offline() {
  for (const type of ["online", "offline"]) addEventListener(type, strip);
  strip();
  install();
  listKept();
  if (!worker) return;
  const start = () => register().then(keepNamed).catch(() => {}); // no worker in this browser's mode: all else works
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
