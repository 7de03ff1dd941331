// Runs before the first paint, so that no page flashes in the wrong colors. The reader's choice holds, else the system's.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const draw = () => {
    let chosen = "auto";
    try {
      chosen = JSON.parse(localStorage.getItem("catena.settings") ?? "{}").theme ?? "auto";
    } catch {
      // Nothing is kept here; the system's choice holds.
    }
    document.documentElement.dataset.theme = chosen === "auto" ? (system.matches ? "dark" : "light") : chosen;
  };
  system.addEventListener("change", draw);
  document.addEventListener("catena-theme", draw);
  draw();
})();
