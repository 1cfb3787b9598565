/* Pages of a board game with script: choosing an army or a place, and going through the replay, swap the parts of the
   page instead of loading it anew. Without script the same links and forms load pages. */

import { visit } from "./live.js";

const here = (url) => url.origin === location.origin && url.pathname === location.pathname;

function go(url) {
  const touched = url.searchParams.get("to") ?? url.searchParams.get("at");
  if (touched) document.querySelector(`.gboard .pm[data-id="${CSS.escape(touched)}"]`)?.classList.add("touched");
  visit(url.href)
    .then(() => document.querySelector(".game .sheet")?.scrollTo(0, 0))
    .catch(() => location.assign(url.href));
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest?.(".game a[href]:not([data-ask], [download], .navlink)");
  if (!link) return;
  const url = new URL(link.getAttribute("href"), location.href);
  if (!here(url)) return;
  event.preventDefault();
  go(url);
});

document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("[data-scrub]");
  if (!form) return;
  const url = new URL(location.href);
  url.search = new URLSearchParams(new FormData(form)).toString();
  go(url);
});

addEventListener("popstate", () => visit(location.href, false).catch(() => location.reload()));
