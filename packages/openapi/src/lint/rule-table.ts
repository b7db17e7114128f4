import type { LintSeverity, OpenApiVersion } from "@lintel/contract/words/design";
import type { OwnLintRule } from "../rules/form/rule.types.ts";
import { lintRules } from "../rules/lint-rules.generated.ts";

/** A rule that can be enabled. */
export interface LintRule {
  readonly name: string;
  /** What the rule requires. */
  readonly description: string;
  readonly default: LintSeverity;
  /** The reason for the default. */
  readonly reason: string;
  /** How to correct what the rule finds. */
  readonly fix: string;
  /** Versions of OpenAPI to which the rule applies; without this, all. */
  readonly versions?: readonly OpenApiVersion[];
  /**
   * Its time grows faster than the document, so that it does not run on documents with very long
   * parts.
   */
  readonly isHeavy?: true;
  /** Runs patterns of the document, which may never end. A time limit stops it. */
  readonly isLimited?: true;
  /** The rule itself if Lintel defines it; the engine has all others. */
  readonly rule?: OwnLintRule;
}

type More = Pick<LintRule, "versions" | "isHeavy" | "isLimited">;

/** Reads a table of rules: the name, what the rule requires, the reason for its default, and the fix. */
const rules = (level: LintSeverity, more: More, table: string): readonly LintRule[] =>
  table
    .trim()
    .split("\n")
    .map((row) => {
      const cells = row.split("|").map((cell) => cell.trim());
      const [name = "", description = "", reason = "", fix = ""] = cells;
      return { name, description, default: level, reason, fix, ...more };
    });

const heavy = { isHeavy: true } as const;
const limited = { isLimited: true } as const;

const errors = [
  ...rules(
    "error",
    {},
    `
    struct | Everything has the shape that OpenAPI requires. | Tools misread or refuse the document. | Correct the place that the message names.
    no-unresolved-refs | References lead to something in the document. | Readers miss the content of the reference. | Add what the reference names, or correct the reference.
    operation-operationId-unique | No two operations have the same operationId. | Generated code would have one name twice. | Rename one of the operations.
    operation-parameters-unique | No parameter is given twice. | A reader does not know which of the two applies. | Delete one of the two parameters.
    path-declaration-must-exist | Variables of paths have names. | A variable without a name cannot be described. | Write a name between the braces.
    path-not-include-query | Paths have no query. | Query parameters in paths are never matched. | Describe the query by parameters with in: query.
    no-enum-type-mismatch | Values of an enumeration have the schema's type. | Such values can never be valid. | Correct the values, or the type.
    no-schema-type-mismatch | Objects have no items, and arrays no properties. | The keyword has no effect on that type. | Correct the type, or delete the keyword.
    no-server-variables-empty-enum | Variables of servers have values to choose from. | No value is allowed, so no address is. | List the allowed values, or delete enum.
    spec-components-invalid-map-name | Names of components have only letters, digits and .-_. | Other names cannot be referred to safely. | Replace the other characters of the name.
`,
  ),
  ...rules(
    "error",
    heavy,
    `
    no-undefined-server-variable | Variables of server addresses are declared. | The URL is incomplete. | Add the variable to the variables of the server.
    path-parameters-defined | Variables of paths are declared as parameters, and the reverse. | The path cannot be called as described. | Add the parameter with in: path, or correct its name.
    no-identical-paths | No two paths differ only in the names of their variables. | A reader does not know which of the two a request calls. | Join the two paths.
`,
  ),
  ...rules(
    "error",
    { versions: ["3.0"] },
    `
    nullable-type-sibling | A nullable schema has a type. | Without one, nullable has no effect. | Add the type.
`,
  ),
  ...rules(
    "error",
    { versions: ["3.0", "3.1"] },
    `
    no-example-value-and-externalValue | An example has a value or an address, not both. | The two exclude each other. | Delete one of the two.
`,
  ),
  ...rules(
    "error",
    { versions: ["3.2"] },
    `
    spec-example-values | The values of an example do not exclude each other. | A reader does not know which of them applies. | Keep one of the values.
    spec-no-invalid-encoding-combinations | Encodings by name and by place are not mixed. | The two exclude each other. | Keep encoding, or prefixEncoding and itemEncoding.
    spec-no-invalid-tag-parents | Parents of tags exist and form no circle. | The tags cannot be shown as a tree. | Declare the parent, or name another one.
    spec-querystring-parameters | A query is described as a whole or by parameters, once. | The two exclude each other. | Keep one parameter with in: querystring, or only those with in: query.
`,
  ),
];

const warnings = [
  ...rules(
    "warn",
    {},
    `
    security-defined | Operations name security schemes that exist, or state that they need none. | Readers do not know what is open on purpose. | Add security to the operation or the document; an empty list means none.
    operation-summary | Operations have a summary. | Lists of operations show it. | Add a summary of a few words.
    operation-operationId | Operations have an operationId. | Generated code takes its names from it. | Add an operationId.
    operation-operationId-url-safe | An operationId has only characters that URLs allow. | Tools use it in URLs and names. | Replace the other characters of the operationId.
    operation-2xx-response | Operations have a response of success. | Readers look for it first. | Add the response of success.
    operation-4xx-response | Operations have a response to a wrong request. | Clients have to handle one. | Add a response such as 400 or 404.
    operation-tag-defined | Tags of operations are declared. | Declared tags have an order and a description. | Add the tag to the tags of the document.
    tag-description | Tags have a description. | It heads their part of the documentation. | Add a description to the tag.
    no-duplicated-tag-names | No tag is declared twice. | Only one of the two is shown. | Delete one of the two tags.
    no-path-trailing-slash | Paths do not end in a slash. | With and without it are different addresses. | Delete the slash at the end.
    no-server-trailing-slash | Server addresses do not end in a slash. | Joined with a path, two slashes follow each other. | Delete the slash at the end.
    no-server-example.com | Servers are no example addresses. | Nobody can call them. | Give the address of a real server.
    no-unused-components | Components are used. | Unused components mislead readers. | Delete the component, or refer to it.
    spec-ref-siblings | No member next to a reference is without effect. | Readers would expect it to apply. | Delete the member, or move it to the target of the reference.
`,
  ),
  ...rules(
    "warn",
    heavy,
    `
    no-ambiguous-paths | No request fits two paths. | Which of the two is called depends on the server. | Change a fixed part of one of the paths.
    no-duplicated-enum-values | Enumerations have no value twice. | Generated code would have one name twice. | Delete the repeated value.
    no-required-schema-properties-undefined | Required properties are described. | A required name is often a misspelt one. | Describe the property, or correct its name in required.
    security-scopes-defined | Scopes are declared by their security scheme. | Nobody can be granted a scope that does not exist. | Add the scope to a flow of the scheme, or correct its name.
`,
  ),
  ...rules(
    "warn",
    limited,
    `
    no-invalid-schema-examples | Examples of schemas are valid by their schema. | Readers and generated tests use examples. | Correct the example, or the schema.
    no-invalid-media-type-examples | Examples of bodies are valid by their schema. | Readers and generated tests use examples. | Correct the example, or the schema.
    no-invalid-parameter-examples | Examples of parameters are valid by their schema. | Readers and generated tests use examples. | Correct the example, or the schema.
    no-invalid-schema-defaults | Defaults are valid by their schema. | A value that is left out would be refused. | Correct the default, or the schema.
`,
  ),
  ...rules(
    "warn",
    { versions: ["3.1", "3.2"] },
    `
    no-mixed-number-range-constraints | A bound of a number is exclusive or inclusive, not both. | One of the two has no effect. | Delete one of the two bounds.
`,
  ),
  ...rules(
    "warn",
    { versions: ["3.2"] },
    `
    spec-discriminator-defaultMapping | Optional discriminators have a default. | Without it, some values fit no schema. | Add defaultMapping, or require the property.
`,
  ),
];

const optional = [
  ...rules(
    "off",
    {},
    `
    info-contact | The API has a contact. | Most APIs within a company have no use for it. | Add contact to info.
    info-license | The API has a license. | Most APIs within a company have no use for it. | Add license to info.
    info-license-strict | The license has an address or an identifier. | Most APIs within a company have no license. | Add url or identifier to the license.
    no-empty-servers | The API has servers. | Addresses may be kept in environments instead. | Add servers to the document.
    operation-description | Operations have a description. | A summary is enough for many. | Add a description to the operation.
    parameter-description | Parameters have a description. | Many names speak for themselves. | Add a description to the parameter.
    operation-singular-tag | Operations have one tag at most. | Some belong to two groups. | Keep one tag.
    operation-4xx-problem-details-rfc7807 | Errors are problem details (RFC 9457). | It is one of several good ways. | Describe 4xx responses as application/problem+json with type and title.
    path-http-verbs-order | Methods of a path have the usual order. | A matter of taste. | Order the methods as the message says.
    paths-kebab-case | Paths are in kebab-case. | A matter of taste. | Write the path in lower case, with hyphens between words.
    no-http-verbs-in-paths | Paths do not contain the name of a method. | Words such as budget contain one. | Name the thing in the path; the method names the action.
    tags-alphabetical | Tags are in alphabetical order. | Their order is often meant. | Sort the tags by name.
    boolean-parameter-prefixes | Names of booleans begin with is or has. | A matter of taste. | Rename the parameter.
    array-parameter-serialization | Arrays in parameters say their style. | The default is clear to most. | Add style and explode to the parameter.
    scalar-property-missing-example | Properties have examples. | Types often say enough. | Add an example to the property.
    required-string-property-missing-min-length | Required text is not empty. | Empty text is often allowed. | Add minLength: 1 to the property.
    spec-strict-refs | References occur only where OpenAPI allows them. | Many tools accept them anywhere. | Replace the reference with the object itself.
`,
  ),
  ...rules(
    "off",
    heavy,
    `
    path-segment-plural | Collections in paths are named in the plural. | A matter of taste, and of English. | Use the plural.
`,
  ),
];

const own = lintRules.map((rule) => ({
  name: rule.code,
  description: rule.summary,
  default: rule.severity,
  reason: rule.why,
  fix: rule.fix,
  rule,
}));

/**
 * All rules that can be enabled: the engine's rules in the order of their defaults, then Lintel's.
 */
export const defaultRules: readonly LintRule[] = [...errors, ...warnings, ...optional, ...own];

/** Rules of the engine that cannot be enabled, and why. */
export const withheldRules: Readonly<Record<string, string>> = {
  assertions: "Each rule of an organization is one of these: customLintRules.",
  "request-mime-type": "Has settings of its own: mediaTypeRules.",
  "response-mime-type": "Has settings of its own: mediaTypeRules.",
  "response-contains-header": "Needs settings.",
  "response-contains-property": "Needs settings.",
  "component-name-unique": "Is about several files.",
  "path-params-defined": "Another name of path-parameters-defined.",
  "no-unsafe-markdown":
    "Its time grows with the square of a description; Markdown is made safe when shown.",
  "no-illogical-composition-keywords": "Its time grows with the square of a list of schemas.",
};
