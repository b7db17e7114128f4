import fc from "fast-check";
import type { Schema } from "./api-description.ts";
import { designValues } from "./design-values.ts";
import { isOfDocs, nounOf } from "./read-records.ts";

/** The placeholder for an id or version until records exist: U+E000, `ref FIELD PICK`. */
export const refPattern = new RegExp("^\uE000ref ([\\w-]+) (\\d+)$");

export function makeRef(field: string, most = 99): fc.Arbitrary<string> {
  return fc.nat(most).map((pick) => `\uE000ref ${field} ${pick}`);
}

/** Fields whose values are ids of existing records. */
const refKinds: Readonly<Record<string, string>> = {
  projectId: "project",
  environmentId: "environment",
  suiteId: "suite",
  caseId: "case",
  caseIds: "case",
  userId: "user",
  progressRunId: "fresh",
  specId: "spec",
  specIds: "spec",
  baselineSpecId: "spec",
  versionId: "version",
  fromVersionId: "version",
  baselineVersionId: "version",
  endpointId: "endpoint",
  folderId: "folder",
  parentFolderId: "folder",
  tagId: "tag",
  parameterId: "parameter",
  responseId: "response",
  responseHeaderId: "response-header",
  securitySchemeAssignmentId: "assignment",
  policyId: "header-policy",
  componentIds: "header-component",
  schemaId: "schemas",
  securitySchemeId: "securitySchemes",
  requestBodyComponentId: "requestBodies",
  responseComponentId: "responses",
  mediaTypeComponentId: "mediaTypes",
  headerComponentId: "headers",
  docId: "documentation",
  runId: "run",
  pageId: "doc-page",
  parentFolderPublicId: "doc-folder",
  itemPublicId: "doc-item",
  itemPublicIds: "doc-item",
  referenceId: "doc-reference",
  specVersionId: "version",
};

/** Fields with another kind in an address of documentation. */
const docRefKinds: Readonly<Record<string, string>> = {
  versionId: "doc-version",
  digest: "doc-asset",
  fromVersionId: "doc-version",
  folderId: "doc-folder",
};

/** The kind of record that a field of an address or a body names. */
export function kindOfField(path: string, field: string): string {
  if (field === "id") return nounOf(path);
  if (field === "componentId")
    return path.includes("/header-components") ? "header-component" : "component";
  // An order names items of its list.
  if (field === "ids") return /([a-z-]+?)s?[/-]order$/.exec(path)?.[1] ?? "";
  return (isOfDocs(path) ? docRefKinds[field] : undefined) ?? refKinds[field] ?? field;
}

/**
 * Fields whose declared range is too wide for a proof: a run of ten thousand iterations with a
 * minute's wait each is valid, but would run for days.
 */
const restrained: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  iterations: fc.integer({ min: 1, max: 3 }),
  threads: fc.integer({ min: 1, max: 50 }),
  delayMs: fc.integer({ min: 0, max: 3 }),
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  timeoutMs: fc.integer({ min: 1, max: 300 }),
  waitMs: fc.integer({ min: 0, max: 20 }),
};

const addresses = fc.constantFrom(
  "http://127.0.0.1:1",
  "http://localhost/x",
  "http://[::1]:9",
  "https://10.0.0.1:8443",
  "http://169.254.169.254/latest",
  "http://nothing.invalid",
  "\uE000target",
);

const oneLine = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => `n${text.replaceAll(/[\p{Cc}\p{Cs}\uFEFF]/gu, "-")}`);

/** Names that every protocol accepts, and that rarely collide. */
const tokens = fc.nat(100_000).map((number) => `x-${number}`);

const semanticVersion =
  "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$";

const folders = fc.constantFrom("", "a", "a/b", "ü/é", "__proto__");

/** Generators of texts for every pattern of the document; a missing pattern stops the proof. */
const patterns: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "^(?!\\.{1,2}(?:/|$))[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+(?:/(?!\\.{1,2}(?:/|$))[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+)*$":
    fc.constantFrom(
      "a.md",
      "b/01-c.md",
      "b/_folder.yml",
      "é/日本.md",
      "__proto__",
      "images/dot.png",
    ),
  "^[0-9a-f]{64}$": fc.constantFrom(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "0".repeat(64),
  ),
  "^[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+(?:/[^/\\\\\\p{Cc}\\p{Cs}\\uFEFF]+)*$": fc.constantFrom(
    "images/dot.png",
    "é.svg",
  ),
  "^[^\\S\\p{Cc}\\uFEFF]*[^\\s\\p{Cc}\\p{Cs}][^\\p{Cc}\\p{Cs}\\uFEFF]*$": oneLine,
  "^[^\\u0000]*$": fc
    .string({ unit: "grapheme", maxLength: 60 })
    .map((text) => text.replaceAll("\0", "")),
  "^\\s*[^\\s\\u0000][^\\u0000]*$": oneLine,
  "^[^\\p{Cc}]*$": oneLine,
  "^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$": fc.constantFrom(
    "1.0",
    "2.0",
    "next",
    "a_b-c",
    "0",
  ),
  "^#[0-9a-fA-F]{6}$": fc.constantFrom("#123abc", "#FFFFFF"),
  "^https?://[^\\s]+$": addresses,
  "^https?://\\S+$": addresses,
  "^https?://[^/?#\\s]+$": fc.constantFrom("http://127.0.0.1:1", "https://nothing.invalid"),
  "^(?:[^/\\p{Cc}\\p{Cs}\\uFEFF]+(?:/[^/\\p{Cc}\\p{Cs}\\uFEFF]+)*)?$": folders,
  "^[^\\s,]+$": fc.constantFrom("smoke", "täg", "__proto__", "x".repeat(60)),
  "^[A-Za-z_][A-Za-z0-9_.-]*$": fc.constantFrom(
    "a",
    "token",
    "password",
    "__proto__",
    "constructor",
    "a.b-c",
  ),
  "^[A-Za-z_][A-Za-z0-9_]*$": fc.constantFrom("item", "__proto__", "toString"),
  "^[^\\u0000\\p{Cs}]*$": fc
    .string({ unit: "grapheme", maxLength: 60 })
    .map((text) => text.replaceAll("\0", "")),
  "^[^\\p{Cc}\\p{Cs}]*$": fc.oneof(oneLine, tokens),
  "^[^\\s/\\p{Cc}\\p{Cs}]+/[^\\p{Cc}\\p{Cs}]+$": fc.constantFrom(
    "application/json",
    "text/plain; charset=utf-8",
    "application/x-ndjson",
    "*/*",
    "__proto__/a",
    "a/b,c",
  ),
  "^[a-zA-Z0-9._-]+$": fc.oneof(
    tokens,
    fc.constantFrom("Thing", "token", "__proto__", "constructor", ".", ".."),
  ),
  "^(?:/[^\\s/?#\\u0000]+)+$": fc.constantFrom("/api/v1", "/__proto__", "/ü/{a}", "/%zz"),
  [semanticVersion]: fc.oneof(
    fc.tuple(fc.nat(9), fc.nat(999), fc.nat(999)).map((numbers) => numbers.join(".")),
    fc.constantFrom("1.0.0", "1.0.0-rc.1", "1.0.0+build.5", "0.0.0", "99999999999999999999.0.0"),
  ),
  "^[a-z0-9]+(?:-[a-z0-9]+)*$": fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,2}$/),
};

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: fc.stringMatching(/^[a-z0-9]{3,12}$/).map((name) => `${name}@example.com`),
  "date-time": fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString()),
};

const suiteFile = fc.constantFrom(
  "name: From a file\ncases:\n  - name: One\n    request: {method: GET, url: /ok}\n",
  "name: From a file\ncases: []\n",
  "name: [",
  "&a [*a]",
  "? ? ?",
  "name: x\ncases: !!js/function 'x'\n",
  "__proto__: {a: 1}\nname: p\ncases: []\n",
);

/** Addresses for a server to fetch: refused, or without a listener. */
const closedAddresses = fc.constantFrom(
  "http://127.0.0.1:1/openapi.json",
  "http://[::1]:9/x",
  "https://10.0.0.1:8443",
  "http://169.254.169.254/latest",
  "http://0x7f.1:1",
);

/** Names of rules, some of which exist. */
const ruleNames = fc.constantFrom("struct", "no-unresolved-refs", "endpoint-removed", "__proto__");

/** Values that a schema accepts; `field` is the name of the value. */
export function valuesOf(schema: Schema, field = ""): fc.Arbitrary<unknown> {
  const own = restrained[field];
  if (own !== undefined) return own;
  const design = designValues[field];
  if (design !== undefined && design.type === schema["type"] && !((design.unless ?? "") in schema))
    return design.values;
  if (schema["format"] === "uuid") return makeRef(field);
  if (field === "rowVersion") return makeRef("rowVersion");
  if (field === "yaml") return suiteFile;
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["anyOf"])) {
    return fc.oneof(...(schema["anyOf"] as Schema[]).map((branch) => valuesOf(branch, field)));
  }
  return valuesOfType(schema, field);
}

function valuesOfType(schema: Schema, field: string): fc.Arbitrary<unknown> {
  switch (schema["type"]) {
    case "string":
      return textsOf(schema, field);
    case "integer":
      return fc.integer({
        min: Number(schema["minimum"] ?? -10),
        max: Math.min(Number(schema["maximum"] ?? 1000), 2_147_483_647),
      });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listsOf(schema, field);
    case "object":
      return recordsOf(schema, field);
    default:
      return fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("{{a}}", "x", 1, true, null));
  }
}

function textsOf(schema: Schema, field: string): fc.Arbitrary<string> {
  const pattern = schema["pattern"] as string | undefined;
  if (pattern !== undefined) {
    const known = patterns[pattern];
    if (field === "url" && known === addresses) return closedAddresses;
    if (known === undefined)
      throw new Error(`The proof knows no texts for ${pattern} (${field}): add them to its table.`);
    return known;
  }
  const format = schema["format"] as string | undefined;
  if (format !== undefined) return formats[format] ?? fc.string();
  const minLength = Number(schema["minLength"] ?? 0);
  if (field === "url")
    return fc.oneof(addresses, fc.constantFrom("/ok", "ok?a={{a}}", "//x", "/%zz"));
  return fc.string({ unit: "binary", minLength, maxLength: Math.max(minLength, 20) });
}

function listsOf(schema: Schema, field: string): fc.Arbitrary<unknown[]> {
  const item = valuesOf((schema["items"] ?? {}) as Schema, field === "ids" ? "ids" : field);
  const maxLength = Math.min(Number(schema["maxItems"] ?? 3), 3);
  return schema["uniqueItems"] === true
    ? fc.uniqueArray(item, { maxLength, selector: (value) => JSON.stringify(value) })
    : fc.array(item, { maxLength });
}

function recordsOf(schema: Schema, field: string): fc.Arbitrary<Record<string, unknown>> {
  const required = (schema["required"] ?? []) as string[];
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const members = properties.map(([name, member]) => [name, valuesOf(member, name)] as const);
  // With half of all optional members, two of them would nearly always contradict each other.
  const named = fc.oneof(
    fc.record(Object.fromEntries(members.filter(([name]) => required.includes(name)))),
    fc.record(Object.fromEntries(members), { requiredKeys: required }),
  );
  const [keys, value] =
    Object.entries((schema["patternProperties"] ?? {}) as Record<string, Schema>)[0] ?? [];
  if (keys === undefined || value === undefined) return named;
  if (field.endsWith("Rules")) return fc.dictionary(ruleNames, valuesOf(value), { maxKeys: 2 });
  const names = patterns[keys] ?? fc.constantFrom("x-a", "accept", "__proto__", "naïve", "a b");
  return fc.dictionary(names, valuesOf(value), { maxKeys: 3 });
}
