/* The board: a picture with places on it that can be moved, zoomed and used by finger, mouse and keyboard.
   `attach(root)` brings every [data-board] in `root` to life; calling it again does no harm, and a board that a
   refresh of the page has replaced takes up the view of the one before it. A board of a game is not replaced: it takes
   over what the refreshed page draws otherwise (`redrawn`), for putting a whole board into the page takes a slow phone
   a second.

   A view is {k, x, y}: units of the drawing per pixel, and the point of the drawing in the middle of the view.
   While fingers move, only the stage's transform changes; the drawing is laid out anew once they rest. */

const NEAR = 1, PLAY = 1.5, OVERVIEW = 2.3; // units per pixel
const CLOSEST = 0.4, REST = 140, STEP = 60;
const views = new Map(); // the last view of each board, for browsers that keep no session storage
const living = new WeakMap();
const clamp = (v, low, high) => Math.min(high, Math.max(low, v));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function attach(root = document) {
  const all = (what) => [...(root.matches?.(what) ? [root] : []), ...root.querySelectorAll(what)];
  for (const el of all("[data-pair]")) if (!living.has(el)) living.set(el, pair(el));
  for (const el of all("[data-board]")) if (!living.has(el)) living.set(el, new Board(el));
}

/* A map and its list: on a narrow page one of them shows at a time. */
function pair(el) {
  const buttons = [...el.querySelectorAll("[data-show]")];
  const key = `board-list:${el.querySelector("[data-board]").dataset.board}`;
  const show = (which) => {
    el.classList.toggle("as-list", which === "list");
    for (const b of buttons) b.setAttribute("aria-pressed", String(b.dataset.show === which));
    views.set(key, which);
  };
  for (const b of buttons) b.addEventListener("click", () => show(b.dataset.show));
  buttons[0].parentElement.hidden = false;
  el.classList.add("live");
  show(views.get(key) ?? "map");
  return el;
}

class Board {
  constructor(el) {
    this.el = el;
    this.key = el.dataset.board;
    this.view = el.querySelector(".map-view");
    this.stage = el.querySelector(".map-stage");
    this.svg = el.querySelector(".mapsvg");
    this.says = el.querySelector("[data-say]");
    this.wide = Number(el.dataset.wide);
    this.high = Number(el.dataset.high);
    this.mode = el.dataset.mode;
    this.play = Number(el.dataset.play) || PLAY;
    this.pointers = new Map();
    this.moved = false;
    el.classList.add("live");
    this.view.tabIndex = 0;
    for (const hidden of el.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
    this.listen();
    this.measure();
    this.at = this.sought() ?? this.remembered() ?? this.opening();
    this.settle();
    new ResizeObserver(() => this.resize()).observe(this.view);
    document.fonts?.ready.then(() => this.dodge());
  }

  listen() {
    const on = (type, then, how) => this.view.addEventListener(type, then.bind(this), how);
    on("pointerdown", this.down);
    on("pointermove", this.move);
    for (const type of ["pointerup", "pointercancel"]) on(type, this.up);
    // a finger's capture first passes from what it touched to the view: that loss is no end
    on("lostpointercapture", (e) => e.target === this.view && this.up(e));
    on("click", this.click, true);
    on("wheel", this.wheel, { passive: false });
    on("keydown", this.keydown);
    on("focusin", this.reveal);
    on("focusout", this.sendMove);
    on("dragstart", (e) => e.preventDefault());
    on("scroll", () => this.view.scrollTo(0, 0)); // the browser scrolls to what gets the focus; we pan instead
    this.el.addEventListener("click", (e) => {
      const button = e.target.closest("[data-do]");
      if (button) this[button.dataset.do](button);
    });
    this.form("pick")?.addEventListener("change", (e) => e.target.type === "radio" && this.markPicked(e.target.value));
    this.el.addEventListener("board:news", (e) => this.redraw(e.detail.news) && e.preventDefault());
  }

  /* Become the board of a refreshed page; false if that is another drawing, or leaves out what is not here. */
  redraw(news) {
    const fixed = ["board", "mode", "wide", "high", "shapes"];
    if (news.querySelector("[data-same]")) fixed.push("drawn");
    if (this.mode !== "view" || fixed.some((name) => news.dataset[name] !== this.el.dataset[name])) return false;
    const parts = [".mapsvg", ".key"].map((what) => [this.el, news].map((board) => board.querySelector(what)));
    if (parts.some(([old, fresh]) => !old !== !fresh)) return false;
    for (const name of ["focusX", "focusY", "seek", "drawn"]) {
      if (name in news.dataset) this.el.dataset[name] = news.dataset[name];
      else delete this.el.dataset[name];
    }
    for (const [old, fresh] of parts) if (old) redrawn(old, fresh);
    this.trim();
    const to = this.sought();
    if (to) this.glide(to);
    else this.rest(); // names give way once what was tapped is to be seen
    return true;
  }

  form(kind) {
    const id = this.el.dataset[`${kind}Form`];
    return id ? document.getElementById(id) : null;
  }

  // ---- the view ----

  measure() {
    const { clientWidth: w, clientHeight: h } = this.view;
    const changed = w !== this.w || h !== this.h;
    if (w && h) [this.w, this.h] = [w, h];
    return changed && w > 0 && h > 0;
  }

  /* Who saw the whole board sees the whole board when the window changes; others keep their middle. */
  resize() {
    const all = this.at.k > this.whole * 0.999;
    if (!this.measure()) return;
    if (all) this.at = this.opening();
    this.settle();
  }

  get whole() {
    return Math.max(this.wide / (this.w || 1), this.high / (this.h || 1)) * 1.03;
  }

  remembered() {
    let kept = views.get(this.key);
    try {
      kept = JSON.parse(sessionStorage.getItem(`board:${this.key}`)) ?? kept;
    } catch { /* storage may be forbidden; the map in memory serves */ }
    return kept && [kept.k, kept.x, kept.y].every(Number.isFinite) ? { ...kept } : null;
  }

  /* A page that looks for another place than the one before brings it into the middle, near enough to read. */
  sought() {
    const { seek, focusX, focusY } = this.el.dataset;
    const kept = this.remembered();
    if (!seek || !kept || kept.seek === seek) return null;
    const k = Math.min(kept.k, this.play), x = focusX * this.wide, y = focusY * this.high;
    const inside = Math.abs(x - kept.x) / k < this.w / 2 - 40 && Math.abs(y - kept.y) / k < this.h / 2 - 40;
    return inside && kept.k <= PLAY ? kept : { k, x, y };
  }

  remember() {
    this.at.seek = this.el.dataset.seek;
    views.set(this.key, this.at);
    try {
      sessionStorage.setItem(`board:${this.key}`, JSON.stringify(this.at));
    } catch { /* see above */ }
  }

  opening() {
    const all = { k: this.whole, x: this.wide / 2, y: this.high / 2 };
    if (all.k < OVERVIEW) return all;
    const { focusX, focusY } = this.el.dataset;
    if (focusX) return { k: this.play, x: focusX * this.wide, y: focusY * this.high };
    const first = this.svg.querySelector(".pm.sel, .pm[data-mine], .pm.legal");
    return first ? { k: this.play, ...spot(first) } : all;
  }

  bounded({ k, x, y }) {
    k = clamp(k, Math.min(CLOSEST, this.whole), this.whole);
    const inside = (v, size, pixels) => {
      const half = (pixels * k) / 2, rim = 48 * k;
      return half >= size / 2 ? size / 2 : clamp(v, half - rim, size - half + rim);
    };
    return { k, x: inside(x, this.wide, this.w), y: inside(y, this.high, this.h) };
  }

  draw(at) {
    this.at = this.bounded(at);
    const { k, x, y } = this.at;
    this.drawn ??= k;
    this.stage.style.transform =
      `translate(${this.w / 2 - x / k}px,${this.h / 2 - y / k}px) scale(${this.drawn / k})`;
    this.rest();
  }

  /* Two fingers on the glass zoom, however long a slow phone takes between two of their steps. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => (this.pointers.size > 1 ? this.rest() : this.settle()), REST);
  }

  /* Marks and names have one size in pixels. Fitting them takes a slow phone far longer than a frame, so they grow
     with the map while one zooms, and are fitted when the fingers rest. */
  fit() {
    const { k } = this.at;
    if (k === this.scale) return;
    this.scale = k;
    this.stage.style.setProperty("--k", k);
    this.el.dataset.lod = k > OVERVIEW ? "overview" : k > NEAR ? "play" : "near";
  }

  settle() {
    if (!this.w) return;
    clearTimeout(this.resting);
    this.drawn = this.bounded(this.at).k;
    this.stage.style.width = `${this.wide / this.drawn}px`;
    this.stage.style.height = `${this.high / this.drawn}px`;
    this.draw(this.at);
    this.fit();
    clearTimeout(this.resting);
    this.remember();
    this.trim();
    this.dodge();
  }

  glide(to) {
    cancelAnimationFrame(this.gliding);
    const from = this.at, end = this.bounded(to), began = performance.now();
    if (calm.matches) return this.draw(end);
    const frame = (now) => {
      const t = clamp((now - began) / 180, 0, 1), e = t * (2 - t);
      const k = from.k * (end.k / from.k) ** e;
      this.draw({ k, x: from.x + (end.x - from.x) * e, y: from.y + (end.y - from.y) * e });
      if (t < 1) this.gliding = requestAnimationFrame(frame);
    };
    this.gliding = requestAnimationFrame(frame);
  }

  zoomed(factor, px = this.w / 2, py = this.h / 2) {
    const { k, x, y } = this.at, to = this.bounded({ k: k * factor, x, y }).k;
    return { k: to, x: x + (px - this.w / 2) * (k - to), y: y + (py - this.h / 2) * (k - to) };
  }

  panned(dx, dy) {
    const { k, x, y } = this.at;
    return { k, x: x - dx * k, y: y - dy * k };
  }

  inView(e) {
    const box = this.view.getBoundingClientRect();
    return [e.clientX - box.left - this.view.clientLeft, e.clientY - box.top - this.view.clientTop];
  }

  onBoard(px, py) {
    const { k, x, y } = this.at;
    return { x: x + (px - this.w / 2) * k, y: y + (py - this.h / 2) * k };
  }

  // ---- fingers and mouse ----

  down(e) {
    if (e.pointerType === "mouse" && e.button !== 0) return;
    cancelAnimationFrame(this.gliding);
    // the first finger of a new touch: whatever was left of an older one is gone
    if (e.isPrimary) this.pointers.clear();
    const [x, y] = this.inView(e);
    this.pointers.set(e.pointerId, { x, y });
    if (this.pointers.size === 1) {
      this.moved = false;
      this.start = { x, y, place: this.mode === "edit" ? e.target.closest(".pm") : null };
    } else {
      this.moved = true;
      this.drop();
      this.hold();
    }
  }

  hold() {
    for (const id of this.pointers.keys()) {
      try {
        this.view.setPointerCapture(id);
      } catch { /* the finger has just left the glass */ }
    }
  }

  move(e) {
    const last = this.pointers.get(e.pointerId);
    if (!last) return;
    if (e.pointerType === "mouse" && !e.buttons) return this.up(e);
    const [x, y] = this.inView(e);
    if (this.pointers.size === 1) {
      if (!this.moved) {
        if (Math.hypot(x - this.start.x, y - this.start.y) < (e.pointerType === "mouse" ? 4 : 9)) return;
        this.moved = true;
        this.hold();
      }
      if (this.start.place) this.put((this.dragged = this.start.place), this.onBoard(x, y));
      else this.draw(this.panned(x - last.x, y - last.y));
      this.pointers.set(e.pointerId, { x, y });
      return;
    }
    const pair = [...this.pointers.keys()].slice(0, 2);
    const before = pair.map((id) => this.pointers.get(id));
    this.pointers.set(e.pointerId, { x, y });
    if (!pair.includes(e.pointerId)) return;
    const [a, b] = [before, pair.map((id) => this.pointers.get(id))].map(([p, q]) => ({
      x: (p.x + q.x) / 2, y: (p.y + q.y) / 2, gap: Math.max(8, Math.hypot(p.x - q.x, p.y - q.y)),
    }));
    this.at = this.zoomed(a.gap / b.gap, a.x, a.y);
    this.draw(this.panned(b.x - a.x, b.y - a.y));
  }

  up(e) {
    if (!this.pointers.delete(e.pointerId) || this.pointers.size) return;
    const { dragged } = this;
    this.drop();
    if (dragged) this.placed(dragged, e.type !== "pointercancel");
  }

  drop() {
    this.dragged = null;
    if (this.start) this.start.place = null;
  }

  click(e) {
    const place = e.target.closest(".pm");
    if (this.moved && e.detail) return stop(e); // the end of a pan is no click
    if (place) return place.dataset.id ? this.pick(e, place) : stop(e);
    if (e.target.closest("a.sp")) return; // the whole shape of a space is its link
    const [x, y] = this.inView(e), now = performance.now();
    if (this.mode === "edit") return this.addAt(this.onBoard(x, y), true);
    const { tap } = this;
    this.tap = { x, y, now };
    if (this.at.k > OVERVIEW) this.glide(this.zoomed(this.play / this.at.k, x, y));
    else if (tap && now - tap.now < 320 && Math.hypot(x - tap.x, y - tap.y) < 28) this.glide(this.zoomed(0.5, x, y));
    else return;
    this.tap = null;
  }

  wheel(e) {
    const pixels = e.deltaY * (e.deltaMode ? 16 : 1) * (e.ctrlKey ? 6 : 1);
    const to = this.zoomed(Math.exp(clamp(pixels, -300, 300) * 0.0018), ...this.inView(e));
    if (Math.abs(to.k - this.at.k) < 1e-6) return; // at the end of the zoom the page scrolls on
    e.preventDefault();
    cancelAnimationFrame(this.gliding);
    this.draw(to);
  }

  // ---- keys and buttons ----

  keydown(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const place = e.target.closest(".pm");
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (way && place && this.mode === "edit" && e.shiftKey) {
      const { x, y } = spot(place), step = 8 * this.at.k;
      this.put(place, { x: x + way[0] * step, y: y + way[1] * step });
      this.nudged = place;
      this.reveal(e);
      clearTimeout(this.sending);
      this.sending = setTimeout(() => this.sendMove(), 900);
    } else if (way) this.draw(this.panned(-way[0] * STEP, -way[1] * STEP));
    else if (e.key === "+" || e.key === "=") this.closer();
    else if (e.key === "-" || e.key === "_") this.further();
    else if (e.key === "0") this.glide({ k: this.whole, x: this.wide / 2, y: this.high / 2 });
    else if (e.key === "Enter" && place && !place.dataset.id) this.openForm();
    else return;
    e.preventDefault();
  }

  closer() {
    this.glide(this.zoomed(1 / 1.6));
  }

  further() {
    this.glide(this.zoomed(1.6));
  }

  locate() {
    const mine = [...this.svg.querySelectorAll(".pm[data-mine]")].map(spot);
    if (!mine.length) return;
    const xs = mine.map((p) => p.x), ys = mine.map((p) => p.y);
    const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const k = Math.max((right - left) / Math.max(1, this.w - 140), (low - top) / Math.max(1, this.h - 140), 1.2);
    this.glide({ k, x: (left + right) / 2, y: (top + low) / 2 });
  }

  bare(button) {
    button.setAttribute("aria-pressed", String(this.el.classList.toggle("bare")));
  }

  reveal(e) {
    const place = e.target.closest(".pm");
    if (!place || this.pointers.size) return;
    const { k, x, y } = this.at, p = spot(place);
    const off = (d, pixels) => {
      const over = Math.abs(d) / k - (pixels / 2 - Math.min(60, pixels / 3));
      return over > 0 ? Math.sign(d) * over * k : 0;
    };
    const dx = off(p.x - x, this.w), dy = off(p.y - y, this.h);
    if (dx || dy) this.glide({ k, x: x + dx, y: y + dy });
  }

  // ---- adding, moving, picking ----

  put(place, { x, y }) {
    x = clamp(x, 0, this.wide);
    y = clamp(y, 0, this.high);
    Object.assign(place.dataset, { x, y });
    place.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }

  fraction(place) {
    const { x, y } = spot(place);
    return { x: Number((x / this.wide).toFixed(5)), y: Number((y / this.high).toFixed(5)) };
  }

  addAt(point, open) {
    const mark = this.svg.querySelector(".pm-new");
    if (!mark) return;
    mark.classList.add("shown");
    mark.setAttribute("tabindex", "0");
    this.put(mark, point);
    this.placed(mark);
    if (open) this.openForm();
    else mark.focus();
  }

  addMiddle() {
    this.addAt({ x: this.at.x, y: this.at.y }, false);
  }

  openForm() {
    const form = this.form("add");
    if (!form) return;
    for (let box = form; box; box = box.parentElement) {
      if (box.hidden) box.hidden = false;
      if (box.tagName === "DETAILS" || box.tagName === "DIALOG") box.open = true;
    }
    form.querySelector("input:not([type=hidden]), textarea, select, button")?.focus();
  }

  sendMove() {
    clearTimeout(this.sending);
    const place = this.nudged;
    this.nudged = null;
    if (place) this.placed(place);
  }

  /* A place, or the mark of a new one, has come to rest. */
  placed(place, send = true) {
    const at = this.fraction(place), { id } = place.dataset;
    const words = this.says.dataset.say.replace("{x}", Math.round(at.x * 100)).replace("{y}", Math.round(at.y * 100));
    this.says.textContent = words;
    if (!send) return;
    const news = new CustomEvent(id ? "board:moved" : "board:added", {
      bubbles: true, cancelable: true, detail: id ? { id, ...at } : at,
    });
    if (!this.el.dispatchEvent(news)) return;
    const form = this.form(id ? "move" : "add");
    if (!form) return;
    for (const [name, value] of Object.entries(id ? { place: id, ...at } : at)) {
      const field = form.elements.namedItem(name);
      if (field) field.value = value;
    }
    if (id) form.requestSubmit();
  }

  pick(e, place) {
    const form = this.mode === "pick" ? this.form("pick") : null;
    if (!form) return;
    const radio = [...form.querySelectorAll("input[type=radio]")].find((r) => r.value === place.dataset.id);
    if (!radio || radio.disabled) return;
    stop(e);
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }

  markPicked(id) {
    for (const place of this.svg.querySelectorAll(".pm")) place.classList.toggle("sel", place.dataset.id === id);
    this.el.dispatchEvent(new CustomEvent("board:picked", { bubbles: true, detail: { id } }));
  }

  // ---- what has one size in pixels ----

  /* Arrows leave and reach the rings at the same distance at every zoom. */
  trim() {
    const { k } = this.at;
    this.tips = [];
    for (const order of this.svg.querySelectorAll("[data-bend]")) {
      const [ax, ay, cx, cy, bx, by] = order.dataset.bend.split(" ").map(Number);
      const part = (s, t) => {
        const a = (1 - s) * (1 - t), c = s + t - 2 * s * t, b = s * t;
        return [a * ax + c * cx + b * bx, a * ay + c * cy + b * by];
      };
      const length = Math.hypot(bx - ax, by - ay);
      const s = Math.min(0.3, (22 * k) / length), t = Math.max(0.6, 1 - (31 * k) / length);
      const [[sx, sy], [mx, my], [ex, ey]] = [part(s, s), part(s, t), part(t, t)];
      for (const line of order.querySelectorAll(".ord, .ord-o")) {
        line.setAttribute("d", `M${sx} ${sy}Q${mx} ${my} ${ex} ${ey}`);
      }
      const turn = (Math.atan2(ey - my, ex - mx) * 180) / Math.PI;
      this.tips.push({ l: ex / k - 12, r: ex / k + 12, t: ey / k - 12, b: ey / k + 12 });
      order.querySelector(".ord-tip").setAttribute("transform", `translate(${ex} ${ey}) rotate(${turn})`);
    }
  }

  /* Names go below their ring, or above, right or left of it where another mark or name is in the way. */
  dodge() {
    const { k } = this.at;
    if (k > OVERVIEW) return;
    const places = [...this.svg.querySelectorAll(".pm[data-id]")].map((el) => {
      const { x, y } = spot(el), { bands = 0, w = 23, h = 24 } = el.dataset;
      const [wide, high] = k > NEAR ? [23, 24] : [Number(w), Number(h)]; // from further away an army is one figure
      const top = high + (el.querySelector(".cap") ? 16 : 2); // a capital's star
      return { el, text: el.querySelector(".lb"), x: x / k, y: y / k, bands: 15 * bands, wide, high, top };
    });
    const taken = places.map(({ el, x, y, bands, wide, high, top }) => (
      { of: el, l: x - wide, r: x + wide + 2 + bands, t: y - top, b: y + high }
    ));
    taken.push(...this.tips);
    places.sort((a, b) => b.el.classList.contains("sel") - a.el.classList.contains("sel") || a.y - b.y);
    for (const { el, text, x, y, bands, wide, high, top } of places) {
      const lines = text.childElementCount || 1;
      text.w ||= text.getBBox().width;
      const w = text.w / 2 + 2, h = lines * 15;
      const sides = [
        [0, high + 10, "middle"], [0, -top - 6 - (lines - 1) * 15, "middle"],
        [wide + 6 + bands, 4 - (lines - 1) * 7, "start"], [-wide - 6, 4 - (lines - 1) * 7, "end"],
      ].map(([dx, dy, anchor]) => {
        const centre = x + dx + (anchor === "start" ? w : anchor === "end" ? -w : 0);
        return { dx, dy, anchor, of: el, l: centre - w, r: centre + w, t: y + dy - 12, b: y + dy - 12 + h };
      });
      const free = (s) => taken.every((o) => o.of === el || s.r < o.l || s.l > o.r || s.b < o.t || s.t > o.b);
      const best = sides.find(free) ?? sides[0];
      text.setAttribute("transform", `translate(${best.dx} ${best.dy})`);
      text.setAttribute("text-anchor", best.anchor);
      taken.push(best);
    }
  }
}

/* What differs in `fresh` comes over into `old`; what this script has set stays: where names stand, how arrows end. */
function redrawn(old, fresh) {
  if (fresh.dataset?.same !== undefined || old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || (old.dataset?.bend ?? "") !== (fresh.dataset?.bend ?? "")) {
    for (const shape of fresh.querySelectorAll("path[id]:not([d])")) {
      shape.setAttribute("d", old.querySelector(`[id="${shape.id}"]`).getAttribute("d"));
    }
    old.replaceWith(document.importNode(fresh, true));
  } else if (old.dataset?.bend) return;
  else if (old.nodeType === Node.TEXT_NODE) old.data = fresh.data;
  else {
    if (!old.matches(".lb")) attributes(old, fresh);
    if (old.childNodes.length !== fresh.childNodes.length) {
      old.replaceChildren(...[...fresh.childNodes].map((one) => document.importNode(one, true)));
    } else [...old.childNodes].forEach((one, at) => redrawn(one, fresh.childNodes[at]));
  }
}

function attributes(old, fresh) {
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "d" && old.id)) old.removeAttribute(name); // shapes are sent once
  }
}

function spot(place) {
  return { x: Number(place.dataset.x), y: Number(place.dataset.y) };
}

function stop(e) {
  e.preventDefault();
  e.stopPropagation();
}

attach();
document.addEventListener("feldtog:refreshed", () => attach());
