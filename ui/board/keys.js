// The board under the keyboard: Tab enters it, arrows move from cell to cell, Enter plays, Shift and arrows turn a ball.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Pixels of drag that one key press is worth. */
const TURN = 40;

/** Turns a ball where the keys say so. @returns {boolean} whether they did */
export function turnByKey(board, event) {
  const arrow = ARROWS[event.key];
  if (!arrow || !event.shiftKey || !board.turns) return false;
  board.drag(TURN * arrow[0], TURN * arrow[1]);
  event.preventDefault();
  return true;
}

/** @param {import("./widget.js").Board} board */
export function listenToKeys(board) {
  const { host, told } = board;

  const find = (element) => {
    for (const view of board.views) {
      const spot = view.spots.find((candidate) => candidate.polygon === element);
      if (spot) return { view, spot };
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
    if (arrow) focus(at.view, next(at.view, at.spot, arrow));
    else if (event.key === "Enter" || event.key === " ") told.onCell(at.spot.name);
    else if (event.key === "Escape") at.spot.polygon.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  host.addEventListener("focusin", (event) => {
    const at = find(event.target);
    if (at) told.onHover(at.spot.name);
  });
  host.addEventListener("focusout", () => told.onHover(null));
}

/** The neighbour that lies best in a direction of the page, or the spot itself. */
function next(view, spot, [dx, dy]) {
  const byName = new Map(view.spots.filter((other) => !other.cell.repeated).map((other) => [other.name, other]));
  let best = spot;
  let score = 0.3;
  for (const name of spot.cell.neighbors ?? []) {
    const other = byName.get(name);
    if (!other) continue;
    const [x, y] = [other.center[0] - spot.center[0], other.center[1] - spot.center[1]];
    const along = (dx * x + dy * y) / (Math.hypot(x, y) || 1);
    // Of two that lie as well, up takes the right one and down the left one: a way up and down again comes back.
    const isRight = x > best.center[0] - spot.center[0];
    if (along > score + 1e-3 || (Math.abs(along - score) <= 1e-3 && isRight === dy < 0)) {
      best = other;
      score = along;
    }
  }
  return best;
}

function focus(view, spot) {
  for (const other of view.spots) if (other !== spot) other.polygon.setAttribute("tabindex", "-1");
  spot.polygon.setAttribute("tabindex", "0");
  view.reveal?.(spot.name);
  spot.polygon.focus({ preventScroll: true });
}
