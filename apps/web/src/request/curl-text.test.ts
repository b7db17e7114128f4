import { expect, it } from "vitest";
import { isCurl } from "./curl-text.ts";

it.each(["curl http://a", " $ curl -X POST http://a", "curl.exe http://a"])("reads %s", (text) => {
  expect(isCurl(text)).toBe(true);
});

it.each(["/curl", "http://curl.se/ a", "curly", ""])("takes %s for an address", (text) => {
  expect(isCurl(text)).toBe(false);
});
