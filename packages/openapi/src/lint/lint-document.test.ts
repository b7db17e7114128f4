import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, missingCorpus, readCorpus } from "../testing/corpus.ts";
import { anyChange, mutateJson } from "../testing/mutate-json.ts";
import { readPointer } from "../values/json-pointer.ts";
import { isList, isObject, memberOf, type Json, type JsonObject } from "../values/json.ts";
import { LintRulesError } from "./choose-rules.ts";
import { listLintRules, withheldRules } from "./default-rules.ts";
import { lintDocument, mostLintFindings } from "./lint-document.ts";
import type { LintFinding, LintRules } from "./lint.types.ts";
import { loadEngine } from "./load-engine.ts";
import { ruleExamples } from "./testing/rule-examples.ts";

const allOn: LintRules = Object.fromEntries(listLintRules().map(({ name }) => [name, "error"]));
const allOff: LintRules = Object.fromEntries(listLintRules().map(({ name }) => [name, "off"]));

const step = (value: Json | undefined, name: string): Json | undefined => {
  if (isList(value)) return value[Number(name)];
  return isObject(value) ? memberOf(value, name) : undefined;
};

/** Findings lead to something, in order, and say so in a bounded text. */
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
  it.each(ruleExamples)(
    "$rule is told, and its twin is not",
    async ({ rule, broken, pointer, kept }) => {
      const rules: LintRules = { ...allOff, [rule]: "warn" };
      const { findings } = await lintDocument({ document: broken, rules });
      expect(findings.map((each) => [each.rule, each.severity, each.pointer])).toContainEqual([
        rule,
        "warn",
        pointer,
      ]);
      expect(new Set(findings.map((each) => each.rule))).toEqual(new Set([rule]));
      for (const { message } of findings) expect(message).not.toMatch(/redocly/i);
      expect((await lintDocument({ document: kept, rules })).findings).toEqual([]);
    },
  );

  it("all have an example here, a description and a reason", () => {
    const names = listLintRules().map(({ name }) => name);
    expect(ruleExamples.map(({ rule }) => rule).sort()).toEqual([...names].sort());
    for (const { description, reason } of listLintRules()) {
      expect([description, reason].join("\n")).toMatch(/^[A-Z].*\.\n[A-Z].*\.$/);
    }
  });

  it("are all that the engine has, but for those that are withheld", async () => {
    const { rules } = await loadEngine();
    const names = [...listLintRules().map(({ name }) => name), ...Object.keys(withheldRules)];
    expect(names.sort()).toEqual([...rules.keys()].sort());
  });

  it("have the severity that is asked for", async () => {
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
    [
      { "no-invalid-schema-examples": "warn" },
      'There is no lint rule "no-invalid-schema-examples"',
    ],
    [{ struct: "loud" }, "The severity of struct is one of off, warn, error"],
  ])("are refused where there are none such: %j", async (rules, message) => {
    const refused = lintDocument({ document: {}, rules: rules as LintRules });
    await expect(refused).rejects.toThrow(new LintRulesError(message));
  });
});

describe("a reference", () => {
  const make = (schema: JsonObject): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "a", version: "1" },
    paths: {},
    components: { schemas: { s: schema } },
  });
  const told = async (schema: JsonObject) => {
    const rules: LintRules = { ...allOff, "no-unresolved-refs": "error" };
    const { findings } = await lintDocument({ document: make(schema), rules });
    return findings.map(({ pointer, message }) => `${pointer} ${message}`);
  };

  it("that leads outside is told, and neither fetched nor read", async () => {
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
      const findings = await told({
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
  ])("to %s is told", async (_, schema) => {
    expect(await told(schema)).toEqual([expect.stringMatching(/Can't resolve \$ref/)]);
  });

  it.each<[string, JsonObject]>([
    ["recursion", { properties: { a: { $ref: "#/components/schemas/s" } } }],
    ["an anchor", { $defs: { a: { $anchor: "here" } }, items: { $ref: "#here" } }],
    [
      "a reference on the way",
      {
        $defs: { a: { $ref: "#/components/schemas/s" } },
        items: { $ref: "#/components/schemas/s/$defs/a/$defs" },
      },
    ],
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
    expect(await told(schema)).toEqual([]);
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

  it("that has one object in two places is told of both", async () => {
    const tag = { name: "a" };
    const document = { openapi: "3.1.0", tags: [tag, tag] };
    const rules: LintRules = { ...allOff, "tag-description": "warn" };
    const { findings } = await lintDocument({ document, rules });
    expect(findings.map(({ pointer }) => pointer)).toEqual(["/tags/0", "/tags/1"]);
  });

  it("with very many findings has the errors told and all counted", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`/p${at}`, { get: { nonsense: 1, responses: {} } }]),
    );
    const document = { openapi: "3.1.0", info: { title: "a", version: "1" }, paths };
    const { findings, total } = await lintDocument({ document });
    expect(findings).toHaveLength(mostLintFindings);
    expect(total).toBeGreaterThan(1_000);
    expect(findings.filter(({ rule }) => rule === "struct").length).toBe(400);
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
    for (const { message } of findings) expect(message).toMatch(/left out\.$/);
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

describe.skipIf(missingCorpus !== null)("the corpus", () => {
  const small = corpusNames.filter((name) => readCorpus(name).length < 2_000_000);

  it.each(small)("is linted: %s", async (name) => {
    const { value } = parseDocument(readCorpus(name));
    const before = JSON.stringify(value);
    const { findings, total } = await lintDocument({ document: value });
    expectSound(value, findings);
    expect(findings.length).toBe(Math.min(total, mostLintFindings));
    expect(findings.some(({ message }) => message.includes("cannot read"))).toBe(false);
    expect(JSON.stringify(value)).toBe(before);
  });
});
