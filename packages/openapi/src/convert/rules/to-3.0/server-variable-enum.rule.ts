import { isList, isObject, memberOf, type Json } from "@lintel/json/value";
import { editMembers, mapMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

function withoutEmpty(variable: Json): Json {
  const values = memberOf(variable, "enum");
  if (!isObject(variable) || !isList(values) || values.length > 0) return variable;
  return editMembers(variable, { enum: undefined });
}

export const serverVariableEnum: ConversionRule = {
  code: "SERVER_VARIABLE_ENUM",
  summary: "The values of a server's variable are not empty from 3.1 on.",
  spec: "OpenAPI 3.1 §4.8.6 Server Variable Object",
  kinds: ["server"],
  up: {
    watches: ["variables"],
    severity: "info",
    message: "OpenAPI 3.1 allows no empty list of values: without one, any value is allowed.",
    apply(object) {
      const variables = memberOf(object, "variables");
      if (!isObject(variables)) return object;
      const kept = mapMembers(variables, withoutEmpty);
      return kept === variables ? object : editMembers(object, { variables: kept });
    },
  },
  examples: [
    {
      newer: { url: "/", variables: { a: { default: "b" } } },
      older: { url: "/", variables: { a: { default: "b", enum: [] } } },
      ways: "up",
    },
  ],
};
