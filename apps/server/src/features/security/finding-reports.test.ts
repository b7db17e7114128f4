import type { ScanFinding } from "@lintel/scanner/finding.types";
import { beforeAll, describe, expect, it } from "vitest";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeFinding, makeResult, recordResult } from "./testing/scan-results.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let viewer: MadeMember;
let many: string;

/** What a target can answer to attack who reads the report. */
const hostile = `=HYPERLINK("https://evil.example") </script><script>alert(1)</script> <img src=x onerror=alert(1)> ' " & \`code\` [link](javascript:alert(1)) \u0000 \u202e ${"x".repeat(3000)}`;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  viewer = await makeMember(testApp, organization, "viewer");
  many = await makeProject(testApp, organization);
  const severities = ["info", "low", "medium", "high"] as const;
  const findings = severities.flatMap((severity) =>
    Array.from({ length: 300 }, (_, at) => makeFinding({ severity, path: `/things/${at}/{id}` })),
  );
  await record(many, findings);
});

async function record(projectId: string, findings: readonly ScanFinding[]): Promise<void> {
  const db = await testApp.cells.eu.platform.database();
  const place = { organizationId: organization.id, projectId };
  await recordResult(db, place, makeResult({ findings }));
}

const read = (query: string, project = many, key = viewer.key) =>
  request(testApp, {
    method: "GET",
    path: `/api/projects/${project}/security/findings/export${query}`,
    key,
  });

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly Record<string, unknown>[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly partialFingerprints: Record<string, string>;
      readonly properties: Record<string, unknown>;
    }[];
  }[];
}

async function readSarif(query = "", project = many): Promise<Sarif["runs"][number]> {
  const answer = await read(`/sarif${query}`, project);
  expect(answer.status, answer.text).toBe(200);
  const [run, ...others] = (JSON.parse(answer.text) as Sarif).runs;
  expect(others).toEqual([]);
  if (run === undefined) throw new Error("The document has no run.");
  return run;
}

async function hostileProject(): Promise<string> {
  const project = await makeProject(testApp, organization);
  const findings = [
    makeFinding({
      description: hostile,
      excerpt: hostile,
      name: hostile,
      location: "body",
      path: `/a/{b}/${hostile.slice(0, 200)}`,
    }),
  ];
  await record(project, findings);
  return project;
}

describe("the SARIF export", () => {
  it("has its media type and a file name", async () => {
    const { headers } = await read("/sarif");
    expect(headers["content-type"]).toMatch(/^application\/sarif\+json/);
    expect(headers["content-disposition"]).toMatch(/findings-\d{4}-\d\d-\d\d\.sarif/);
  });

  it("has at most 1,000 findings, the worst first", async () => {
    const { results, tool } = await readSarif();
    expect(results).toHaveLength(1000);
    const levels = results.map(({ level }) => level);
    expect(levels.slice(0, 300).every((level) => level === "error")).toBe(true);
    expect(levels.slice(300, 600).every((level) => level === "warning")).toBe(true);
    expect(levels.slice(600, 900).every((level) => level === "note")).toBe(true);
    expect(levels.slice(900).every((level) => level === "none")).toBe(true);
    expect(tool.driver.rules).toHaveLength(4);
    expect(new Set(results.map((one) => one.partialFingerprints["svc/v1"])).size).toBe(1000);
  });

  it("follows the present triage: open by default, another status, or all", async () => {
    const project = await makeProject(testApp, organization);
    const paths = ["/open", "/working", "/accepted"];
    const findings = paths.map((path) => makeFinding({ path }));
    await record(project, findings);
    for (const [search, status] of [
      ["working", "inProgress"],
      ["accepted", "acceptedRisk"],
    ]) {
      const list = await request(testApp, {
        method: "GET",
        path: `/api/projects/${project}/security/findings`,
        key: viewer.key,
      });
      const items = list.body["items"] as unknown as { id: string; path: string }[];
      const findingIds = items.filter(({ path }) => path === `/${search}`).map(({ id }) => id);
      const answer = await request(testApp, {
        method: "POST",
        path: `/api/projects/${project}/security/findings/triage`,
        key: organization.owner.key,
        body: { findingIds, change: { status } },
      });
      expect(answer.body).toMatchObject({ changedCount: 1 });
    }
    const pathsOf = async (query: string) =>
      (await readSarif(query, project)).results
        .map((one) => one.properties["endpointPath"])
        .toSorted();
    expect(await pathsOf("")).toEqual(["/open"]);
    expect(await pathsOf("?status=open")).toEqual(["/open"]);
    expect(await pathsOf("?status=acceptedRisk")).toEqual(["/accepted"]);
    expect(await pathsOf("?status=fixed")).toEqual([]);
    expect(await pathsOf("?status=all")).toEqual(["/accepted", "/open", "/working"]);
    expect(await pathsOf("?target=github")).toEqual(["/open", "/working"]);
    expect(await pathsOf("?target=github&status=acceptedRisk")).toEqual(["/accepted"]);
    expect((await read("/sarif?status=none", project)).status).toBe(400);
    expect((await read("/sarif?target=gitlab", project)).status).toBe(400);
  });

  it("is empty, with no rules, for a project without findings", async () => {
    const { results, tool } = await readSarif("", await makeProject(testApp, organization));
    expect([results, tool.driver.rules]).toEqual([[], []]);
  });

  it("writes severities as numbers, and as GitHub reads them", async () => {
    const propertiesOf = async (query: string) =>
      (await readSarif(query)).tool.driver.rules.map(
        (rule) => (rule["properties"] as Record<string, unknown>)["security-severity"],
      );
    expect(await propertiesOf("")).toEqual([8, 5, 2, 0]);
    expect(await propertiesOf("?target=github")).toEqual(["8.0", "5.0", "2.0", "0.0"]);
    const [first] = (await readSarif("?target=github")).results;
    expect(first?.partialFingerprints["primaryLocationLineHash"]).toMatch(/^[0-9a-f]{32}:1$/);
  });

  it("of another organization's or an unknown project is not found", async () => {
    const other = await makeOrganization(testApp);
    expect((await read("/sarif", many, other.owner.key)).status).toBe(404);
    expect((await read("/sarif", crypto.randomUUID())).status).toBe(404);
  });
});

describe("an export of findings", () => {
  it.each([
    ["csv", "text/csv", 1201],
    ["json", "application/json", 1000],
    ["gitlab", "application/json", 1000],
    ["html", "text/html", 1000],
    ["sarif", "application/sarif+json", 1000],
    ["sarif-github", "application/sarif+json", 1000],
  ])(
    "as %s has its media type, and as many findings as it may",
    async (format, mediaType, count) => {
      const answer = await read(`?format=${format}`);
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      expect(answer.headers["content-type"]).toContain(mediaType);
      const fingerprints = answer.text.match(/\b[0-9a-f]{32}\b/g) ?? [];
      const seen =
        format === "csv" ? answer.text.trimEnd().split("\r\n").length : new Set(fingerprints).size;
      expect(seen).toBe(count);
    },
  );

  it("does nothing harmful with the texts of a target", async () => {
    const project = await hostileProject();
    const csv = (await read("?format=csv", project)).text;
    expect(csv).not.toMatch(/(?:^|,|\r\n)"?[=+@]/);
    const json = JSON.parse((await read("?format=json", project)).text) as {
      findings: { evidence: { attacks: { response: { excerpt: string } }[] } }[];
    };
    expect(json.findings[0]?.evidence.attacks[0]?.response.excerpt).toBe(hostile);
    const html = (await read("?format=html", project)).text;
    expect(html).not.toMatch(/<(?:script|img|a|iframe|link)\b/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toMatch(
      /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/,
    );
    const gitlab = JSON.parse((await read("?format=gitlab", project)).text) as {
      vulnerabilities: Record<string, unknown>[];
    };
    expect(gitlab.vulnerabilities).toMatchObject([
      { severity: "High", location: { method: "GET" } },
    ]);
    const { results } = await readSarif("", project);
    expect(results[0]?.message.text.length).toBeLessThanOrEqual(1024);
  });

  it("refuses a format that does not exist", async () => {
    expect((await read("?format=pdf")).status).toBe(400);
  });
});
