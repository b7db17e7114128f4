import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLintel } from "./testing/spawn-lintel.ts";

let target: Server;
let url: string;
const cwd = mkdtempSync(path.join(tmpdir(), "ignores-"));

beforeAll(async () => {
  const operation = { get: { responses: { "200": { description: "fine" } } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": operation, "/b": operation },
  };
  writeFileSync(path.join(cwd, "api.json"), JSON.stringify(document));
  target = createServer(({ url = "" }, response) => {
    response.statusCode = ["/a", "/b"].includes(url) ? 200 : 404;
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(() => void target.close());

const scan = (...args: string[]) =>
  startLintel({
    args: [
      "scan",
      "api.json",
      "--url",
      url,
      "--rate",
      "1000",
      "--seed",
      "1",
      "--identity",
      "a=bearer:aaa",
      ...args,
    ],
    cwd,
  }).ended;

interface Found {
  readonly findings: readonly { readonly fingerprint: string }[];
  readonly securityScore: number | null;
}

async function find(...args: string[]): Promise<Found & { stderr: string; code: number | null }> {
  const { stdout, stderr, code } = await scan("--json", ...args);
  return { ...(JSON.parse(stdout) as Found), stderr, code };
}

const write = (name: string, text: string) => writeFileSync(path.join(cwd, name), text);

describe("lintel scan with an ignore file", () => {
  it("leaves out what the file names, until the day on which it expires", async () => {
    const before = (await find()).findings.map(({ fingerprint }) => fingerprint);
    expect(before.length).toBeGreaterThan(1);
    const [first = ""] = before;
    const entry = (expires: string) =>
      `ignore:\n  - fingerprint: "${first}"\n    reason: known\n    expires: ${expires}\n`;
    write(".lintel-scan-ignore.yaml", entry("2999-12-31"));
    const after = await find();
    expect(after.findings.map(({ fingerprint }) => fingerprint)).toEqual(before.slice(1));
    expect(after.stderr).toContain("leaves out: 1");
    write(".lintel-scan-ignore.yaml", entry("2020-12-31"));
    const expired = await find();
    expect(expired.findings).toHaveLength(before.length);
    expect(expired.stderr).toContain("expired on 2020-12-31");
  });

  it.each([
    ["ignore: [", "is not valid"],
    ["ignore: [{ guidance: 3, reason: x }]", "ignore[0] needs a text for guidance"],
    ["ignore: [{ guidance: SVC01001 }]", "ignore[0] needs a reason"],
  ])("refuses the file %j before anything is sent", async (text, message) => {
    write("bad.yaml", text);
    const { code, stderr } = await scan("--ignore-file", "bad.yaml");
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("refuses a named file that does not exist", async () => {
    expect((await scan("--ignore-file", "none.yaml")).code).toBe(2);
  });
});
