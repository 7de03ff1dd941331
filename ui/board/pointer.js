// Mouse and touch on the board. A drag turns a ball and is not a click.

/** Pixels that a pointer may slip and still click. */
const SLIP = 6;

/**
 * @param {{host: HTMLElement, events: import("../types").BoardEvents, turns: boolean,
 *          drag: (dx: number, dy: number) => void}} board
 */
export function listenToPointer(board) {
  const { host, events } = board;
  /** @param {EventTarget | null} target */
  const cellOf = (target) =>
    (target instanceof Element && target.closest("[data-cell]")?.getAttribute("data-cell")) || null;
  /** @type {{x: number, y: number, id: number, dragged: boolean} | null} */
  let press = null;
  /** @type {string | null} */
  let hovered = null;

  /** @param {string | null} name */
  const hover = (name) => {
    if (name === hovered) return;
    hovered = name;
    events.onHover(name);
  };

  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    press = { x: event.clientX, y: event.clientY, id: event.pointerId, dragged: false };
  });
  // A click takes the focus from wherever it was, and keeps it off the cells: arrow keys then walk through the game.
  host.addEventListener("mousedown", (event) => {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement)
      document.activeElement.blur();
  });

  host.addEventListener("pointermove", (event) => {
    if (press && press.id === event.pointerId && board.turns && event.buttons !== 0) {
      const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
      if (!press.dragged && Math.hypot(dx, dy) < SLIP) return;
      if (!press.dragged) host.setPointerCapture(event.pointerId);
      press.dragged = true;
      press.x = event.clientX;
      press.y = event.clientY;
      hover(null);
      board.drag(dx, dy);
      host.classList.add("turning");
    } else if (event.pointerType === "mouse") {
      hover(cellOf(event.target));
    }
  });

  const end = () => host.classList.remove("turning");
  host.addEventListener("pointerup", end);
  host.addEventListener("pointercancel", end);
  host.addEventListener("pointerleave", () => hover(null));

  host.addEventListener("click", (event) => {
    const wasDrag = press?.dragged;
    press = null;
    const name = cellOf(event.target);
    if (!wasDrag && name) events.onCell(name);
  });
}
