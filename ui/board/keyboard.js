// The board under the keyboard: Tab enters it, arrows move from cell to cell, Enter plays, Shift and arrows turn a ball.

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Pixels of drag that one key press is worth. */
const TURN = 40;

/**
 * @typedef {import("./widget.js").Board} Board
 * @typedef {import("./cell_view.js").CellView} CellView
 * @typedef {import("../types").BoardView} BoardView
 */

/** Turns a ball where the keys say so. @param {Board} board @param {KeyboardEvent} event @returns {boolean} whether they did */
export function turnByKey(board, event) {
  const arrow = ARROWS[event.key];
  if (!arrow || !event.shiftKey || !board.turns) return false;
  board.drag(TURN * arrow[0], TURN * arrow[1]);
  event.preventDefault();
  return true;
}

/** @param {Board} board */
export function listenToKeys(board) {
  const { host, events } = board;

  /** @param {EventTarget | null} element */
  const find = (element) => {
    for (const view of board.views) {
      const cellView = view.cellViews.find((candidate) => candidate.polygon === element);
      if (cellView) return { view, cellView };
    }
    return null;
  };

  host.addEventListener("keydown", (event) => {
    const at = find(event.target);
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
    if (turnByKey(board, event)) {
      event.stopPropagation();
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow) focus(at.view, next(at.view, at.cellView, arrow));
    else if (event.key === "Enter" || event.key === " ") events.onCell(at.cellView.name);
    else if (event.key === "Escape") at.cellView.polygon.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  host.addEventListener("focusin", (event) => {
    const at = find(event.target);
    if (at) events.onHover(at.cellView.name);
  });
  host.addEventListener("focusout", () => events.onHover(null));
}

/**
 * The neighbor that lies best in a direction of the page, or the cell itself.
 * @param {BoardView} view
 * @param {CellView} cellView
 * @param {[number, number]} direction
 */
function next(view, cellView, [dx, dy]) {
  const byName = new Map(view.cellViews.filter((other) => !other.cell.repeated).map((other) => [other.name, other]));
  let best = cellView;
  let score = 0.3;
  for (const name of cellView.cell.neighbors) {
    const other = byName.get(name);
    if (!other) continue;
    const [x, y] = [other.center[0] - cellView.center[0], other.center[1] - cellView.center[1]];
    const along = (dx * x + dy * y) / (Math.hypot(x, y) || 1);
    // Of two that lie as well, up takes the right one and down the left one: a way up and down again comes back.
    const isRight = x > best.center[0] - cellView.center[0];
    if (along > score + 1e-3 || (Math.abs(along - score) <= 1e-3 && isRight === dy < 0)) {
      best = other;
      score = along;
    }
  }
  return best;
}

/** @param {BoardView} view @param {CellView} cellView */
function focus(view, cellView) {
  for (const other of view.cellViews) if (other !== cellView) other.polygon.setAttribute("tabindex", "-1");
  cellView.polygon.setAttribute("tabindex", "0");
  // A cell behind the ball cannot take the focus.
  view.reveal?.([cellView.name], { isAtOnce: true });
  cellView.polygon.focus({ preventScroll: true });
}
