import type { Rule } from "../model/rule.types.ts";
import { alternativeRules } from "./alternative.rules.ts";
import { annotationRules } from "./annotation.rules.ts";
import { arrayRules } from "./array.rules.ts";
import { bodyRules } from "./body.rules.ts";
import { boundRules } from "./bound.rules.ts";
import { callbackRules } from "./callback.rules.ts";
import { documentRules } from "./document.rules.ts";
import { endpointRules } from "./endpoint.rules.ts";
import { formatRules } from "./format.rules.ts";
import { numberRules } from "./number.rules.ts";
import { objectRules } from "./object.rules.ts";
import { opaqueRules } from "./opaque.rules.ts";
import { parameterRules } from "./parameter.rules.ts";
import { propertyRules } from "./property.rules.ts";
import { responseRules } from "./response.rules.ts";
import { securityRules } from "./security.rules.ts";
import { stringRules } from "./string.rules.ts";
import { typeRules } from "./type.rules.ts";
import { valueRules } from "./value.rules.ts";

const groups: readonly Readonly<Record<string, Rule>>[] = [
  endpointRules,
  parameterRules,
  bodyRules,
  responseRules,
  callbackRules,
  securityRules,
  documentRules,
  typeRules,
  valueRules,
  ...[...boundRules.values()].map((rules) => ({ ...rules })),
  numberRules,
  stringRules,
  formatRules,
  objectRules,
  propertyRules,
  arrayRules,
  alternativeRules,
  opaqueRules,
  annotationRules,
];

/** Every rule by its name, in the order of the reference. */
export const ruleTable: ReadonlyMap<string, Rule> = new Map(
  groups.flatMap((rules) => Object.values(rules)).map((rule) => [rule.name, rule]),
);
