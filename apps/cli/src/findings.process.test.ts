import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeFinding,
  makeResult,
  recordResult,
} from "@lintel/server/features/security/testing/scan-results";
import { startService, type Service } from "./testing/service.ts";
import { startLintel } from "./testing/spawn-lintel.ts";

let service: Service;
let id: string;

beforeAll(async () => {
  service = await startService();
  const findings = [
    makeFinding({ description: "bob reads \u001b[2J an order" }),
    makeFinding({ severity: "low", path: "/b" }),
  ];
  const { organization, projectId } = service;
  const place = { organizationId: organization.id, projectId };
  await recordResult(await service.database(), place, makeResult({ findings }));
  const [first] = JSON.parse((await lintel("list", "--json")).stdout) as { id: string }[];
  id = first?.id ?? "";
});

afterAll(() => service[Symbol.asyncDispose]());

const lintel = (...args: string[]) =>
  startLintel({
    args: ["findings", ...args, "--project", "Book Shop", "--url", service.url],
    env: { LINTEL_API_KEY: service.key },
  }).ended;

describe("lintel findings", () => {
  it("lists the worst first, and what filters choose", async () => {
    const all = await lintel("list");
    expect(all.code, all.stderr).toBe(0);
    expect(all.stdout).toMatch(/high[^\n]*GET \/orders\/\{id\}[^\n]*\n[^\n]*low[^\n]*GET \/b/);
    expect((await lintel("list", "--severity", "low")).stdout).not.toContain("/orders");
    expect((await lintel("list", "--mine")).stdout).not.toContain("/b");
    expect((await lintel("list", "--severity", "worst")).code).toBe(2);
    const other = await service.makeEnvironment({ name: "other", baseUrl: "http://127.0.0.1:9" });
    expect((await lintel("list", "--env", "other")).stdout).not.toContain("/orders");
    expect((await lintel("list", "--env", other, "--json")).stdout.trim()).toBe("[]");
    expect((await lintel("list", "--env", "nowhere")).code).toBe(5);
  });

  it("shows a finding with its proof, without what a terminal would obey", async () => {
    const { code, stdout } = await lintel("show", id);
    expect(code).toBe(0);
    expect(stdout).toContain("curl -H");
    expect(stdout).toContain("Remedy:");
    expect(stdout).not.toContain("\u001b[2J");
    expect((await lintel("show", "not-an-id")).code).toBe(2);
    expect((await lintel("show", crypto.randomUUID())).code).toBe(5);
  });

  it("triages, assigns, and says what it did not find", async () => {
    const done = await lintel("triage", id, "--status", "inProgress", "--assign", "me");
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("1 of 1")]);
    expect((await lintel("list", "--status", "inProgress", "--mine")).stdout).toContain(id);
    expect((await lintel("show", id)).stdout).toContain('status: "open" → "inProgress"');
    expect((await lintel("triage", id)).code).toBe(2);
    expect((await lintel("triage", id, "--assign", "somebody")).code).toBe(2);
    const missing = await lintel("triage", crypto.randomUUID(), "--status", "fixed");
    expect(missing.code).toBe(5);
  });

  it("exports reports to stdout and to a file", async () => {
    const sarif = JSON.parse((await lintel("export", "--status", "all")).stdout) as {
      runs: { results: unknown[] }[];
    };
    expect(sarif.runs[0]?.results).toHaveLength(2);
    const file = path.join(mkdtempSync(path.join(tmpdir(), "findings-")), "gl-dast-report.json");
    const done = await lintel("export", "--format", "gitlab", "--output", file);
    expect(done.code, done.stderr).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ scan: { type: "dast" } });
  });
});
