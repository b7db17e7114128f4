// Generated from the declarations by `npm run contract`; not to be edited.

import { componentName } from "./validity/component-name.rule.ts";
import { discriminatorProperty } from "./validity/discriminator-property.rule.ts";
import { exampleAndExamples } from "./validity/example-and-examples.rule.ts";
import { newerMember } from "./validity/newer-member.rule.ts";
import { operationIdDuplicate } from "./validity/operation-id-duplicate.rule.ts";
import { parameterDuplicate } from "./validity/parameter-duplicate.rule.ts";
import { pathDuplicate } from "./validity/path-duplicate.rule.ts";
import { pathParameterUnused } from "./validity/path-parameter-unused.rule.ts";
import { pathVariableUndeclared } from "./validity/path-variable-undeclared.rule.ts";
import { querystringWithQuery } from "./validity/querystring-with-query.rule.ts";
import { referenceCircular } from "./validity/reference-circular.rule.ts";
import { referenceMissing } from "./validity/reference-missing.rule.ts";
import { responseDescription } from "./validity/response-description.rule.ts";
import { schemaAndContent } from "./validity/schema-and-content.rule.ts";
import { schemaKeyword } from "./validity/schema-keyword.rule.ts";
import { securitySchemeUnknown } from "./validity/security-scheme-unknown.rule.ts";
import { xmlNodeType } from "./validity/xml-node-type.rule.ts";
import type { ValidityRule } from "./form/rule.types.ts";

export const validityRules: readonly ValidityRule[] = [
  componentName,
  discriminatorProperty,
  exampleAndExamples,
  newerMember,
  operationIdDuplicate,
  parameterDuplicate,
  pathDuplicate,
  pathParameterUnused,
  pathVariableUndeclared,
  querystringWithQuery,
  referenceCircular,
  referenceMissing,
  responseDescription,
  schemaAndContent,
  schemaKeyword,
  securitySchemeUnknown,
  xmlNodeType,
];
