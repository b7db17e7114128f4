import { validate, version } from "uuid";
import { describe, expect, it } from "vitest";
import { createIds } from "./create-ids.ts";

const timeOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

describe("ids", () => {
  it("are different UUIDs of version 7 in ascending order, within a millisecond as well", () => {
    let time = 1_700_000_000_000;
    const newId = createIds(() => time);
    const ids = Array.from({ length: 3_000 }, (_, at) => {
      if (at % 700 === 0) time += 1;
      return newId();
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect([validate(id), version(id)]).toEqual([true, 7]);
    expect(timeOf(ids.at(-1) ?? "")).toBe(time);
  });

  it("keep their order when the clock is set back", () => {
    let time = 1_700_000_000_000;
    const newId = createIds(() => time);
    const before = newId();
    time -= 60_000;
    const after = newId();
    expect(after > before).toBe(true);
    expect(timeOf(after)).toBe(timeOf(before));
  });

  it("differ between sources that begin at the same time", () => {
    const sources = Array.from({ length: 50 }, () => createIds(() => 1_700_000_000_000));
    expect(new Set(sources.map((newId) => newId())).size).toBe(50);
  });
});
