/* What the eye sees of a page, for the tests of layout. Each function returns a list of faults in words. */
(() => {
  const shown = (el) => {
    const box = el.getBoundingClientRect();
    const style = getComputedStyle(el);
    return box.width > 1 && box.height > 1 && style.visibility !== "hidden" && el.checkVisibility({ opacityProperty: true });
  };
  const named = (el) => `${el.tagName.toLowerCase()}.${[...el.classList].join(".")} «${(el.textContent || el.getAttribute("aria-label") || el.name || "").trim().slice(0, 40)}»`;
  const hidden = (el) => el.closest(".vh, .skip, svg, option, [hidden]");

  /* Wider than the window: what sticks out. */
  const overflow = () => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth + 1) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((el) => shown(el) && !hidden(el) && el.getBoundingClientRect().right > root.clientWidth + 1);
    const inner = wide.filter((el) => !wide.some((other) => other !== el && el.contains(other)));
    return [`${root.scrollWidth} px wide in ${root.clientWidth}: ${inner.slice(0, 4).map(named).join("; ")}`];
  };

  /* Text that is smaller than 13 px. */
  const small = () => {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const el = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || hidden(el) || !shown(el)) continue;
      const size = parseFloat(getComputedStyle(el).fontSize);
      if (size < 12.99) found.add(`${size} px: ${named(el)}`);
    }
    return [...found];
  };

  /* Links in running text may be as high as their line; everything else that is tapped measures 44 px. */
  const inText = (el) => {
    if (el.matches(".rule")) return true; // stands in or after a sentence
    if (el.tagName !== "A" || !["inline", "inline-flex"].includes(getComputedStyle(el).display) || el.matches(".btn, .chip")) return false;
    const around = [...el.parentElement.childNodes].filter((node) => node !== el).map((node) => node.textContent.trim()).join("");
    return around.length > 0 || el.matches(":is(p, dd, td, th) *");
  };
  const targets = () => {
    const found = [];
    for (const el of document.querySelectorAll("a[href], button, select, textarea, summary, input:not([type=hidden])")) {
      if (hidden(el) || !shown(el) || inText(el) || el.matches(".hit")) continue;
      const at = el.matches("input[type=checkbox], input[type=radio]") ? el.closest("label") || el : el;
      const { width, height } = at.getBoundingClientRect();
      if (width < 43.5 || height < 43.5) found.push(`${Math.round(width)} × ${Math.round(height)}: ${named(at)}`);
    }
    return found;
  };

  /* Texts whose contrast axe cannot tell are marked; `texts` says of each marked one what e2e/contrast.py needs. */
  const unsure = (elements) => {
    for (const el of document.querySelectorAll("[data-unsure]")) el.removeAttribute("data-unsure");
    // The greeting stands on a picture, with which a test of its own measures it.
    for (const el of elements) if (el.id !== "hello") el.setAttribute("data-unsure", "");
  };
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parts = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue, opacity] = paint.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, opacity / 255];
  };
  /* What frames that cut or scroll leave of a box. */
  const uncut = (el, box) => {
    let { left, right, top, bottom } = box;
    for (let frame = el.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflow === "visible" || frame instanceof SVGElement) continue;
      const edge = frame.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top };
  };
  const texts = () => [...document.querySelectorAll("[data-unsure]")].map((el) => {
    const style = getComputedStyle(el), drawn = el.closest("svg") && !(el instanceof HTMLElement);
    const [red, green, blue, opacity] = parts(drawn ? style.fill : style.color);
    let through = opacity;
    for (let box = el; box; box = box.parentElement) through *= Number(getComputedStyle(box).opacity);
    const scale = drawn ? el.getBoundingClientRect().height / (el.getBBox().height || 1) : 1;
    const size = parseFloat(style.fontSize) * scale;
    const boxes = [];
    const words = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      for (const box of range.getClientRects()) {
        const left = uncut(el, box);
        // Of a name that a frame cuts away there may be no letter left.
        if (left.width > box.width / 2 && left.height > box.height / 2) boxes.push(left);
      }
    }
    return {
      words: named(el), colour: [red, green, blue, through], boxes: boxes.filter((box) => box.width >= 1 && box.height >= 1),
      needed: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5,
    };
  }).filter(({ boxes }) => boxes.length);
  window.looks = { overflow, small, targets, unsure, texts };
})();
