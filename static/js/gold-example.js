// The example beside the gold settings follows what is typed. Prices are rounded up, sales down (V1.2).
const factor = document.querySelector("[data-factor]");
const loss = document.querySelector("[data-loss]");

function hundredths(text) {
  const found = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  return found ? Number(found[1]) * 100 + Number((found[2] || "").padEnd(2, "0")) : 0;
}

function show() {
  const per = hundredths(factor.value);
  const lost = /^\d{1,3}$/.test(loss.value.trim()) ? Number(loss.value) : NaN;
  const right = per > 0 && per <= 10000 && lost >= 0 && lost <= 100;
  if (!right) return;
  for (const cell of document.querySelectorAll("[data-price]")) {
    const price = Math.ceil((Number(cell.dataset.price) * per) / 100);
    cell.textContent = String(price);
    const sale = document.querySelector(`[data-resale="${cell.dataset.price}"]`);
    if (sale) sale.textContent = String(Math.floor((price * (100 - lost)) / 100));
  }
}

factor?.addEventListener("input", show);
loss?.addEventListener("input", show);
