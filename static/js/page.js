// What every page can do a little better with script: its address, counters, the sheet over a map, the menu.

// A refused form is shown under an address that can only be posted to: here stands the page's own, for reload and news.
const { at } = document.body.dataset;
if (at) history.replaceState(history.state, "", at);

document.addEventListener("click", (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  const step = target.closest(".qty button");
  if (step) return count(step);
  const grip = target.closest(".sheet .grip");
  if (grip) return resize(grip);
  const locked = target.closest('[aria-disabled="true"]');
  if (locked) event.preventDefault();
  for (const menu of document.querySelectorAll(".more-tab[open]")) {
    if (!menu.contains(target)) menu.removeAttribute("open");
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector(".more-tab[open]");
  if (!menu) return;
  menu.removeAttribute("open");
  menu.querySelector("summary").focus();
});

function count(button) {
  const input = button.parentElement.querySelector("input");
  const before = input.value;
  const step = Number(button.dataset.step);
  const least = input.min === "" ? -Infinity : Number(input.min);
  const most = input.max === "" ? Infinity : Number(input.max);
  input.value = String(Math.min(most, Math.max(least, Number(input.value || 0) + step)));
  if (input.value === before) return;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

const HEIGHTS = ["half", "full", "grip"];

function resize(grip) {
  const sheet = grip.closest(".sheet");
  const now = HEIGHTS.indexOf(sheet.dataset.height || "half");
  sheet.dataset.height = HEIGHTS[(now + 1) % HEIGHTS.length];
  grip.setAttribute("aria-expanded", String(sheet.dataset.height !== "grip"));
}

// The filter that is chosen may stand outside the window of its row.
for (const chosen of document.querySelectorAll(".scrollx > [aria-current]")) {
  const row = chosen.parentElement;
  row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}

document.getElementById("refusal")?.focus();
