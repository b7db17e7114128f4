import { describe, expect, it } from "vitest";
import { createRecentMap } from "./recent-map.ts";

describe("a map of recently used entries", () => {
  it("holds the newest half of its entries at least", () => {
    const map = createRecentMap<number, string>(8);
    for (let key = 0; key < 100; key += 1) {
      map.set(key, `value ${key}`);
      const newest = Array.from({ length: Math.min(4, key + 1) }, (_, back) => key - back);
      expect(newest.map((one) => map.get(one))).toEqual(newest.map((one) => `value ${one}`));
    }
  });

  it("never holds more than its bound", () => {
    const map = createRecentMap<number, number>(8);
    const keys = Array.from({ length: 100 }, (_, key) => key);
    for (const key of keys) map.set(key, key);
    expect(keys.filter((key) => map.get(key) !== undefined).length).toBeLessThanOrEqual(8);
  });

  it("keeps entries that are read repeatedly, and drops others", () => {
    const map = createRecentMap<string, number>(8);
    map.set("asked for", 1);
    map.set("left alone", 2);
    for (let key = 0; key < 100; key += 1) {
      map.set(`other ${key}`, key);
      expect(map.get("asked for")).toBe(1);
    }
    expect(map.get("left alone")).toBeUndefined();
  });

  it("returns the value that was set last, also of an old entry", () => {
    const map = createRecentMap<string, number>(8);
    map.set("changed", 1);
    for (let key = 0; key < 3; key += 1) map.set(`other ${key}`, key);
    map.set("changed", 2);
    expect(map.get("changed")).toBe(2);
    for (let key = 3; key < 6; key += 1) map.set(`other ${key}`, key);
    expect(map.get("changed")).toBe(2);
  });

  it("drops deleted entries, young or old, and nothing else", () => {
    const map = createRecentMap<string, number>(8);
    for (const key of ["old", "kept", "other", "last of its generation"]) map.set(key, 1);
    map.set("young", 1);
    for (const key of ["old", "young", "never there"]) map.delete(key);
    expect(["old", "young", "kept"].map((key) => map.get(key))).toEqual([undefined, undefined, 1]);
  });
});
