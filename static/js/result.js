// The sums of a result while it is typed: how many were taken out, how many enemies each side took out.
const form = document.getElementById("result-form");
if (form) {
  form.addEventListener("input", sums);
  form.addEventListener("change", sums);
  sums();
}

function sums() {
  for (const side of form.querySelectorAll("[data-side]")) {
    side.querySelector("[data-out]").value = String(side.querySelectorAll("input[name=out]:checked").length);
    const enemies = [...side.querySelectorAll("input[name^='enemies-']")];
    side.querySelector("[data-enemies]").value = String(enemies.reduce((sum, one) => sum + (Number(one.value) || 0), 0));
  }
}
