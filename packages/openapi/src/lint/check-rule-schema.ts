import type { CustomLintRule } from "@lintel/contract/shapes/lint-options";
import { shorten } from "@lintel/json/shorten";
import { Ajv2020 } from "ajv/dist/2020.js";
import { chooseSetRules } from "./custom-rules.ts";
import { noOptions } from "./lint-options.ts";
import { loadEngine } from "./load-engine.ts";
import { runRules } from "./run-rules.ts";

let schemas: Ajv2020 | undefined;

/** How long one schema may take to be compiled. */
const limitMs = 1_000;

/** The smallest document that makes the engine compile the schema. */
const document = { openapi: "3.1.0", info: { title: "a", version: "1" }, paths: {} };

/** Why rules cannot have this schema, or null if they can. */
export async function findSchemaError(schema: Record<string, unknown>): Promise<string | null> {
  return findInvalid(schema) ?? (await findUncompilable(schema));
}

function findInvalid(schema: Record<string, unknown>): string | null {
  // Its own schemas take a fifth of a second to compile.
  schemas ??= new Ajv2020({ strict: false, logger: false });
  try {
    return schemas.validateSchema(schema) === true ? null : schemas.errorsText(schemas.errors);
  } catch (error) {
    // `$schema` is no text, or names another version of JSON Schema.
    return error instanceof Error ? error.message : String(error);
  }
}

/** The engine has its own options for schemas, so that it alone knows which it can compile. */
async function findUncompilable(schema: Record<string, unknown>): Promise<string | null> {
  const engine = await loadEngine();
  const rule: CustomLintRule = {
    name: "schema",
    severity: "error",
    subject: { type: "Info", property: ["title"] },
    assertions: { schema },
  };
  // As a rule of Lintel, whose failures have a reason.
  const chosen = chooseSetRules({ ...noOptions, custom: [rule] }).map(
    ({ isCustom: _isCustom, ...each }) => each,
  );
  const { failures, stopped } = runRules({ engine, document, version: "3.1", limitMs }, chosen);
  if (stopped.length > 0) return `it takes more than ${limitMs / 1000} s to compile`;
  const [failure] = failures;
  return failure === undefined ? null : readReason(failure.reason);
}

const prefix = "has an invalid schema: ";

/** The engine's own words, out of an error with its stack. */
function readReason(stack: string): string {
  const line = stack.split("\n").find((each) => each.includes(prefix) && !each.includes("${"));
  const reason = line?.slice(line.indexOf(prefix) + prefix.length) ?? "it cannot be compiled";
  return shorten(reason, 300);
}
