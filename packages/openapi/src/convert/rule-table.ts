import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { ConversionRule } from "./model/rule.types.ts";
import { version30 } from "./rules/to-3.0/version.rule.ts";
import { pathParameterRequired } from "./rules/to-3.0/path-parameter-required.rule.ts";
import { pathsOptional } from "./rules/to-3.0/paths-optional.rule.ts";
import { webhooks } from "./rules/to-3.0/webhooks.rule.ts";
import { jsonSchemaDialect } from "./rules/to-3.0/json-schema-dialect.rule.ts";
import { securityRoles } from "./rules/to-3.0/security-roles.rule.ts";
import { infoSummary } from "./rules/to-3.0/info-summary.rule.ts";
import { licenseIdentifier } from "./rules/to-3.0/license-identifier.rule.ts";
import { serverVariableEnum } from "./rules/to-3.0/server-variable-enum.rule.ts";
import { pathItemComponents } from "./rules/to-3.0/path-item-components.rule.ts";
import { mutualTls } from "./rules/to-3.0/mutual-tls.rule.ts";
import { responsesOptional } from "./rules/to-3.0/responses-optional.rule.ts";
import { parameterFlags } from "./rules/to-3.0/parameter-flags.rule.ts";
import { encodingExtensions } from "./rules/to-3.0/encoding-extensions.rule.ts";
import { linkParameters } from "./rules/to-3.0/link-parameters.rule.ts";
import { anchorReferences } from "./rules/to-3.0/anchor-references.rule.ts";
import { referencePlaces30 } from "./rules/to-3.0/reference-places.rule.ts";
import { schemaDefinitions } from "./rules/to-3.0/schema-definitions.rule.ts";
import { strayNullable } from "./rules/to-3.0/stray-nullable.rule.ts";
import { constant } from "./rules/to-3.0/const.rule.ts";
import { exclusiveBounds } from "./rules/to-3.0/exclusive-bounds.rule.ts";
import { schemaExamples } from "./rules/to-3.0/schema-examples.rule.ts";
import { contentCoding } from "./rules/to-3.0/content-coding.rule.ts";
import { typeList } from "./rules/to-3.0/type-list.rule.ts";
import { typeNull } from "./rules/to-3.0/type-null.rule.ts";
import { conditionals } from "./rules/to-3.0/conditionals.rule.ts";
import { prefixItems } from "./rules/to-3.0/prefix-items.rule.ts";
import { contains } from "./rules/to-3.0/contains.rule.ts";
import { dependents } from "./rules/to-3.0/dependents.rule.ts";
import { patternProperties } from "./rules/to-3.0/pattern-properties.rule.ts";
import { propertyNames } from "./rules/to-3.0/property-names.rule.ts";
import { unevaluated } from "./rules/to-3.0/unevaluated.rule.ts";
import { schemaIdentity } from "./rules/to-3.0/schema-identity.rule.ts";
import { schemaComment } from "./rules/to-3.0/schema-comment.rule.ts";
import { unknownKeywords } from "./rules/to-3.0/unknown-keywords.rule.ts";
import { discriminatorExtensions } from "./rules/to-3.0/discriminator-extensions.rule.ts";
import { schemaLists } from "./rules/to-3.0/schema-lists.rule.ts";
import { arrayItems } from "./rules/to-3.0/array-items.rule.ts";
import { referenceSiblings } from "./rules/to-3.0/reference-siblings.rule.ts";
import { version31 } from "./rules/to-3.1/version.rule.ts";
import { selfAddress } from "./rules/to-3.1/self-address.rule.ts";
import { schemaDialect } from "./rules/to-3.1/schema-dialect.rule.ts";
import { serverName } from "./rules/to-3.1/server-name.rule.ts";
import { tagMembers } from "./rules/to-3.1/tag-members.rule.ts";
import { mediaTypeComponents } from "./rules/to-3.1/media-type-components.rule.ts";
import { newerMethods } from "./rules/to-3.1/newer-methods.rule.ts";
import { querystringParameters } from "./rules/to-3.1/querystring-parameters.rule.ts";
import { cookieStyle } from "./rules/to-3.1/cookie-style.rule.ts";
import { allowReserved } from "./rules/to-3.1/allow-reserved.rule.ts";
import { mediaTypeReference } from "./rules/to-3.1/media-type-reference.rule.ts";
import { itemSchema } from "./rules/to-3.1/item-schema.rule.ts";
import { sequentialEncoding } from "./rules/to-3.1/sequential-encoding.rule.ts";
import { nestedEncoding } from "./rules/to-3.1/nested-encoding.rule.ts";
import { mediaTypeDescription } from "./rules/to-3.1/media-type-description.rule.ts";
import { referencePlaces31 } from "./rules/to-3.1/reference-places.rule.ts";
import { exampleValues } from "./rules/to-3.1/example-values.rule.ts";
import { responseSummary } from "./rules/to-3.1/response-summary.rule.ts";
import { deviceFlow } from "./rules/to-3.1/device-flow.rule.ts";
import { schemeMembers } from "./rules/to-3.1/scheme-members.rule.ts";
import { discriminatorDefault } from "./rules/to-3.1/discriminator-default.rule.ts";
import { xmlNodeType } from "./rules/to-3.1/xml-node-type.rule.ts";
import { makeStep, type ConversionStep } from "./step/conversion-step.ts";

/**
 * Between 3.0 and 3.1, in the order from newer to older; the other direction uses the reverse.
 * References come last, because they also apply to references that an earlier rule moved inwards.
 */
export const rules30: readonly ConversionRule[] = [
  version30,
  pathsOptional,
  webhooks,
  jsonSchemaDialect,
  securityRoles,
  infoSummary,
  licenseIdentifier,
  serverVariableEnum,
  pathItemComponents,
  mutualTls,
  responsesOptional,
  parameterFlags,
  pathParameterRequired,
  encodingExtensions,
  linkParameters,
  anchorReferences,
  schemaDefinitions,
  strayNullable,
  constant,
  exclusiveBounds,
  schemaExamples,
  contentCoding,
  typeList,
  typeNull,
  conditionals,
  prefixItems,
  contains,
  dependents,
  patternProperties,
  propertyNames,
  unevaluated,
  schemaIdentity,
  schemaComment,
  unknownKeywords,
  discriminatorExtensions,
  schemaLists,
  arrayItems,
  referenceSiblings,
  referencePlaces30,
];

/** Between 3.1 and 3.2. */
export const rules31: readonly ConversionRule[] = [
  version31,
  selfAddress,
  schemaDialect,
  serverName,
  tagMembers,
  mediaTypeComponents,
  newerMethods,
  querystringParameters,
  cookieStyle,
  allowReserved,
  mediaTypeReference,
  itemSchema,
  sequentialEncoding,
  nestedEncoding,
  mediaTypeDescription,
  referencePlaces31,
  exampleValues,
  responseSummary,
  deviceFlow,
  schemeMembers,
  discriminatorDefault,
  xmlNodeType,
];

interface Ways {
  readonly down: ConversionStep;
  readonly up: ConversionStep;
}

const makeWays = (
  older: OpenApiVersion,
  newer: OpenApiVersion,
  rules: readonly ConversionRule[],
): Ways => ({
  down: makeStep(newer, older, true, rules),
  up: makeStep(older, newer, false, rules),
});

/** The steps between adjacent versions, by the older one. */
export const conversionSteps: ReadonlyMap<OpenApiVersion, Ways> = new Map([
  ["3.0", makeWays("3.0", "3.1", rules30)],
  ["3.1", makeWays("3.1", "3.2", rules31)],
]);
