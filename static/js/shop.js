// The shop's sums while somebody chooses. Prices come from the server: those of plain wares stand in the page,
// that of a card with its choices is asked for. Without script the answer after buying tells them.

for (const bar of document.querySelectorAll(".buybar[data-have]")) {
  const form = bar.closest("form");
  const cells = Object.fromEntries([...bar.querySelectorAll("[data-sum]")].map((el) => [el.dataset.sum, el]));
  const have = Number(bar.dataset.have);
  const add = () => {
    let count = 0;
    let cost = 0;
    for (const ware of form.querySelectorAll("[data-cost]")) {
      const wanted = Math.max(0, Math.floor(Number(ware.querySelector("input").value) || 0));
      count += wanted;
      cost += wanted * Number(ware.dataset.cost);
    }
    cells.count.textContent = String(count);
    cells.cost.textContent = String(cost);
    cells.left.textContent = String(have - cost);
    bar.classList.toggle("over", cost > have);
  };
  form.addEventListener("input", add);
  add();
}

for (const choice of document.querySelectorAll("[data-price]")) {
  const said = choice.querySelector("[data-said]");
  let asked = 0;
  const ask = async () => {
    const turn = ++asked;
    const query = new URLSearchParams();
    for (const input of choice.querySelectorAll("input[name]")) {
      if (input.value && (input.checked || !["radio", "checkbox"].includes(input.type))) query.append(input.name, input.value);
    }
    const answer = await fetch(`${choice.dataset.price}?${query}`, { cache: "no-store" });
    if (answer.ok && turn === asked) said.textContent = (await answer.json()).said;
  };
  if (said) choice.addEventListener("input", () => ask().catch(() => {}));
}
