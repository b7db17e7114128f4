import { expect, it } from "vitest";
import { readFilter, setTerm } from "./filter-terms.ts";

const keys = ["status", "tag"];

it("separates terms from words", () => {
  const { terms, words } = readFilter('status:failed tag:"log in" slow Status:error answer', keys);
  expect([...terms]).toEqual([
    ["status", ["failed", "error"]],
    ["tag", ["log in"]],
  ]);
  expect(words).toBe("slow answer");
});

it("keeps what has an unknown key, and ignores a key without a value", () => {
  const { terms, words } = readFilter("http://a.test/x status: colour:red", keys);
  expect([...terms]).toEqual([["status", ["colour:red"]]].slice(1));
  expect(words).toBe("http://a.test/x status: colour:red");
});

it("sets and removes a term", () => {
  expect(setTerm("status:failed slow", "status", "passed")).toBe("slow status:passed");
  expect(setTerm("slow", "tag", "log in")).toBe('slow tag:"log in"');
  expect(setTerm('status:failed tag:"log in"', "tag", null)).toBe("status:failed");
});
