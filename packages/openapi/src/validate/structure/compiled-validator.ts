import type { OpenApiVersion } from "@lintel/contract/words/design";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { JsonObject } from "@lintel/json/value";

/** The library's own way to its compiled schema, which its types leave out. */
interface Compiler {
  getAjvValidator(version: string): ValidateFunction;
}

/**
 * `first` stops at the first error of an object and is right for whole documents; `all` goes on,
 * and keeps an error for each thing that is wrong, so it is for small parts alone.
 */
export type Thoroughness = "first" | "all";

const compilers = new Map<Thoroughness, Compiler>();

/** Compiling takes some 100 ms, so it is done once for each version and thoroughness. */
function findCompiler(thoroughness: Thoroughness): Compiler {
  const known = compilers.get(thoroughness);
  if (known !== undefined) return known;
  const made = new Validator({ allErrors: thoroughness === "all" }) as unknown as Compiler;
  compilers.set(thoroughness, made);
  return made;
}

/** Validates against the schema of the OpenAPI Initiative; references are not followed. */
export function listStructureErrors(
  document: JsonObject,
  version: OpenApiVersion,
  thoroughness: Thoroughness,
): readonly ErrorObject[] {
  const validate = findCompiler(thoroughness).getAjvValidator(version);
  return validate(document) ? [] : (validate.errors ?? []);
}
