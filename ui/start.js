// Runs before the first paint, inside of the page: no page flashes in the wrong colors, and what will be needed is asked
// for while the rest is still on its way. The reader's choices hold, else the system's.
(() => {
  /** Where the texts of the other languages lie. The server puts their hashed addresses here. @type {Record<string, string>} */
  const TEXTS = {
    de: "/texts/de.json",
    fr: "/texts/fr.json",
    pl: "/texts/pl.json",
    es: "/texts/es.json",
    ja: "/texts/ja.json",
    zh: "/texts/zh.json",
  };
  /** A first visit: the first game that the server offers, with the settings of core/store.js. */
  const FIRST_BOARD = "havannah/8";
  const FIRST_GAME = { game: "havannah", size: 8, swap: false, players: { black: "human", white: "champion,level=3" }, time: "2s" };

  /** @param {string} key */
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
    } catch {
      // Nothing is kept here.
      return {};
    }
  };
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const draw = () => {
    const { theme = "auto", stones = "black-white" } = read("catena.settings");
    page.dataset.theme = theme === "auto" ? (system.matches ? "dark" : "light") : theme;
    page.dataset.stones = stones;
  };
  system.addEventListener("change", draw);
  document.addEventListener("catena-theme", draw);
  draw();

  /** @type {Record<string, Promise<Response>>} */
  const early = {};
  /** @param {string} address @param {string} [body] */
  const ask = (address, body = "") => {
    const sent = body ? { method: "POST", body, headers: { "content-type": "application/json" } } : {};
    early[address + body] = fetch(address, sent);
    // Whoever uses it hears of a failure.
    early[address + body].catch(() => {});
  };
  const chosen = [read("catena.settings").language, ...navigator.languages].map((tag) => String(tag ?? "").slice(0, 2).toLowerCase());
  page.lang = chosen.find((tag) => tag === "en" || tag in TEXTS) ?? "en";
  if (page.lang in TEXTS) {
    ask(TEXTS[page.lang]);
    page.dataset.texts = TEXTS[page.lang];
  }
  const { id, board } = read("catena.session");
  const shared = /^#([a-z][a-z0-9-]*\/\d{1,2})(?=[/;]|$)/.exec(location.hash);
  ask("/api/about");
  ask(`/api/boards/${shared ? shared[1] : (board ?? FIRST_BOARD)}`);
  if (id) ask(`/api/games/${id}`);
  else if (location.hash.length < 2 && !read("catena.settings").game) ask("/api/games", JSON.stringify(FIRST_GAME));
  globalThis.early = early;
})();
