/* Keeps the page as it is now: hears that something changed, fetches the same page and swaps its parts.

   <body data-reader data-versions data-build> says for whom, at which versions and by which build the page was
   made (without versions it follows nothing); `[data-live="key"]` marks each part that others can change. A part
   that somebody types in is left alone: a bar offers to show the news, and nothing typed is lost. */

import { hideBar, say, showBar } from "./bars.js";
import { filledIn, putBack, takeUp } from "./typed.js";
import { follow } from "./stream.js";

const body = document.body;
const SESSION_FIELDS = /name="(?:csrf_token|request_id)" value="[^"]*"/g;
const ELSEWHERE = 20000; // between looks for tables one has newly been invited to
let known = new Map(); // "campaign audience" → the version this page shows
let latest = new Map(); // the newest that was heard of, of the same
let moved = false; // the reader has come to a table or left one
let busy = false;
const pressed = new Set(); // fingers and mouse buttons that are down
let held = null; // the fetched page with parts that wait for "show"
const drawn = new WeakMap(); // what the server sent for a board, without what changes with every answer

function remember(json) {
  known = new Map(JSON.parse(json || "[]").map(([c, a, v]) => [`${c} ${a}`, v]));
}

const behind = () => moved || [...known].some(([key, version]) => latest.get(key) > version);

function heard({ c, a, v }) {
  const key = `${c} ${a}`;
  latest.set(key, Math.max(v, latest.get(key) ?? 0));
  refresh();
}

async function ask() {
  try {
    const answer = await fetch("/live/versions", { headers: { "X-Live": "1" }, cache: "no-store" });
    if (answer.status === 401) return showBar("logged-out");
    if (!answer.ok) return;
    const all = await answer.json();
    const names = (keys) => [...keys].sort().join();
    moved = body.dataset.follows === "all" && names(all.map(({ c, a }) => `${c} ${a}`)) !== names(known.keys());
    for (const news of all) heard(news);
    refresh();
  } catch {
    // No net: the strip says so, and coming back asks again.
  }
}

async function refresh() {
  if (busy || pressed.size) return;
  busy = true;
  try {
    // A page that cannot be renewed (gone, another build) has said so and is left as it is.
    while (behind() && (await renew()));
  } catch {
    // Asked again with the next news or when the net is back.
  } finally {
    busy = false;
  }
}

/* A board whose shapes are here already need not come with them again, nor with figures that have not changed. */
function asked() {
  const { shapes, drawn: figures } = document.querySelector("[data-shapes].live")?.dataset ?? {};
  return { "X-Live": "1", ...(shapes && { "X-Shapes": shapes, "X-Drawn": figures }) };
}

/* Fetch this page anew and show it; false if that cannot be. */
async function renew() {
  moved = false;
  const answer = await fetch(location.href, { headers: asked(), cache: "no-store" });
  const gone = answer.redirected || [401, 403, 404].includes(answer.status);
  if (gone) showBar("gone", { load });
  if (gone || !answer.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { reader, build, versions } = page.body.dataset;
  const other = reader !== body.dataset.reader ? "gone" : build !== body.dataset.build ? "version" : "";
  if (other) {
    showBar(other, { load });
    return false;
  }
  await morpher();
  remember(versions);
  swap(page, false);
  return true;
}

function load() {
  location.reload();
}

const parts = (of) => new Map([...of.querySelectorAll("[data-live]")].map((el) => [el.dataset.live, el]));

/* Swap the parts that nobody works in; all of them if `forced`, with what was typed put back. */
function swap(page, forced) {
  const mine = parts(document), theirs = parts(page);
  const same = mine.size === theirs.size && [...mine.keys()].every((key) => theirs.has(key));
  const pairs = same
    ? [...mine].map(([key, el]) => [el, theirs.get(key)])
    : [[document.querySelector("main"), page.querySelector("main")], ...chrome(mine, theirs)];
  const changed = [];
  let left = false;
  for (const [el, news] of pairs) {
    if (!el || !news || el.parentElement?.closest("[data-live]") || signature(el) === signature(news)) continue;
    if (!forced && worksIn(el)) left = true;
    else {
      morph(el, news);
      changed.push(el);
    }
  }
  held = left ? page : null;
  if (left) showBar("news", { show: () => held && swap(held, true) });
  else hideBar("news");
  if (page.title) document.title = page.title;
  if (!changed.length) return;
  say("updated");
  for (const el of changed) document.dispatchEvent(new CustomEvent("feldtog:refreshed", { detail: { root: el } }));
}

/* Another state of this page under another address: its parts are swapped without leaving it. Fails if it is no such. */
export async function visit(url, push = true) {
  const answer = await fetch(url, { headers: asked(), cache: "no-store" });
  if (!answer.ok || answer.redirected) throw new Error("elsewhere");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const mine = parts(document), theirs = parts(page);
  const { reader, build, versions } = page.body.dataset;
  const same = mine.size === theirs.size && [...mine.keys()].every((key) => theirs.has(key));
  if (!same || reader !== body.dataset.reader || build !== body.dataset.build) throw new Error("another page");
  await morpher();
  if (push) history.pushState({}, "", url);
  remember(versions);
  held = null;
  hideBar("news");
  if (page.title) document.title = page.title;
  for (const [key, el] of mine) {
    if (!el.matches("[data-board]") && signature(el) === signature(theirs.get(key))) continue;
    keepingFocus(el, () => {
      // nothing of a sheet that asks something else is worth looking for in the one before it
      if ("anew" in el.dataset) el.replaceChildren(...document.importNode(theirs.get(key), true).childNodes);
      else self.Idiomorph.morph(el, theirs.get(key), { callbacks: { beforeNodeMorphed } });
    });
    document.dispatchEvent(new CustomEvent("feldtog:refreshed", { detail: { root: el } }));
  }
}

/* The live parts outside the content that both pages have (the tabs and their counts). */
function chrome(mine, theirs) {
  return [...mine].filter(([key, el]) => theirs.has(key) && !el.closest("main")).map(([key, el]) => [el, theirs.get(key)]);
}

function worksIn(part) {
  const at = document.activeElement;
  if (part.contains(at) && at.matches("input:not([type=hidden]), textarea, select, [contenteditable]")) return true;
  if (part.querySelector("dialog[open], form[aria-busy=true]") || part.closest("dialog[open]")) return true;
  return filledIn(part);
}

const signature = (el) => el.outerHTML.replace(SESSION_FIELDS, "");

function morph(el, news) {
  const typed = takeUp(el);
  keepingFocus(el, () => {
    self.Idiomorph.morph(el, news, { callbacks: { beforeNodeMorphed, beforeAttributeUpdated } });
    putBack(el, typed);
  });
}

/* Where what had the focus goes away, the part it stood in takes it over. */
function keepingFocus(el, change) {
  const focused = el.contains(document.activeElement) ? document.activeElement : null;
  change();
  if (focused && !focused.isConnected) {
    el.tabIndex = -1;
    el.focus({ preventScroll: true });
  }
}

/* What a reader opened stays open. */
function beforeAttributeUpdated(name, el) {
  return !(name === "open" && el.matches("details, dialog"));
}

/* A board is drawn by its script, which may take over what is new. Else it is replaced as a whole, and only if the
   server's drawing changed. */
function beforeNodeMorphed(el, news) {
  if (!(el instanceof Element)) return true;
  if (el.hasAttribute("data-keep")) return false;
  if (!el.matches("[data-pair], [data-board]")) return true;
  if (!el.dispatchEvent(new CustomEvent("board:news", { cancelable: true, detail: { news } }))) return false;
  if (news.querySelector("[data-same]")) {
    load(); // what was left out is not here any more
    return false;
  }
  const drawing = signature(news);
  if (drawn.get(el) !== drawing) {
    const fresh = document.importNode(news, true);
    drawn.set(fresh, drawing);
    for (const shape of fresh.querySelectorAll(".spaces path[id]:not([d])")) {
      shape.setAttribute("d", el.querySelector(`[id="${shape.id}"]`).getAttribute("d"));
    }
    el.replaceWith(fresh);
  }
  return false;
}

let morphing;
function morpher() {
  morphing ??= new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = new URL("../vendor/idiomorph.min.js", import.meta.url).href;
    script.onload = done;
    script.onerror = () => {
      morphing = undefined;
      fail(new Error("idiomorph"));
    };
    document.head.append(script);
  });
  return morphing;
}

/* Once nobody types any more, what was held back is shown. */
function released() {
  setTimeout(() => {
    if (held) swap(held, false);
  });
}

export function live() {
  if (!("versions" in body.dataset) || !document.querySelector("[data-live]")) return;
  remember(body.dataset.versions);
  // Nothing is swapped away under a finger.
  const lift = ({ pointerId }) => {
    pressed.delete(pointerId);
    if (!pressed.size) setTimeout(refresh); // after the click that follows
  };
  addEventListener("pointerdown", ({ pointerId }) => pressed.add(pointerId), true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, lift, true);
  addEventListener("blur", () => pressed.clear());
  document.addEventListener("focusout", released);
  follow(body.dataset.reader, { heard, ask });
  if (body.dataset.follows === "all") setInterval(() => document.hidden || ask(), ELSEWHERE);
  (self.requestIdleCallback ?? setTimeout)(() => morpher().catch(() => {}));
}
