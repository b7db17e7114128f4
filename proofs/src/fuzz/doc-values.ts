import { createHash } from "node:crypto";
import fc from "fast-check";
import { hostileTexts } from "./hostile-values.ts";

/** An image of one pixel. */
export const dot = Buffer.from("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff;", "latin1");

const svg = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;

const contents = [
  dot,
  "",
  "no picture",
  svg("<rect width='1' onclick='x()'/><script>x()</script>"),
  svg("<g>"),
  `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${svg("<text>&b;</text>")}`,
  "\x89PNG\r\n\x1a\n",
  "%PDF-1.7\n",
  "GIF89a\xff\xff\xff\xff\0\0\0;",
].map((content) => (typeof content === "string" ? Buffer.from(content, "latin1") : content));

/** Files in Base64; the first is accepted. */
export const files: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...contents.map((content) => content.toString("base64"))),
  fc.constantFrom("????", "R0lGODlh\n", "R0lGO", ...hostileTexts),
);

export const digests: fc.Arbitrary<string> = fc.constantFrom(
  ...contents.map((content) => createHash("sha256").update(content).digest("hex")),
  "0".repeat(64),
);

/** Old addresses; some are not valid, or are the address of an item. */
export const addresses: fc.Arbitrary<string> = fc.constantFrom(
  "old/start",
  "/old/",
  "ü/é",
  "__proto__",
  "made",
  "a//b",
  "a?b",
  "..",
  "%2e",
);
