/* Forms: sent once, nothing typed is lost, questions asked in place, links copied. */

import { hideBar, say, showBar } from "./bars.js";
import { emptyOutbox, putAway } from "./outbox.js";
import { fill, formName, unsent } from "./typed.js";

const body = document.body;
const reader = body.dataset.reader;
const DRAFT = "feldtog-draft ";
const SETTLE = 10000; // after which a sent form may be sent again (a download leaves the page as it is)

let pause = 0; // the timer that keeps what is typed

/* ---- once ---- */

function send(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  if (form.getAttribute("aria-busy") === "true") return event.preventDefault();
  if (!navigator.onLine) {
    event.preventDefault();
    keep(form);
    return putAway(form, event.submitter) || showBar("unsent");
  }
  clearTimeout(pause);
  const waits = putAway(form, event.submitter);
  if ((waits || keeps(form)) && !form.elements.keeps) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "keeps", value: "1" }));
  }
  keep(form, form.elements.request_id?.value);
  if (form.matches("[data-logout], [action$='/logout']")) {
    forget();
    emptyOutbox();
  }
  form.setAttribute("aria-busy", "true");
  event.submitter?.classList.add("busy");
  setTimeout(() => settle(form), SETTLE);
}

function settle(form) {
  form.removeAttribute("aria-busy");
  for (const button of form.elements) button.classList.remove("busy");
}

/* ---- nothing typed is lost ----

   Unsent text is kept in this tab under its reader, page and form, until a page says that the server took it
   (data-taken: the request id; asked for by the field "keeps"). A lost net, an error or a login in between change nothing. */

const draftOf = (form) => `${DRAFT}${reader} ${location.pathname} ${formName(form)}`;

function keeps(form) {
  return reader !== "-" && form.method === "post" && form.querySelector("textarea, [data-draft]");
}

function keep(form, sent = "") {
  if (!keeps(form)) return;
  const values = unsent(form);
  try {
    if (values.length) sessionStorage.setItem(draftOf(form), JSON.stringify({ values, sent }));
    else sessionStorage.removeItem(draftOf(form));
  } catch {
    // Storage is full or forbidden: the form still works.
  }
}

function drafts() {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT));
}

function forget(keyed = () => true) {
  for (const key of drafts()) if (keyed(key)) sessionStorage.removeItem(key);
  if (navigator.serviceWorker?.controller) navigator.serviceWorker.controller.postMessage({ forget: true });
}

function restore() {
  if (reader === "-") return;
  const others = drafts().filter((key) => !key.startsWith(`${DRAFT}${reader} `));
  for (const key of others) sessionStorage.removeItem(key);
  const { taken } = body.dataset;
  if (taken) for (const key of drafts()) if (JSON.parse(sessionStorage.getItem(key)).sent === taken) sessionStorage.removeItem(key);
  for (const form of document.forms) {
    if (!keeps(form)) continue;
    const draft = sessionStorage.getItem(draftOf(form));
    if (!draft || form.querySelector("#refusal, [aria-invalid]")) continue;
    fill(form, JSON.parse(draft).values);
    say("restored");
  }
}

function typing({ target }) {
  const form = target.form;
  if (!form || !keeps(form)) return;
  clearTimeout(pause);
  pause = setTimeout(() => keep(form), 300);
}

/* ---- questions ---- */

/* A link to a page that asks (data-ask) shows its question in a dialog over this page. */
async function ask(link) {
  let question;
  try {
    const answer = await fetch(link.href, { headers: { "X-Live": "1" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    question = answer.ok && !answer.redirected && page.querySelector("main .dialog");
  } catch {
    // The page itself says what is wrong.
  }
  if (!question) return location.assign(link.href);
  const dialog = document.createElement("dialog");
  dialog.append(document.importNode(question, true));
  const title = dialog.querySelector("h1, h2, h3");
  const heading = document.createElement("h2");
  heading.append(...title.childNodes);
  heading.id = "question";
  title.replaceWith(heading);
  dialog.setAttribute("aria-labelledby", "question");
  dialog.addEventListener("click", (event) => {
    const cancel = event.target.closest(".btns a");
    if (event.target !== dialog && !cancel) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  body.append(dialog);
  dialog.showModal();
}

/* ---- copy ---- */

async function copy(button) {
  const text = button.dataset.copy || document.getElementById(button.dataset.copyFrom)?.value;
  if (!text) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  say("copied");
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  label.textContent = document.getElementById("said")?.dataset.copied ?? before;
  setTimeout(() => (label.textContent = before), 2000);
}

/* Over plain http there is no clipboard to write to. */
function copyBySelection(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "vh" });
  body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

export function forms() {
  addEventListener("submit", send);
  document.addEventListener("input", typing);
  addEventListener("pagehide", () => {
    for (const form of document.forms) if (form.getAttribute("aria-busy") !== "true") keep(form);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const form of document.querySelectorAll("form[aria-busy]")) settle(form);
  });
  addEventListener("online", () => hideBar("unsent"));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target.closest?.("a[data-ask]");
    if (link) {
      event.preventDefault();
      ask(link);
    }
    const button = event.target.closest?.("[data-copy], [data-copy-from]");
    if (button) copy(button);
  });
  restore();
}
