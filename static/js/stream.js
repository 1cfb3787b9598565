/* One open event stream for all pages of this browser and reader.

   The page that leads holds the stream and tells the others by BroadcastChannel. Who leads is settled by Web
   Locks; where there are none (plain http), a page leads when it has heard no leader for a while. Hidden pages
   neither lead nor listen. While no stream can be had, the page asks every few seconds instead. */

const ASK = 4000; // milliseconds between questions without a stream
const BACK = 30000; // until a refused stream is tried again
const BEAT = 1500, SILENCE = 4000; // of a leader without locks

/* `heard` gets each {c, a, v}; `ask` is called when something may have been missed. */
export function follow(reader, { heard, ask }) {
  const name = `feldtog-live-${reader}`;
  const channel = new BroadcastChannel(name);
  const me = [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("");
  let source = null, asking = 0, again = 0, release = null, waiting = null, lastBeat = 0, ticking = 0;

  channel.onmessage = ({ data }) => {
    if (document.hidden) return;
    if (data.news) heard(data.news);
    if (data.beat) {
      lastBeat = Date.now();
      if (data.streams) stopAsking();
      else startAsking();
      // Two pages that began to lead at once: the greater name yields.
      if (source && !release && data.beat < me) close();
    }
  };

  function open() {
    close();
    source = new EventSource("/live");
    source.onopen = () => {
      stopAsking();
      beat();
      ask();
    };
    source.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      channel.postMessage({ news });
      heard(news);
    };
    source.onerror = () => {
      startAsking();
      beat();
      if (source?.readyState === EventSource.CLOSED) {
        clearTimeout(again);
        again = setTimeout(() => source && !document.hidden && open(), BACK);
      }
    };
  }

  function close() {
    clearTimeout(again);
    source?.close();
    source = null;
  }

  function beat() {
    if (source) channel.postMessage({ beat: me, streams: source.readyState === EventSource.OPEN });
  }

  function startAsking() {
    if (!asking) asking = setInterval(ask, ASK);
  }

  function stopAsking() {
    clearInterval(asking);
    asking = 0;
  }

  function lead() {
    if (navigator.locks) {
      waiting = new AbortController();
      navigator.locks
        .request(name, { signal: waiting.signal }, () => {
          if (document.hidden) return undefined;
          open();
          return new Promise((done) => (release = done));
        })
        .catch((error) => {
          if (error.name !== "AbortError") startAsking();
        });
    }
    ticking = setInterval(() => {
      if (source) beat();
      else if (!navigator.locks && Date.now() - lastBeat > SILENCE) open();
    }, BEAT);
    if (!navigator.locks) lastBeat = Date.now() - SILENCE + 300 + Math.floor((parseInt(me.slice(0, 4), 36) % 400));
  }

  function rest() {
    clearInterval(ticking);
    waiting?.abort();
    close();
    stopAsking();
    release?.();
    release = waiting = null;
  }

  function wake() {
    rest();
    if (document.hidden) return;
    ask();
    lead();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("pagehide", rest);
  addEventListener("online", wake);
  wake();
}
