import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { anyChange, mutateJson } from "../testing/mutate-json.ts";
import { readPointer } from "@lintel/json/pointer";
import { detectVersion } from "../values/openapi-version.ts";
import { validateDocument } from "../validate/validate-document.ts";
import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { chooseRules } from "./choose-rules.ts";
import { withheldRules } from "./rule-table.ts";
import { lintDocument, maxLintFindings } from "./lint-document.ts";
import type { LintFinding, LintRules } from "./lint-options.ts";
import { loadEngine } from "./load-engine.ts";
import { listLintRules, RuleSettingsError } from "./rule-settings.ts";
import { ruleExamples } from "./testing/rule-examples.ts";
import { runRules } from "./run-rules.ts";

const allOn: LintRules = Object.fromEntries(listLintRules().map(({ name }) => [name, "error"]));
const allOff: LintRules = Object.fromEntries(listLintRules().map(({ name }) => [name, "off"]));

const step = (value: Json | undefined, name: string): Json | undefined => {
  if (isList(value)) return value[Number(name)];
  return memberOf(value, name);
};

/** Findings have valid pointers, are sorted, and have texts of limited length. */
function expectSound(document: JsonObject, findings: readonly LintFinding[]): void {
  const lost = findings.filter(
    ({ pointer }) => readPointer(pointer).reduce<Json | undefined>(step, document) === undefined,
  );
  expect(lost).toEqual([]);
  const isOrdered = findings.every((each, at) => {
    const last = findings[at - 1];
    if (last === undefined || last.pointer < each.pointer) return true;
    return last.pointer === each.pointer && last.rule <= each.rule;
  });
  expect(isOrdered).toBe(true);
  const longest = Math.max(0, ...findings.map(({ message }) => message.length));
  expect(longest).toBeLessThanOrEqual(500);
}

describe("rules", () => {
  it("are all rules of the engine except the withheld ones", async () => {
    const { rules } = await loadEngine();
    const ofEngine = listLintRules().filter(({ rule }) => rule === undefined);
    const names = [...ofEngine.map(({ name }) => name), ...Object.keys(withheldRules)];
    expect(names.sort()).toEqual([...rules.keys()].sort());
  });

  it("have the severity of the settings", async () => {
    const document = { openapi: "3.1.0", info: { title: "a", version: "1" }, paths: { "/a/": {} } };
    const rule = "no-path-trailing-slash";
    const severityOf = async (rules?: LintRules) => {
      const { findings } = await lintDocument(
        rules === undefined ? { document } : { document, rules },
      );
      return findings.find((each) => each.rule === rule)?.severity;
    };
    expect(await severityOf()).toBe("warn");
    expect(await severityOf({ [rule]: "error" })).toBe("error");
    expect(await severityOf({ [rule]: "off" })).toBeUndefined();
  });

  it.each([
    [{ nonsense: "warn" }, 'There is no lint rule "nonsense"'],
    [{ constructor: "off" }, 'There is no lint rule "constructor"'],
    [{ assertions: "warn" }, 'There is no lint rule "assertions"'],
    [{ struct: "loud" }, "The severity of struct is one of off, warn, error"],
  ])("are refused where there are none such: %j", async (rules, message) => {
    const refused = lintDocument({ document: {}, rules: rules as LintRules });
    await expect(refused).rejects.toThrow(
      new RuleSettingsError("unknownRule", "lintRules", message),
    );
  });
});

describe("a reference", () => {
  const make = (schema: JsonObject): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "a", version: "1" },
    paths: {},
    components: { schemas: { s: schema } },
  });
  const lintSchema = async (schema: JsonObject) => {
    const rules: LintRules = { ...allOff, "no-unresolved-refs": "error" };
    const { findings } = await lintDocument({ document: make(schema), rules });
    return findings.map(({ pointer, message }) => `${pointer} ${message}`);
  };

  it("to another document is reported, and neither fetched nor read", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const folder = mkdtempSync(path.join(tmpdir(), "lint-"));
    try {
      const file = path.join(folder, "schema.json");
      writeFileSync(file, JSON.stringify({ type: "string" }));
      const { port } = server.address() as AddressInfo;
      const references = [
        `http://127.0.0.1:${port}/schema.json`,
        pathToFileURL(file).href,
        path.relative(process.cwd(), file),
        file,
        "../schema.json",
        "package.json",
        "document#/components/schemas/s",
      ];
      const findings = await lintSchema({
        oneOf: references.map(($ref) => ({ $ref })),
        discriminator: { propertyName: "k", mapping: { a: references[0] ?? "", b: file } },
        examples: [{ externalValue: references[0] ?? "" }],
      });
      expect(existsSync(file)).toBe(true);
      const reason = "Can't resolve $ref: what is outside the document is not fetched";
      for (const at of references.keys()) {
        expect(findings).toContain(`/components/schemas/s/oneOf/${at} ${reason}`);
      }
      expect(asked).toEqual([]);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  it.each<[string, JsonObject]>([
    ["itself", { $ref: "#/components/schemas/s" }],
    [
      "what is within itself",
      { properties: { a: { $ref: "#/components/schemas/s/properties/a/b" } } },
    ],
    ["nothing", { items: { $ref: "#/components/schemas/none" } }],
    [
      "nothing, through another one",
      { $defs: { a: { items: { $ref: "#/components/schemas/s/$defs/b" } } } },
    ],
    ["an anchor that is not there", { items: { $ref: "#none" } }],
    ["what cannot be decoded", { items: { $ref: "#/%zz" } }],
    ["a member of a prototype", { items: { $ref: "#/components/schemas/constructor" } }],
  ])("to %s is reported", async (_, schema) => {
    expect(await lintSchema(schema)).toEqual([expect.stringMatching(/Can't resolve \$ref/)]);
  });

  it("through another reference is reported, as import does", async () => {
    const schema = {
      $defs: { a: { $ref: "#/components/schemas/s" } },
      items: { $ref: "#/components/schemas/s/$defs/a/$defs" },
    };
    expect(await lintSchema(schema)).toEqual([expect.stringMatching(/is not in the document/)]);
  });

  it.each<[string, JsonObject]>([
    ["recursion", { properties: { a: { $ref: "#/components/schemas/s" } } }],
    ["an anchor", { $defs: { a: { $anchor: "here" } }, items: { $ref: "#here" } }],
    [
      "escaped names",
      { $defs: { "a/b c~": {} }, items: { $ref: "#/components/schemas/s/$defs/a~1b%20c~0" } },
    ],
    [
      "a mapping by name",
      {
        oneOf: [{ $ref: "#/components/schemas/s" }],
        discriminator: { propertyName: "k", mapping: { a: "s" } },
      },
    ],
  ])("is found: %s", async (_, schema) => {
    expect(await lintSchema(schema)).toEqual([]);
  });
});

describe("a document", () => {
  it.each<JsonObject>([
    {},
    { openapi: 3 },
    { openapi: "4.0.0" },
    { swagger: "2.0" },
    { openapi: "3.1.0" },
    { openapi: "3.0", paths: null, info: [], components: 1 },
    { openapi: "3.2.0", paths: { "/a": { get: null, parameters: {} } }, tags: {}, servers: "" },
  ])("that is none gives findings: %j", async (document) => {
    const { findings } = await lintDocument({ document });
    expect(findings.map(({ severity }) => severity)).toContain("error");
    expectSound(document, findings);
  });

  it("with one object in two places has findings at both", async () => {
    const tag = { name: "a" };
    const document = { openapi: "3.1.0", tags: [tag, tag] };
    const rules: LintRules = { ...allOff, "tag-description": "warn" };
    const { findings } = await lintDocument({ document, rules });
    expect(findings.map(({ pointer }) => pointer)).toEqual(["/tags/0", "/tags/1"]);
  });

  it("with very many findings reports the errors and counts all", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`/p${at}`, { get: { nonsense: 1, responses: {} } }]),
    );
    const document = { openapi: "3.1.0", info: { title: "a", version: "1" }, paths };
    const { findings, total } = await lintDocument({ document });
    expect(findings).toHaveLength(maxLintFindings);
    expect(total).toBeGreaterThan(1_000);
    expect(findings.every(({ severity }) => severity === "error")).toBe(true);
  });

  it.each<[string, JsonObject]>([
    ["a path", { paths: { [`/${"{".repeat(200_000)}`]: {} } }],
    ["an address", { servers: [{ url: "{".repeat(1_000_000) }] }],
    [
      "a list",
      {
        components: { schemas: { s: { enum: Array.from({ length: 200_000 }, (_, at) => [at]) } } },
      },
    ],
    [
      "a number of paths",
      { paths: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`/{a}/${at}`, {}])) },
    ],
  ])("with very much of %s is spared the rules that would hardly end", async (_, members) => {
    const document = { openapi: "3.1.0", info: { title: "a", version: "1" }, ...members };
    const heavy = listLintRules().filter(({ isHeavy }) => isHeavy === true);
    const rules: LintRules = {
      ...allOff,
      ...Object.fromEntries(heavy.map(({ name }) => [name, "error"])),
    };
    const { findings } = await lintDocument({ document, rules });
    expect(findings.map(({ rule }) => rule)).toEqual(heavy.map(({ name }) => name).sort());
    for (const { message } of findings) expect(message).toMatch(/^The rule did not run/);
  });

  it("is linted the same way each time, and not changed, whatever it is", async () => {
    const documents = ruleExamples.flatMap(({ broken, kept }) => [broken, kept]);
    const changes = fc.array(anyChange, { minLength: 1, maxLength: 5 });
    const pick = fc.nat({ max: documents.length - 1 });
    const check = async (at: number, mutations: Parameters<typeof mutateJson>[1]) => {
      const document = mutateJson(documents[at] ?? {}, mutations);
      if (!isObject(document)) return;
      const before = JSON.stringify(document);
      const first = await lintDocument({ document, rules: allOn });
      expectSound(document, first.findings);
      expect(await lintDocument({ document, rules: allOn })).toEqual(first);
      expect(JSON.stringify(document)).toBe(before);
    };
    await fc.assert(fc.asyncProperty(pick, changes, check), { numRuns: 200 });
  });
});

describe("lint and import", () => {
  /** With the default rules. */
  async function expectAgreement(document: JsonObject) {
    const version = detectVersion(document);
    if (version === null) return;
    const errors = validateDocument(document, version).findings.filter(
      ({ severity }) => severity === "error",
    );
    const { findings } = await lintDocument({ document });
    const places = findings.flatMap((each) =>
      each.severity === "error" && each.rule === "struct" ? [each.pointer] : [],
    );
    const invalid = new Set(errors.map(({ pointer }) => pointer));
    expect(places.filter((pointer) => !invalid.has(pointer))).toEqual([]);
    if (errors.length > 0) expect(findings.map(({ severity }) => severity)).toContain("error");
  }

  it("agree on what is valid", async () => {
    const documents = ruleExamples.flatMap(({ broken, kept }) => [broken, kept]);
    for (const document of documents) await expectAgreement(document);
    const changes = fc.array(anyChange, { minLength: 1, maxLength: 5 });
    const pick = fc.nat({ max: documents.length - 1 });
    const check = async (at: number, mutations: Parameters<typeof mutateJson>[1]) => {
      const document = mutateJson(documents[at] ?? {}, mutations);
      if (isObject(document)) await expectAgreement(document);
    };
    await fc.assert(fc.asyncProperty(pick, changes, check), { numRuns: 200 });
  });

  it("both refuse a security scheme that does not exist", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "a", version: "1" },
      paths: {},
      security: [{ none: [] }],
    };
    const find = async (rules: LintRules) =>
      (await lintDocument({ document, rules })).findings.map(({ rule, severity }) => [
        rule,
        severity,
      ]);
    expect(await find({})).toEqual([["security-defined", "error"]]);
    expect(await find({ "security-defined": "warn" })).toEqual([["security-defined", "warn"]]);
    expect(await find({ "security-defined": "off" })).toEqual([]);
  });
});

describe("a rule that fails", () => {
  it("is named once, as an error in Lintel, and the others run", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "a", version: "1" },
      servers: [{ url: 1 }],
      paths: { "/a/": {} },
    };
    // `struct` would keep other rules from running at the places that it reports.
    const { findings, failures } = await lintDocument({ document, rules: { struct: "off" } });
    expect(failures.map(({ rule }) => rule)).toContain("no-server-trailing-slash");
    expect(failures[0]?.reason).toMatch(/TypeError/);
    const reported = findings.filter(({ rule }) => rule === "rule-failed");
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatchObject({ severity: "warn", pointer: "" });
    for (const { rule } of failures) expect(reported[0]?.message).toContain(rule);
    expect(findings.map(({ rule }) => rule)).toContain("no-path-trailing-slash");
  });

  it("because the engine fails is reported with all others, once", async () => {
    const engine = await loadEngine();
    const core = { ...engine.core, getTypes: () => ({}) } as typeof engine.core;
    const chosen = chooseRules("3.1", {});
    const document = { openapi: "3.1.0" };
    const running = {
      engine: { ...engine, core },
      document,
      version: "3.1",
      limitMs: 1_000,
    } as const;
    const { problems, failures } = runRules(running, chosen);
    expect(problems).toEqual([]);
    expect(failures.map(({ rule }) => rule)).toEqual(chosen.map(({ rule }) => rule.name));
  });

  it("is none in a document with an OAuth device flow", async () => {
    const make = (scopes: Json): JsonObject => ({
      openapi: "3.2.0",
      info: { title: "a", version: "1" },
      paths: {},
      components: {
        securitySchemes: {
          device: {
            type: "oauth2",
            flows: {
              deviceAuthorization: {
                deviceAuthorizationUrl: "https://example.org/device",
                tokenUrl: "https://example.org/token",
                scopes,
              },
            },
          },
        },
      },
    });
    const { findings, failures } = await lintDocument({ document: make({ read: "Read" }) });
    expect(failures).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toEqual(["no-unused-components"]);
    const { findings: wrong } = await lintDocument({ document: make(1) });
    expect(wrong.map(({ rule }) => rule)).toContain("struct");
  });

  it("is none in a document that names its media types", async () => {
    const make = (type: JsonObject): JsonObject => ({
      openapi: "3.2.0",
      info: { title: "a", version: "1" },
      paths: {},
      components: { mediaTypes: { Pets: { description: "A pet a line.", ...type } } },
    });
    const { failures } = await lintDocument({ document: make({ itemSchema: { type: "object" } }) });
    expect(failures).toEqual([]);
    const mixed = make({ encoding: {}, itemEncoding: {} });
    const { findings, failures: none } = await lintDocument({ document: mixed });
    expect(none).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toContain("spec-no-invalid-encoding-combinations");
  });
});

describe("examples and defaults", () => {
  it("with patterns that never end stop their rules, and no others", async () => {
    const endless = `${"a".repeat(60)}!`;
    const document = {
      openapi: "3.1.0",
      info: { title: "a", version: "1" },
      paths: { "/a/": {} },
      components: {
        schemas: {
          a: { type: "integer", default: "a", examples: ["a"] },
          b: { type: "string", pattern: "^(a+)+$", default: endless, examples: [endless] },
        },
      },
    };
    const { findings, failures } = await lintDocument({ document, limitMs: 500 });
    const reported = findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
    expect(failures).toEqual([]);
    expect(reported).toEqual(
      expect.arrayContaining([
        "no-invalid-schema-examples ",
        "no-invalid-schema-examples /components/schemas/a/examples/0",
        "no-invalid-schema-defaults ",
        "no-invalid-schema-defaults /components/schemas/a/default",
        "no-path-trailing-slash /paths/~1a~1",
      ]),
    );
  });

  it("are checked through references, and exact numbers are numbers", async () => {
    const { value } = parseDocument(`{
      "openapi": "3.0.3", "info": { "title": "a", "version": "1" }, "paths": {},
      "components": { "schemas": {
        "n": { "type": "integer", "maximum": 9223372036854775807, "enum": [1.0, 2], "default": 1.0 },
        "s": { "type": "object", "properties": { "n": { "$ref": "#/components/schemas/n" } },
               "default": { "n": 3 } } } }
    }`);
    const { findings, failures } = await lintDocument({ document: value });
    expect(failures).toEqual([]);
    const reported = findings.filter(({ rule }) => rule !== "no-unused-components");
    expect(reported.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      "no-invalid-schema-defaults /components/schemas/s/default/n",
    ]);
    expect(reported[0]?.message).toMatch(/^Default value must conform/);
  });
});

describe("the corpus", () => {
  const small = corpusNames.filter((name) => readCorpus(name).length < 2_000_000);

  it.each(small)("is linted: %s", async (name) => {
    const { value } = parseDocument(readCorpus(name));
    const before = JSON.stringify(value);
    const { findings, total, failures } = await lintDocument({ document: value });
    expectSound(value, findings);
    expect(findings.length).toBe(Math.min(total, maxLintFindings));
    expect(failures).toEqual([]);
    expect(JSON.stringify(value)).toBe(before);
  });
});
