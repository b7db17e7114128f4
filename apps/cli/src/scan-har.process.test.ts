import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { startLintel } from "./testing/spawn-lintel.ts";

const cwd = mkdtempSync(path.join(tmpdir(), "har-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const operation = { get: { responses: { "200": { description: "fine" } } } };
const document = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: { "/a": operation },
};
writeFileSync(path.join(cwd, "api.json"), JSON.stringify(document));

const plan = (har: string) =>
  startLintel({
    args: ["scan", "api.json", "--url", "http://127.0.0.1:9", "--har", har, "--plan"],
    cwd,
  }).ended;

it("reads an archive with bodies of answers, which is larger than a document", async () => {
  const content = { mimeType: "text/plain", text: "x".repeat(25 * 1024 * 1024) };
  const entry = {
    request: { method: "GET", url: "http://127.0.0.1:9/a" },
    response: { status: 200, content },
  };
  writeFileSync(path.join(cwd, "large.har"), JSON.stringify({ log: { entries: [entry] } }));
  const { code, stderr } = await plan("large.har");
  expect(code, stderr).toBe(0);
});

it("refuses a longer one, and calls it a HAR", async () => {
  writeFileSync(path.join(cwd, "huge.har"), "");
  truncateSync(path.join(cwd, "huge.har"), 200 * 1024 * 1024 + 1);
  const { code, stderr } = await plan("huge.har");
  expect(stderr).toContain("huge.har cannot be read as a HAR: it has more than 200 MiB.");
  expect(code).not.toBe(0);
});
