import { walkObjects } from "../../grammar/walk-objects.ts";
import { writePointer } from "@lintel/json/pointer";
import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import { quote } from "@lintel/json/shorten";
import { trimPointer } from "../locate-warnings.ts";
import type { ConversionWarning } from "../model/conversion.types.ts";
import type { Names } from "./upgrade-names.ts";
import { swaggerName } from "./upgrade.types.ts";

const places: Readonly<Record<string, string>> = {
  schemas: "definitions",
  parameters: "parameters",
  requestBodies: "parameters",
  responses: "responses",
  securitySchemes: "securityDefinitions",
};

/** The path in 2.0 for a path in 3.0, as far as it exists. */
function findSource(path: readonly (string | number)[]): readonly (string | number)[] {
  const [first, kind = "", ...rest] = path;
  return first === "components" && typeof kind === "string" && Object.hasOwn(places, kind)
    ? [places[kind] ?? "", ...rest]
    : path;
}

function listKept(given: JsonObject, answer: JsonObject): ConversionWarning[] {
  const warnings: ConversionWarning[] = [];
  walkObjects(answer, "document", (object, _, path) => {
    const kept = memberOf(object, swaggerName);
    if (!isObject(kept)) return;
    for (const name of Object.keys(kept)) {
      warnings.push({
        code: "SWAGGER_MEMBER",
        severity: name === "collectionFormat" || name === "parameters" ? "error" : "info",
        pointer: trimPointer(writePointer([...findSource(path), name]), given),
        keptIn: writePointer([...path, swaggerName, name]),
        message: `OpenAPI 3.0 has no place for ${quote(name)} of Swagger 2.0 here.`,
      });
    }
  });
  return warnings;
}

function listRenamed(kind: string, names: ReadonlyMap<string, string>): ConversionWarning[] {
  return [...names]
    .filter(([name, renamed]) => name !== renamed)
    .map(([name, renamed]) => ({
      code: "SWAGGER_NAME",
      severity: "info",
      pointer: writePointer([kind, name]),
      keptIn: null,
      message: `The name of a component has letters, digits, dots, - and _ alone: it is ${quote(renamed)} now.`,
    }));
}

/** Warns of the parts of a 2.0 document that are only kept, and of those that are renamed. */
export const listSwaggerWarnings = (
  given: JsonObject,
  answer: JsonObject,
  { schemas, parameters, responses }: Names,
): readonly ConversionWarning[] => [
  ...listRenamed("definitions", schemas),
  ...listRenamed("parameters", parameters),
  ...listRenamed("responses", responses),
  ...listKept(given, answer),
];
