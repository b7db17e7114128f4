import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { ObjectKind } from "../../grammar/object-kinds.ts";
import { isAtLeast } from "../../values/openapi-version.ts";
import { makeExample } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

type Members = Partial<Record<ObjectKind, readonly string[]>>;

const words = (text: string): readonly string[] => text.split(" ");

/** What each version added to the previous one, by the kind of object. */
const added: readonly (readonly [OpenApiVersion, Members])[] = [
  [
    "3.1",
    {
      document: words("webhooks jsonSchemaDialect"),
      info: words("summary"),
      license: words("identifier"),
      components: words("pathItems"),
      schema: words(
        "const if then else dependentSchemas dependentRequired prefixItems contains minContains " +
          "maxContains patternProperties propertyNames unevaluatedItems unevaluatedProperties " +
          "examples contentEncoding contentMediaType contentSchema $defs $id $anchor $dynamicRef " +
          "$dynamicAnchor $comment $schema $vocabulary",
      ),
    },
  ],
  [
    "3.2",
    {
      document: words("$self"),
      components: words("mediaTypes"),
      server: words("name"),
      tag: words("summary parent kind"),
      pathItem: words("query additionalOperations"),
      response: words("summary"),
      mediaType: words("$ref itemSchema prefixEncoding itemEncoding description"),
      encoding: words("encoding prefixEncoding itemEncoding"),
      example: words("dataValue serializedValue"),
      discriminator: words("defaultMapping"),
      xml: words("nodeType"),
      securityScheme: words("oauth2MetadataUrl deprecated"),
      oauthFlows: words("deviceAuthorization"),
    },
  ],
];

/** The members that a version does not know yet, by kind, with the version that added them. */
function listUnknown(version: OpenApiVersion): Map<ObjectKind, Map<string, OpenApiVersion>> {
  const unknown = new Map<ObjectKind, Map<string, OpenApiVersion>>();
  for (const [since, members] of added) {
    if (isAtLeast(version, since)) continue;
    for (const [kind, names] of Object.entries(members) as [ObjectKind, string[]][]) {
      const known = unknown.get(kind) ?? new Map<string, OpenApiVersion>();
      unknown.set(kind, known);
      for (const name of names) known.set(name, since);
    }
  }
  return unknown;
}

export const newerMember: ValidityRule = {
  code: "NEWER_MEMBER",
  severity: "error",
  summary: "No member is used that a later version of OpenAPI added.",
  why: "Tools of the older version ignore the member or refuse the document.",
  fix: "Raise the version in openapi, or remove the member.",
  good: makeExample({ tags: [{ name: "orders", kind: "nav" }] }, "3.2.0"),
  bad: makeExample({ tags: [{ name: "orders", kind: "nav" }] }),
  begin: (context) => {
    const unknown = listUnknown(context.version);
    return {
      each(object, kind, path) {
        const members = unknown.get(kind);
        if (members === undefined) return;
        for (const name of Object.keys(object)) {
          const since = members.get(name);
          if (since === undefined) continue;
          const message = `"${name}" came with OpenAPI ${since}: the document is ${context.version}.`;
          context.report([...path, name], message);
        }
      },
    };
  },
};
