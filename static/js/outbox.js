/* What was answered without a net waits here, in sight, and is sent once there is one.

   Forms inside [data-outbox] only. An answer is put away before it is sent, and taken out when the server says that it has
   it: by data-taken of the next page, or by the answer to our own sending. The request id makes a second sending the first.
   What the table no longer takes stays in the list until its page is opened and it is sent anew, or thrown away.

   Several answers of one page name the version that the page was made for. The first one moves it, and the server says whereto
   (MOVED keeps it, by the address that the forms stand under): the next one is sent for that version, so that it arrives unless
   somebody else moved it as well. */

import { fill, formName, unsent } from "./typed.js";

const body = document.body;
const reader = body.dataset.reader;
const BOX = "feldtog-outbox ";
const OWN = `${BOX}${reader} `;
const MOVED = "feldtog-moved ";
const OWN_MOVED = `${MOVED}${reader} `;
const REFUSED = [403, 404, 409, 422];

const read = (key) => ({ key, ...JSON.parse(localStorage.getItem(key)) });
const keys = (start) => Object.keys(localStorage).filter((key) => key.startsWith(start));
const waiting = () => keys(OWN).map(read).sort((one, other) => one.at - other.at);

function write({ key, ...answer }) {
  try {
    localStorage.setItem(key, JSON.stringify(answer));
    return true;
  } catch {
    return false; // storage is full or forbidden: the form is sent as any other
  }
}

/* One tab sends at a time, where the browser lets tabs agree (not over plain http: there the request id alone keeps watch). */
const alone = (deed) => (navigator.locks ? navigator.locks.request("feldtog-outbox", deed) : deed());

/* The address by which the page is opened; one that answers a form stands at the form's. */
const pageHere = () => body.dataset.at || location.pathname + location.search;
const pathOf = (address) => new URL(address, location).pathname;
const versionIn = (fields) => fields.find(([name]) => name === "version")?.[1];

/* Put a form's answer away; false if it is none that waits. A newer answer of the same form takes the older one's place. */
export function putAway(form, submitter) {
  const id = form.elements.request_id?.value;
  const data = new FormData(form, submitter);
  const files = [...data.values()].some((value) => value instanceof File && value.size);
  if (reader === "-" || !id || !form.closest("[data-outbox]") || (files && navigator.onLine)) return false;
  const page = pageHere();
  const name = formName(form);
  for (const older of waiting()) if (older.page === page && older.name === name) localStorage.removeItem(older.key);
  const put = write({
    key: OWN + id,
    url: form.action,
    fields: [...data].filter(([, value]) => typeof value === "string"),
    values: unsent(form),
    page,
    name,
    title: document.title.split(" · ")[0],
    at: Date.now(),
    sent: navigator.onLine,
  });
  show();
  return put;
}

/* Everything goes with the login. */
export function emptyOutbox() {
  for (const key of [...keys(BOX), ...keys(MOVED)]) localStorage.removeItem(key);
}

let sending = false;

async function sendAll() {
  if (sending || !navigator.onLine) return;
  sending = true;
  let onward = "";
  try {
    await alone(async () => {
      for (const { key } of waiting()) {
        const answer = localStorage.getItem(key) && read(key); // it may have been taken or thrown away meanwhile
        if (!answer || answer.refused) continue;
        const told = await sendOne(asMoved(answer));
        if (!told) break;
        if (told.to && answer.page === pageHere()) onward = told.to;
      }
    });
  } finally {
    sending = false;
    show();
  }
  if (onward) location.assign(onward);
}

/* The answer for the version that answers before it have brought about. It is kept so before it is sent: the same request id
   must never come with something else in it. */
function asMoved(answer) {
  if (answer.made) return answer;
  const under = keys(OWN_MOVED).find((key) => pathOf(answer.url).startsWith(`${key.slice(OWN_MOVED.length)}/`));
  const moved = under && JSON.parse(localStorage.getItem(under));
  if (!moved || versionIn(answer.fields) !== moved.from) return answer;
  const fields = answer.fields.map(([name, value]) => [name, name === "version" ? moved.to : value]);
  const ready = { ...answer, fields, made: moved.from };
  write(ready);
  return ready;
}

/* What the server said, if the next one may follow. */
async function sendOne(answer, again = false) {
  const data = new FormData();
  for (const [name, value] of answer.fields) data.append(name, value);
  let told;
  try {
    told = await fetch(answer.url, { method: "POST", body: data, headers: { "X-Outbox": "1" } });
  } catch {
    return null;
  }
  if (REFUSED.includes(told.status)) return write({ ...answer, refused: true }) && {};
  if (told.status === 400 && !again) return renewed(answer);
  // Anything else but our own short answer is a login page or a server in trouble: it waits.
  if (!told.ok || !told.headers.get("Content-Type")?.includes("json")) return null;
  const taken = await told.json();
  const from = answer.made ?? versionIn(answer.fields);
  if (taken.version) localStorage.setItem(OWN_MOVED + pathOf(taken.to), JSON.stringify({ from, to: String(taken.version) }));
  localStorage.removeItem(answer.key);
  return taken;
}

/* The page's token is of an older session: take a fresh one, once. */
async function renewed(answer) {
  const page = new DOMParser().parseFromString(await (await fetch(answer.page)).text(), "text/html");
  const token = page.querySelector("[name=csrf_token]")?.value;
  if (!token) return null;
  const fields = answer.fields.map(([name, value]) => [name, name === "csrf_token" ? token : value]);
  return sendOne({ ...answer, fields }, true);
}

/* ---- in sight ---- */

function show() {
  const bar = document.getElementById("outbox");
  if (!bar) return;
  const answers = waiting().filter((answer) => !answer.sent || answer.refused);
  bar.hidden = !answers.length;
  const summary = bar.querySelector("summary span");
  summary.textContent = bar.dataset[answers.length === 1 ? "one" : "many"].replace("{count}", answers.length);
  const row = bar.querySelector("template").content.firstElementChild;
  bar.querySelector("ul").replaceChildren(...answers.map((answer) => shown(row.cloneNode(true), answer)));
}

function shown(row, answer) {
  const link = Object.assign(document.createElement("a"), { href: answer.page, textContent: answer.title });
  row.querySelector(".t").append(link);
  row.querySelector("[data-waits]").hidden = Boolean(answer.refused);
  row.querySelector("[data-refused]").hidden = !answer.refused;
  row.querySelector("button").onclick = () => {
    localStorage.removeItem(answer.key);
    show();
  };
  return row;
}

export function outbox() {
  if (reader === "-") return emptyOutbox();
  for (const key of [...keys(BOX), ...keys(MOVED)])
    if (!key.startsWith(OWN) && !key.startsWith(OWN_MOVED)) localStorage.removeItem(key);
  const { taken, at } = body.dataset;
  if (taken) localStorage.removeItem(OWN + taken);
  const here = pageHere();
  for (const answer of waiting()) {
    // This very page is the server's no to it; without one, the answer got lost on its way.
    if (at && answer.sent && pathOf(answer.page) === pathOf(at)) {
      localStorage.removeItem(answer.key);
    } else if (answer.page === here && (answer.refused || !navigator.onLine)) {
      const form = [...document.forms].find((one) => formName(one) === answer.name);
      if (form) fill(form, answer.values);
    }
    if (answer.sent && localStorage.getItem(answer.key)) write({ ...answer, sent: false });
  }
  // A page made since then needs no help.
  const moved = OWN_MOVED + pathOf(here);
  const from = JSON.parse(localStorage.getItem(moved))?.from;
  if (from && ![...document.forms].some((form) => form.elements.version?.value === from)) localStorage.removeItem(moved);
  show();
  addEventListener("online", sendAll);
  document.addEventListener("visibilitychange", () => document.hidden || sendAll());
  sendAll();
}
