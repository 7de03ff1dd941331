import assert from "node:assert/strict";
import test from "node:test";
import { kept } from "./browser.js";
import { off, on, read, set, setSettings, state, write } from "../../../ui/core/store.js";

test("a listener hears of its keys, once per change", () => {
  const heard = [];
  const listener = () => heard.push(state.notice);
  on("notice tab", listener);
  set({ notice: "one", tab: "review" });
  set({ notice: "one" });
  set({ live: true });
  assert.deepEqual(heard, ["one"]);
  off("notice", listener);
  set({ notice: "two" });
  assert.deepEqual(heard, ["one"]);
  off("tab", listener);
});

test("settings are kept, and others stay", () => {
  setSettings({ level: 7 });
  setSettings({ time: "5s" });
  assert.deepEqual([state.settings.level, state.settings.time], [7, "5s"]);
  assert.equal(JSON.parse(kept.get("catena.settings")).level, 7);
});

test("what cannot be read or kept does no harm", () => {
  kept.set("broken", "{");
  assert.deepEqual(read("broken"), {});
  assert.deepEqual(read("nothing"), {});
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new Error("full");
  };
  write("anything", 1);
  localStorage.setItem = setItem;
});
