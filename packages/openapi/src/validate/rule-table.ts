import type { Rule } from "./rules/rule.types.ts";
import { componentName } from "./rules/component-name.rule.ts";
import { discriminatorProperty } from "./rules/discriminator-property.rule.ts";
import { exampleAndExamples } from "./rules/example-and-examples.rule.ts";
import { newerMember } from "./rules/newer-member.rule.ts";
import { operationIdDuplicate } from "./rules/operation-id-duplicate.rule.ts";
import { parameterDuplicate } from "./rules/parameter-duplicate.rule.ts";
import { pathDuplicate } from "./rules/path-duplicate.rule.ts";
import { pathParameterUnused } from "./rules/path-parameter-unused.rule.ts";
import { pathVariableUndeclared } from "./rules/path-variable-undeclared.rule.ts";
import { querystringWithQuery } from "./rules/querystring-with-query.rule.ts";
import { referenceCircular } from "./rules/reference-circular.rule.ts";
import { referenceMissing } from "./rules/reference-missing.rule.ts";
import { responseDescription } from "./rules/response-description.rule.ts";
import { schemaAndContent } from "./rules/schema-and-content.rule.ts";
import { schemaKeyword } from "./rules/schema-keyword.rule.ts";
import { securitySchemeUnknown } from "./rules/security-scheme-unknown.rule.ts";
import { xmlNodeType } from "./rules/xml-node-type.rule.ts";

/** The rules for what the schema of OpenAPI lets through, in the order of their findings. */
export const ruleTable: readonly Rule[] = [
  newerMember,
  referenceMissing,
  referenceCircular,
  componentName,
  schemaKeyword,
  xmlNodeType,
  pathVariableUndeclared,
  pathParameterUnused,
  pathDuplicate,
  operationIdDuplicate,
  parameterDuplicate,
  querystringWithQuery,
  securitySchemeUnknown,
  schemaAndContent,
  exampleAndExamples,
  discriminatorProperty,
  responseDescription,
];
