// The dice board of a battle: rolls for the table alone, nothing is sent or stored (V6.11).
const board = document.querySelector("[data-dice]");
if (board) setUp(board);

function setUp(at) {
  const patterns = at.querySelector("template").content.children;
  const pattern = { red: patterns[0], white: patterns[1], blue: patterns[2], bone: patterns[3] };
  const thrown = at.querySelector("[data-thrown]");
  const need = at.querySelector("[data-need]");
  let values = []; // [look, value] of the dice that lie on the board

  at.querySelector("[data-throw]").addEventListener("click", () => {
    values = [];
    for (const kind of at.querySelectorAll("[data-look]")) {
      const count = Math.min(20, Math.max(0, Number(kind.querySelector("input").value) || 0));
      for (let i = 0; i < count; i++) values.push([kind.dataset.look, eight()]);
    }
    show(true);
  });
  need.addEventListener("change", () => show(false));
  at.hidden = false;

  function show(fresh) {
    const least = Number(need.value) || 0;
    thrown.replaceChildren(...values.map(([look, value]) => die(look, value, least, fresh)));
    const hits = values.filter(([, value]) => value >= least).length;
    const words = hits === 1 ? at.dataset.hitsOne : at.dataset.hitsMany;
    at.querySelector("[data-sum]").textContent = least && values.length ? words.replace("{count}", String(hits)) : "";
    at.querySelector("[data-needs]").textContent = least && values.length ? `${least}+` : "";
  }

  function die(look, value, least, fresh) {
    const drawn = pattern[look].cloneNode(true);
    const hit = least > 0 && value >= least;
    drawn.classList.toggle("hit", hit);
    drawn.classList.toggle("miss", least > 0 && !hit);
    drawn.classList.toggle("roll", fresh);
    if (hit) {
      const ring = drawn.querySelector(".f").cloneNode();
      ring.setAttribute("class", "ring");
      ring.setAttribute("transform", "translate(-2.4 -2.4) scale(1.1)");
      drawn.prepend(ring);
    }
    drawn.querySelector("text").textContent = String(value);
    const said = least ? (hit ? at.dataset.hit : at.dataset.miss) : at.dataset.die;
    drawn.setAttribute("aria-label", said.replace("{value}", String(value)));
    return drawn;
  }
}

// 1 to 8: 256 is a multiple of 8, so each face is equally likely.
function eight() {
  return (crypto.getRandomValues(new Uint8Array(1))[0] % 8) + 1;
}
