// Takes things out of the page: the game as SGF, the board as a picture.

import * as client from "../core/client.js";
import { h } from "../core/dom.js";
import { settled } from "../game/current.js";
import { inGame, set } from "../core/store.js";
import { t } from "../core/text.js";
import { settleDeletion } from "../core/undo.js";

/** Pixels of a PNG per unit of the drawing. */
const PNG_SCALE = 2;

// The server draws and writes down what it has: a move that is on its way has to arrive first.

export async function saveSgf() {
  await settled();
  await settleDeletion();
  download(client.recordAddress(inGame().storedGame.id), "sgf");
}

export async function saveSvg() {
  await settled();
  download(picture(), "svg");
}

export async function savePng() {
  await settled();
  try {
    const image = new Image();
    image.src = picture();
    await image.decode();
    const canvas = h("canvas", { width: PNG_SCALE * image.naturalWidth, height: PNG_SCALE * image.naturalHeight });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    /** @type {Blob} */
    const blob = await new Promise((done, failed) => {
      canvas.toBlob((drawn) => (drawn ? done(drawn) : failed(new Error("no picture"))), "image/png");
    });
    const address = URL.createObjectURL(blob);
    download(address, "png");
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  } catch {
    set({ notice: t("save.failed") });
  }
}

export const isDark = () => document.documentElement.dataset.theme === "dark";

function picture() {
  const { storedGame, current, settings } = inGame();
  return client.pictureAddress(storedGame.id, { node: current, theme: isDark() ? "dark" : "light", stones: settings.stones });
}

/** @param {string} address @param {string} ending */
export function download(address, ending) {
  const { game, size } = inGame().storedGame;
  h("a", { href: address, download: `${game}-${size}.${ending}` }).click();
}
