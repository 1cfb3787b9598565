/* Says how far the document is that this page waits for: [data-making] holds the address to ask. */

const box = document.querySelector("[data-making]");
const every = 700;

async function ask() {
  let told;
  try {
    told = await (await fetch(box.dataset.making)).json();
  } catch {
    return;
  }
  const line = box.querySelector("[role=status]");
  if (told.done) {
    line.textContent = box.dataset.done;
    box.querySelector("progress").hidden = true;
    return;
  }
  if (told.page) line.textContent = box.dataset.page.replace("{page}", told.page);
  setTimeout(ask, every);
}

if (box) setTimeout(ask, every);
