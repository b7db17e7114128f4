import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import type { CaseDefinition } from "@lintel/contract/shapes/test-case";
import { readApiDocument } from "./document/api-document.ts";

const isSuite = new Ajv({ allErrors: true }).compile<SuiteDefinition>(SuiteDefinition);

function readSuite(name: string): SuiteDefinition {
  const suite = load(
    readFileSync(new URL(`../suites/${name}.suite.yaml`, import.meta.url), "utf8"),
  );
  if (isSuite(suite)) return suite;
  throw new Error(JSON.stringify(isSuite.errors));
}

function listCases({ setUp = [], cases, tearDown = [] }: SuiteDefinition): CaseDefinition[] {
  return [...setUp, ...cases, ...tearDown];
}

/** Names in braces anywhere in the case, and names that it extracts for others. */
function listNames(definition: CaseDefinition) {
  const used = JSON.stringify(definition).matchAll(/\{\{([A-Za-z_]+)\}\}/g);
  const extracted = (definition.extractions ?? []).map(({ name }) => name);
  return {
    used: [...used].map(([, name = ""]) => name),
    made: definition.foreach ? [...extracted, definition.foreach.as] : extracted,
  };
}

describe.each(["bookshop", "read-only"])("the suite %s", (name) => {
  const suite = readSuite(name);

  it("has cases of different names that depend on earlier ones only", () => {
    const names = listCases(suite).map((one) => one.name);
    expect(new Set(names).size).toBe(names.length);
    listCases(suite).forEach(({ dependsOn = [] }, index) => {
      expect(names.slice(0, index)).toEqual(expect.arrayContaining(dependsOn));
    });
  });

  it("uses no variable before it has a value", () => {
    const known = new Set(["adminKey", "oauthClientId", "oauthClientSecret"]);
    for (const variable of Object.keys(suite.variables ?? {})) known.add(variable);
    for (const definition of listCases(suite)) {
      const { used, made } = listNames(definition);
      if (definition.foreach) known.add(definition.foreach.as);
      expect([definition.name, used.filter((one) => !known.has(one))]).toEqual([
        definition.name,
        [],
      ]);
      for (const one of made) known.add(one);
    }
  });
});

describe("the suite bookshop", () => {
  const suite = readSuite("bookshop");

  it("shows every operator, source and kind of credential", () => {
    expect(suite.cases.length).toBeGreaterThanOrEqual(24);
    const assertions = suite.cases.flatMap((one) => [
      ...(one.assertions ?? []),
      ...(one.retry?.until ?? []),
    ]);
    expect(new Set(assertions.map(({ source }) => source)).size).toBe(5);
    expect(new Set(assertions.map(({ operator }) => operator)).size).toBe(21);
    const kinds = suite.cases.map(({ request }) => request.auth?.type);
    expect(new Set(kinds.filter(Boolean))).toEqual(
      new Set(["none", "basic", "bearer", "apiKey", "oauth2"]),
    );
  });

  it("calls documented operations, except one refusal and the methods that always exist", () => {
    const documented = new Set(
      readApiDocument().operations.map(({ method, path }) => `${method} ${blankVariables(path)}`),
    );
    const strange = listCases(suite)
      .map(({ request }) => `${request.method} ${blankVariables(nameAddress(request.url))}`)
      .filter((address) => !documented.has(address));
    expect(strange).toEqual(["PUT /health", "OPTIONS /books", "HEAD /books/*"]);
  });
});

/** The addresses in variables. */
const addresses = { bookPath: "/books/1", reservationPath: "/reservations/1" };

function nameAddress(url: string): string {
  return Object.entries(addresses).reduce(
    (text, [name, path]) => text.replace(`{{${name}}}`, path),
    url,
  );
}

/** `/books/{{bookId}}`, `/books/{bookId}` and `/books/7` all as `/books/*`. */
function blankVariables(path: string): string {
  return path.replaceAll(/\{+\w+\}+|\d+/g, "*");
}
