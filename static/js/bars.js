/* The short bars at the bottom of a page (templates/pwa/bars.html): news, new version, logged out, unsent. */

const bars = (name) => document.querySelector(`[data-bar="${name}"]`);

/* Show a bar; `actions` are what its buttons (data-do) do before the bar goes away. */
export function showBar(name, actions = {}) {
  const bar = bars(name);
  if (!bar) return;
  for (const button of bar.querySelectorAll("[data-do]")) {
    button.onclick = () => {
      bar.hidden = true;
      actions[button.dataset.do]?.();
    };
  }
  bar.hidden = false;
}

export function hideBar(name) {
  const bar = bars(name);
  if (bar) bar.hidden = true;
}

/* Let screen readers say a text that stands in the page, once they are done with what they read. */
export function say(name) {
  const said = document.getElementById("said");
  if (!said) return;
  said.textContent = "";
  setTimeout(() => (said.textContent = said.dataset[name] ?? ""), 50);
}
