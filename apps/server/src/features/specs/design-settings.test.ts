import { beforeAll, describe, expect, it } from "vitest";
import { makeKey, makeMember } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;
let member: string;

beforeAll(async () => {
  scene = await openSpecScene();
  member = (await makeMember(scene.testApp, scene.organization, "member")).key;
});

const path = "/api/design-settings";

const read = (key = scene.organization.owner.key) =>
  request(scene.testApp, { method: "GET", path, key });

const change = (body: object, key = scene.organization.owner.key) =>
  request(scene.testApp, { method: "PATCH", path, key, body });

const before = {
  openapi: "3.1.0",
  info: { title: "Ruled", version: "1.0.0" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/a": { get: { operationId: "a", summary: "A", responses: { "200": { description: "A" } } } },
  },
};

async function importTwo(name: string) {
  const made = await importText(scene, JSON.stringify(before), { name });
  const text = JSON.stringify({ ...before, paths: {} });
  const merged = await scene.send("POST", "/import", {
    specId: made.specId,
    text,
    version: "2.0.0",
  });
  return { ...made, newerId: String(merged.body["version"]?.["id"]) };
}

describe("the rules for designs", () => {
  it("are all returned with their defaults until an organization sets some", async () => {
    const settings = (await read(member)).body;
    expect(settings).toMatchObject({ lintRules: {}, compareRules: {} });
    for (const known of ["knownLintRules", "knownCompareRules"]) {
      const rules = settings[known] as unknown as { name: string; description: string }[];
      expect(rules.length).toBeGreaterThan(20);
      for (const { name, description } of rules) expect([name, description]).not.toContain("");
    }
  });

  it("are returned with their requirement and severity, to keys of one project as well", async () => {
    const { testApp, organization, projectId } = scene;
    const grants = [{ permission: "tests:read", projectId } as const];
    const key = await makeKey(testApp, organization, organization.owner.userId, grants);
    const severityOf = async () => {
      const { body } = await request(testApp, { method: "GET", path: "/api/design-rules", key });
      const rules = body["lintRules"] as unknown as { name: string; severity: string }[];
      for (const list of ["documentRules", "changeRules"])
        expect((body[list] as unknown as unknown[]).length).toBeGreaterThan(10);
      for (const list of ["lintRules", "documentRules"])
        for (const { reason, fix } of body[list] as unknown as { reason: string; fix: string }[])
          expect([reason, fix]).not.toContain("");
      return rules.find(({ name }) => name === "operation-description")?.severity;
    };
    expect(await severityOf()).toBe("off");
    await change({ lintRules: { "operation-description": "error" } });
    expect(await severityOf()).toBe("error");
    await change({ lintRules: {} });
  });

  it("decide what lint finds, and how severe it is", async () => {
    const made = await importText(scene, JSON.stringify(before), { name: "Linted" });
    const lint = `/${made.specId}/versions/${made.versionId}/lint`;
    const byDefault = (await scene.send("GET", lint, undefined, member)).body;
    const [first] = byDefault["findings"] as unknown as { rule: string; severity: string }[];
    if (first === undefined) throw new Error("The document has nothing that a rule finds.");
    const severityOf = async () => {
      const { body } = await scene.send("GET", lint);
      const findings = body["findings"] as unknown as { rule: string; severity: string }[];
      return findings.find(({ rule }) => rule === first.rule)?.severity;
    };
    const other = first.severity === "warn" ? "error" : "warn";
    expect((await change({ lintRules: { [first.rule]: other } })).status).toBe(200);
    expect(await severityOf()).toBe(other);
    await change({ lintRules: { [first.rule]: "off" } });
    expect(await severityOf()).toBeUndefined();
    await change({ lintRules: {} });
    expect(await severityOf()).toBe(first.severity);
  });

  it("do not prevent the publication of a version, and the answer has the errors", async () => {
    const broken = { ...before, paths: { "/a/{id}": { get: { responses: {} } } } };
    const made = await importText(scene, JSON.stringify(broken), { name: "Published" });
    const publish = `/${made.specId}/versions/${made.versionId}/publish`;
    const { status, body } = await scene.send("POST", publish, {});
    expect([status, body["status"]]).toEqual([200, "published"]);
    const lint = body["lint"] as unknown as {
      errors: { rule: string; severity: string }[];
      total: number;
    };
    expect(lint.errors.map(({ rule }) => rule)).toContain("path-parameters-defined");
    expect(lint.errors.every(({ severity }) => severity === "error")).toBe(true);
    expect(lint.total).toBeGreaterThan(lint.errors.length);
    // It is already published, so the answer is the same again.
    expect((await scene.send("POST", publish, {})).body).toEqual(body);
  });

  it("include those that the organization wrote, and the media types that it allows", async () => {
    const made = await importText(scene, JSON.stringify(before), { name: "Own rules" });
    const customLintRules = [
      {
        name: "title-in-capitals",
        severity: "error",
        subject: { type: "Info", property: ["title"] },
        assertions: { casing: "MACRO_CASE" },
        message: "Write the title in capitals: {{problems}}",
      },
    ];
    const mediaTypeRules = {
      request: null,
      response: { severity: "warn", allowedValues: ["application/json"] },
    };
    const changed = await change({ customLintRules, mediaTypeRules });
    expect(changed.body).toMatchObject({ customLintRules, mediaTypeRules });
    const { body } = await scene.send("GET", `/${made.specId}/versions/${made.versionId}/lint`);
    const findings = body["findings"] as unknown as { rule: string }[];
    expect(findings.find(({ rule }) => rule === "rule/title-in-capitals")).toMatchObject({
      severity: "error",
      pointer: "/info/title",
      message: expect.stringMatching(/^Write the title in capitals: /) as string,
    });
    const described = await request(scene.testApp, {
      method: "GET",
      path: "/api/design-rules",
      key: scene.organization.owner.key,
    });
    const names = (described.body["lintRules"] as unknown as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(["rule/title-in-capitals", "response-mime-type"]));
    // An omitted setting is unchanged.
    expect((await change({ lintRules: {} })).body).toMatchObject({
      customLintRules,
      mediaTypeRules,
    });
    await change({ customLintRules: [], mediaTypeRules: { request: null, response: null } });
  });

  it.each([
    [{ assertions: { pattern: "(" } }, "customLintRules[0].assertions.pattern"],
    [{ assertions: {} }, "customLintRules[0].assertions"],
    [{ assertions: { schema: { $schema: "x" } } }, "customLintRules[0].assertions.schema"],
    [{ assertions: { schema: { pattern: "(" } } }, "customLintRules[0].assertions.schema"],
    [{ assertions: { pattern: "x".repeat(201) } }, "customLintRules[0].assertions.pattern"],
    [{ subject: { type: "Nonsense" } }, "customLintRules[0].subject.type"],
  ])("are refused if one of the organization's is invalid: %j", async (wrong, field) => {
    const rule = {
      name: "own",
      severity: "warn",
      subject: { type: "Info", property: ["title"] },
      assertions: { defined: true },
    };
    const current = (await read()).body;
    const refused = await change({ customLintRules: [{ ...rule, ...wrong }] });
    expect(refused.body).toMatchObject({ code: "VALIDATION_FAILED", errors: [{ field }] });
    const many = await change({
      customLintRules: Array.from({ length: 51 }, (_, at) => ({ ...rule, name: `own-${at}` })),
    });
    expect(many.body).toMatchObject({ errors: [{ field: "customLintRules" }] });
    expect((await read()).body).toEqual(current);
  });

  it("decide what a comparison calls breaking", async () => {
    const { specId, versionId, newerId } = await importTwo("Compared");
    const compare = `/${specId}/versions/${newerId}/comparison?baselineVersionId=${versionId}`;
    const compared = (await scene.send("GET", compare)).body;
    expect(compared).toMatchObject({ verdict: "breaking" });
    const [worst] = compared["changes"] as unknown as { rule: string }[];
    await change({ compareRules: { [worst?.rule ?? ""]: "info" } });
    expect((await scene.send("GET", compare)).body).toMatchObject({ verdict: "safe" });
    await change({ compareRules: {} });
  });

  it("are refused with unknown rule names, and nothing changes", async () => {
    const current = (await read()).body;
    const lint = await change({ lintRules: { "no-such-rule": "error" }, compareRules: {} });
    expect(lint.body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ field: "lintRules", code: "unknownRule" }],
    });
    const compare = await change({ compareRules: { "no-such-rule": "off" } });
    expect(compare.body).toMatchObject({ errors: [{ field: "compareRules" }] });
    expect((await read()).body).toEqual(current);
  });

  it("change only with the version that was read, and not by a member", async () => {
    const rowVersion = (await read()).body["rowVersion"];
    expect((await change({ lintRules: {}, rowVersion }, member)).status).toBe(403);
    expect((await change({ lintRules: {}, rowVersion })).status).toBe(200);
    const stale = await change({ lintRules: {}, rowVersion });
    expect(stale.body).toMatchObject({ code: "CONCURRENCY_CONFLICT" });
  });
});
