import { expect, it } from "vitest";
import { addPlace } from "./recent-places.ts";

it("puts the newest first, each once, and forgets the ninth", () => {
  let places: readonly { path: string; name: string }[] = [];
  for (let at = 0; at < 9; at += 1) places = addPlace(places, { path: `/a/${at}`, name: `${at}` });
  expect(places.map(({ name }) => name).join("")).toBe("87654321");
  places = addPlace(places, { path: "/a/3", name: "three" });
  expect(places.map(({ name }) => name)).toEqual(["three", "8", "7", "6", "5", "4", "2", "1"]);
});
