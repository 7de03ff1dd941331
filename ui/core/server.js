// Speaks with `catena serve` (docs/http.md). Every error is an ApiError with a sentence to show.

import { set } from "./store.js";
import { t } from "./text.js";
import { sentence } from "./errors.js";

const RETRY_MS = 700;
/** A stream that breaks off so often in a row is given up. */
const MOST_TRIES = 4;

/** An answer that is no success; `status` is 0 where no answer came. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * One request.
 * @param {string} method
 * @param {string} path below /api
 * @param {any} [body]
 * @param {{signal?: AbortSignal, keepalive?: boolean}} [options] `keepalive` lets it end after the page has gone
 * @returns {Promise<any>} the answer, of the type that docs/http.md says
 */
export async function call(method, path, body, options = {}) {
  /** @type {Response} */
  let response;
  let answer;
  try {
    const sent = body === undefined ? "" : JSON.stringify(body);
    response = await (early(method, `/api${path}${sent}`) || fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: sent || undefined,
      ...options,
    }));
    // Errors may come from a proxy in between, as anything; an answer may break off in its middle.
    answer = response.status === 204 ? null : await response.json().catch((error) => unlessUnreadable(error, response));
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error;
    lost();
    throw new ApiError(t("server.away"), 0);
  }
  if (response.ok) {
    set({ online: true });
    return answer;
  }
  throw new ApiError(sentence(answer?.error) ?? t("server.status", { status: response.status }), response.status);
}

/** What start.js has asked for already; used once. @param {string} method @param {string} address with the body behind it */
function early(method, address) {
  if (method !== "GET" && method !== "POST") return undefined;
  const sent = globalThis.early?.[address];
  if (sent) delete globalThis.early?.[address];
  return sent;
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/** The status of an error: 0 where no answer came. @param {unknown} error */
export const statusOf = (error) => (error instanceof ApiError ? error.status : undefined);

/** @param {unknown} error @param {Response} response */
function unlessUnreadable(error, { ok, status }) {
  if (!ok) return null;
  if (error instanceof SyntaxError) throw new ApiError(t("server.unreadable"), status);
  throw error;
}

/** @param {string} path @param {{signal?: AbortSignal}} [options] */
export const get = (path, options) => call("GET", path, undefined, options);
/** @param {string} path @param {unknown} body @param {{signal?: AbortSignal}} [options] */
export const post = (path, body, options) => call("POST", path, body, options);

/**
 * A stream of server-sent events. It ends with the event `done`, with `close`, or when the server goes away.
 * @param {string} path
 * @param {Record<string, (data: any) => void>} handlers by event; `refused` gets the sentence why there is no stream
 * @returns {() => void} closes the stream
 */
export function stream(path, { refused, ...events }) {
  const address = `/api${path}`;
  /** @type {EventSource | null} */
  let source = null;
  let isClosed = false;
  let tries = 0;
  const close = () => {
    isClosed = true;
    source?.close();
  };
  const open = () => {
    if (isClosed) return;
    const opened = new EventSource(address);
    source = opened;
    /** @type {Record<string, (data: any) => void>} */
    const handlers = { done: () => {}, ...events };
    for (const [event, handler] of Object.entries(handlers)) {
      opened.addEventListener(event, (message) => {
        if (event === "done") close();
        tries = 0;
        handler(parse(message.data));
      });
    }
    opened.addEventListener("error", async () => {
      opened.close();
      if (isClosed) return;
      const sentence = await whyNoStream(address);
      tries += 1;
      if (sentence === null || isClosed) return;
      if (sentence === "" && tries < MOST_TRIES) setTimeout(open, RETRY_MS);
      else refused?.(sentence);
    });
  };
  open();
  return close;
}

/** An EventSource does not say what went wrong: a sentence, "" if all seems well now, null if nobody answers. @param {string} address */
async function whyNoStream(address) {
  const control = new AbortController();
  try {
    const response = await fetch(address, { signal: control.signal });
    if (response.ok) return "";
    return (await response.json().catch(() => null))?.error ?? t("server.status", { status: response.status });
  } catch {
    lost();
    return null;
  } finally {
    control.abort();
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

let waiting = false;

/** Says that the server is away, and looks for it until it is back. */
export function lost() {
  set({ online: false });
  if (waiting) return;
  waiting = true;
  const look = async () => {
    try {
      const response = await fetch("/api/about", { cache: "no-store" });
      if (response.ok) {
        waiting = false;
        set({ online: true });
        return;
      }
    } catch {
      // Still away.
    }
    setTimeout(look, RETRY_MS);
  };
  setTimeout(look, RETRY_MS);
}

/** Shows the sentence of an error; the banner speaks for a server that is away, and an abort was asked for. @param {unknown} error */
export function report(error) {
  if (isAbort(error) || statusOf(error) === 0) return;
  if (!(error instanceof ApiError)) console.error(error);
  set({ notice: error instanceof Error ? error.message : String(error) });
}

