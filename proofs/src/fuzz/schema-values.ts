import { createSampler } from "@lintel/samples/make-sample";

import fc from "fast-check";
import type { Schema } from "./api-description.ts";
import { designValues } from "./design-values.ts";
import { isOfDocs, nounOf } from "./read-records.ts";

/** Refers to an id or version that an earlier response gives: U+E000, `ref FIELD PICK`. */
export const refPattern = new RegExp("^\uE000ref ([\\w-]+) (\\d+)$");

export function makeRef(field: string, most = 99): fc.Arbitrary<string> {
  return fc.nat(most).map((pick) => `\uE000ref ${field} ${pick}`);
}

/** Fields whose values are ids of what there is. */
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
  profileId: "scan-profile",
  requestId: "sent-request",
  commentId: "review-comment",
  linkId: "share-link",
  webhookId: "webhook",
  deliveryId: "delivery",
};

/** Fields that name something else in an address of documentation. */
const docRefKinds: Readonly<Record<string, string>> = {
  versionId: "doc-version",
  digest: "doc-asset",
  fromVersionId: "doc-version",
  folderId: "doc-folder",
};

/** The kind of thing that a field of an address or a body names. */
export function kindOfField(path: string, field: string): string {
  if (field === "id") return nounOf(path);
  if (field === "componentId")
    return path.includes("/header-components") ? "header-component" : "component";
  // What a list's order names is what the list is of.
  if (field === "ids") return /([a-z-]+?)s?[/-]order$/.exec(path)?.[1] ?? "";
  return (isOfDocs(path) ? docRefKinds[field] : undefined) ?? refKinds[field] ?? field;
}

/**
 * Fields whose declared range is wider than a proof should use: a run of ten thousand iterations,
 * each with a minute's wait, is valid and would be under way for days.
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

const suiteFile = fc.constantFrom(
  "name: From a file\ncases:\n  - name: One\n    request: {method: GET, url: /ok}\n",
  "name: From a file\ncases: []\n",
  "name: [",
  "&a [*a]",
  "? ? ?",
  "name: x\ncases: !!js/function 'x'\n",
  "__proto__: {a: 1}\nname: p\ncases: []\n",
);

/** Addresses that the server may not call, or that do not answer. */
const closedAddresses = fc.constantFrom(
  "http://127.0.0.1:1/openapi.json",
  "http://[::1]:9/x",
  "https://10.0.0.1:8443",
  "http://169.254.169.254/latest",
  "http://0x7f.1:1",
);

/** Names of rules, some of them known. */
const ruleNames = fc.constantFrom("struct", "no-unresolved-refs", "endpoint-removed", "__proto__");

/** Valid where a pattern allows them, and odd enough to break something. */
const oddTexts = [
  "__proto__",
  "constructor",
  "toString",
  "é/日本.md",
  "b/_folder.yml",
  "images/dot.png",
  "täg",
  "naïve",
  "*/*",
  "application/x-ndjson",
  "/ü/{a}",
  "/%zz",
  "99999999999999999999.0.0",
  "1.0.0-rc.1",
  "x".repeat(60),
];

/** Values of a field whose schema says too little; null where the schema is enough. */
function ownValues(schema: Schema, field: string): fc.Arbitrary<unknown> | null {
  const restrainedValues = restrained[field];
  if (restrainedValues !== undefined) return restrainedValues;
  const design = designValues[field];
  if (design !== undefined && design.type === schema["type"] && !((design.unless ?? "") in schema))
    return design.values;
  if (schema["format"] === "uuid") return makeRef(field);
  if (field === "rowVersion") return makeRef("rowVersion");
  if (field === "yaml") return suiteFile;
  if (schema["type"] === "object" && field.endsWith("Rules"))
    return fc.dictionary(ruleNames, fc.constantFrom("error", "warn", "off"), { maxKeys: 2 });
  return schema["type"] === "string" ? ownTexts(schema, field) : null;
}

function ownTexts(schema: Schema, field: string): fc.Arbitrary<string> | null {
  const pattern = typeof schema["pattern"] === "string" ? schema["pattern"] : null;
  if (pattern?.startsWith("^https?://") === true)
    return field === "url" ? closedAddresses : addresses;
  if (field === "url")
    return fc.oneof(addresses, fc.constantFrom("/ok", "ok?a={{a}}", "//x", "/%zz"));
  if (pattern === null) return null;
  const odd = oddTexts.filter((text) => new RegExp(pattern, "u").test(text));
  return odd.length === 0 ? null : fc.constantFrom(...odd);
}

const sampler = createSampler({ is30: false, find: () => null });

/** Values that a schema accepts, by a seed; `field` is the name of the value. */
export function valuesOf(schema: Schema, field = ""): fc.Arbitrary<unknown> {
  const own = ownValues(schema, field);
  if (own !== null && schema["pattern"] === undefined) return own;
  return fc.nat().map((seed) => {
    let drawn = 0;
    const findKnown = ({ name }: { readonly name: string }, inner: unknown): unknown => {
      const values = ownValues(inner as Schema, name === "" ? field : name);
      drawn += 1;
      const isOdd = (inner as Schema)["pattern"] !== undefined;
      if (values === null || (isOdd && (seed + drawn) % 4 > 0 && !isAddress(inner as Schema)))
        return undefined;
      return fc.sample(values, { numRuns: 1, seed: (seed + drawn * 7919) | 0 })[0];
    };
    return sampler.show(schema, { seed, members: "some", findKnown });
  });
}

/** Texts of addresses are never made: they could lead somewhere. */
const isAddress = ({ pattern }: Schema): boolean =>
  typeof pattern === "string" && pattern.startsWith("^https?://");
