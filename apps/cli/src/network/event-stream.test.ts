import { describe, expect, it } from "vitest";
import { createEventReader } from "./event-stream.ts";

function read(pieces: readonly string[]): string[] {
  const found: string[] = [];
  const take = createEventReader((data) => found.push(data));
  pieces.forEach(take);
  return found;
}

describe("a stream of events", () => {
  it.each([
    ["an event", "event: message\ndata: {}\n\n", ["{}"]],
    ["a comment that keeps the connection open", ": keepalive\n\ndata: 1\n\n", ["1"]],
    ["data of many lines", "data: a\ndata: b\n\n", ["a\nb"]],
    ["data without a space, or without a value", "data:a\ndata\n\n", ["a\n"]],
    ["another field with the same beginning", "database: 1\n\ndata: 2\n\n", ["2"]],
    [
      "lines that end as on other systems",
      "data: a\r\n\r\ndata: b\r\rdata: c\n\n",
      ["a", "b", "c"],
    ],
    ["separators of text inside of data", "data: \u2028a\n\n", ["\u2028a"]],
    ["an event that is cut", "data: a\n\ndata: b\n", ["a"]],
  ])("is read with %s, as a whole and in any pieces", (_, text, expected) => {
    expect(read([text])).toEqual(expected);
    expect(read([...text])).toEqual(expected);
    for (let at = 1; at < text.length; at += 1)
      expect(read([text.slice(0, at), text.slice(at)])).toEqual(expected);
  });
});
