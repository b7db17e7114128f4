import type { OpenApiVersion } from "@lintel/contract/words/design";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { JsonObject } from "@lintel/json/value";

/** The library's internal access to its compiled schema, which its types omit. */
interface Compiler {
  getAjvValidator(version: string): ValidateFunction;
}

/**
 * `first` stops at the first error of an object and is correct for whole documents. `all` goes on
 * and keeps an error for each problem, so that it is only for small parts.
 */
export type Thoroughness = "first" | "all";

const compilers = new Map<Thoroughness, Compiler>();

/** Compilation takes about 100 ms, so that it happens once for each version and thoroughness. */
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
