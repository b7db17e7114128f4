import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { allOf, firstOf, joinSchemas, membersOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import { readTypes } from "@lintel/samples/schema/read-types";
import { greatestBound, smallestBound } from "@lintel/samples/schema/read-bounds";

/**
 * Members that contain the status of the response: that of problem details (RFC 9457 §3.1.2), and
 * other usual names.
 */
const names = ["status", "statusCode", "status_code", "httpStatus"];

/** `404`; for a range such as `4XX` its first status; null for `default`. */
export function readStatus(status: string): number | null {
  const [, first, rest] = /^([1-5])(\d\d|XX)$/i.exec(status) ?? [];
  if (first === undefined || rest === undefined) return null;
  return Number(`${first}${/^\d/.test(rest) ? rest : "00"}`);
}

const isStatus = (value: unknown): boolean => {
  const number = isNumeric(value) ? Number(value) : 0;
  return Number.isInteger(number) && number >= 100 && number < 600;
};

/** Whether a member may contain the status: an integer without other values in the schema. */
function takesStatus(parts: readonly JsonObject[], status: number): boolean {
  const { length } = allOf(parts, "const");
  const isChosen = allOf(parts, "enum").every(
    (values) => Array.isArray(values) && values.includes(status),
  );
  const [least, most] = [
    greatestBound(parts, "minimum") ?? 0,
    smallestBound(parts, "maximum") ?? 600,
  ];
  return length === 0 && isChosen && status >= least && status <= most;
}

/**
 * A generated example of a response's schema, with the status of the response in its status member.
 * The status in an example of the document is replaced only in errors, which often share one
 * schema: elsewhere `status` may have any meaning.
 */
export function setStatus(
  plan: ReferencePlan,
  schema: unknown,
  value: unknown,
  status: number,
): unknown {
  if (!isObject(value)) return value;
  const properties = membersOf(collectParts(plan, schema).parts, "properties");
  const name = names.find((one) => Object.hasOwn(value, one) && properties.has(one));
  if (name === undefined) return value;
  const read = collectParts(plan, joinSchemas(properties.get(name) ?? []));
  const isInteger =
    readTypes(read.parts).includes("integer") || readTypes(read.parts).includes("number");
  if (!isInteger || !takesStatus(read.parts, status)) return value;
  const known = memberOf(value, name);
  const isGiven = ["example", "examples", "default"].some(
    (key) => firstOf(read.parts, key) !== undefined,
  );
  if (isGiven && !(status >= 400 && isStatus(known))) return value;
  return { ...value, [name]: status };
}
