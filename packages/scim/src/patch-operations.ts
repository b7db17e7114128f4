import { quote, shorten } from "@lintel/json/shorten";
import { isList, isObject } from "@lintel/json/value";
import { invalidValue, ScimError } from "./scim-error.ts";
import { memberOf, needObject } from "./values.ts";

const ops = ["add", "replace", "remove"] as const;

/** One operation of a PATCH with a path (RFC 7644 §3.5.2). */
export interface PatchOperation {
  readonly op: (typeof ops)[number];
  readonly path: string;
  readonly value: unknown;
}

const maxOperations = 1000;
const maxPathLength = 1024;

/** Members of a value without path that identify the resource and change nothing. */
const ignored: ReadonlySet<string> = new Set(["id", "schemas", "meta"]);

/**
 * The operations of a PATCH in their order. An operation without a path becomes one for each member
 * of its value.
 *
 * @throws ScimError
 */
export function readOperations(body: unknown): PatchOperation[] {
  const given = memberOf(needObject(body, "The PATCH"), "Operations");
  if (!isList(given) || given.length === 0)
    throw invalidValue("Operations must be a list with at least one operation.");
  if (given.length > maxOperations)
    throw new ScimError("PAYLOAD_TOO_LARGE", `One PATCH may have ${maxOperations} operations.`);
  return given.flatMap((each) => readOperation(each));
}

function readOperation(given: unknown): PatchOperation[] {
  const op = readOp(memberOf(needObject(given, "Each of Operations"), "op"));
  const path = memberOf(given, "path") ?? null;
  const value = memberOf(given, "value");
  if (path !== null) {
    if (typeof path !== "string") throw invalidValue("path must be a text.");
    if (path.trim() === "" || path.length > maxPathLength) throw invalidPath(path, "is no path");
    if (op !== "remove" && value === undefined)
      throw invalidValue(`The operation on ${quote(path)} needs a value.`);
    return [{ op, path: path.trim(), value }];
  }
  if (op === "remove")
    throw new ScimError("SCIM_TARGET_MISSING", "An operation that removes needs a path.");
  return splitValue(op, needObject(value, "The value of an operation without a path"));
}

function readOp(given: unknown): PatchOperation["op"] {
  const name = typeof given === "string" ? given.toLowerCase() : "";
  const op = ops.find((each) => each === name);
  if (op === undefined) throw invalidValue("op must be add, replace or remove.");
  return op;
}

/** The members of a schema's URN are members of the resource (RFC 7643 §3.3). */
function splitValue(op: PatchOperation["op"], value: object): PatchOperation[] {
  return Object.entries(value)
    .filter(([name]) => !ignored.has(name.toLowerCase()))
    .flatMap(([name, member]: [string, unknown]) =>
      isSchema(name) && isObject(member)
        ? Object.entries(member).map(([inner, each]) => ({
            op,
            path: `${name}:${inner}`,
            value: each,
          }))
        : [{ op, path: name, value: member }],
    );
}

const isSchema = (name: string): boolean => /^urn:.*:(?:User|Group)$/i.test(name);

export const invalidPath = (path: string, reason: string): ScimError =>
  new ScimError(
    "SCIM_PATH_INVALID",
    `The path ${JSON.stringify(shorten(path, 200))} ${reason}.`,
    path,
  );
