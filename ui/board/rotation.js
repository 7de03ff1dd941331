// Rotations of the ball. A turn takes a point of the board (x to longitude 0, y east, z north) to the reader's view:
// x to the right, y downwards, z out of the page. It is a 3 × 3 matrix, given as rows.

/**
 * @typedef {import("../types").Point} Point
 * @typedef {number[][]} Turn
 */

/** The equator a little below the middle, so that the north pole is in sight. */
export function startTurn() {
  const facing = [
    [0, 1, 0],
    [0, 0, -1],
    [1, 0, 0],
  ];
  return multiply(axisTurn([1, 0, 0], -0.45), facing);
}

/** @param {Turn} turn @param {Point} point */
export function apply(turn, [x, y, z]) {
  return turn.map((row) => row[0] * x + row[1] * y + row[2] * z);
}

/** The turn `b`, then `a`. @param {Turn} a @param {Turn} b */
export function multiply(a, b) {
  return a.map((row) => [0, 1, 2].map((k) => row[0] * b[0][k] + row[1] * b[1][k] + row[2] * b[2][k]));
}

/**
 * The turn about an axis by an angle, so that [0, 1, 0] and a small angle move what faces the reader to the right.
 * @param {Point} axis
 * @param {number} angle
 */
export function axisTurn(axis, angle) {
  const length = Math.hypot(...axis) || 1;
  const [x, y, z] = axis.map((value) => value / length);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ];
}

/**
 * The turn that brings a point of the view to this depth, by the shortest way, or a part of it.
 * @param {Point} point
 * @param {number} depth
 * @param {number} [part] from 0 to 1
 */
export function towards([x, y, z], depth, part = 1) {
  const angle = part * (Math.acos(Math.max(-1, Math.min(1, z))) - Math.acos(depth));
  return axisTurn(Math.hypot(x, y) < 1e-6 ? [1, 0, 0] : [y, -x, 0], angle);
}
