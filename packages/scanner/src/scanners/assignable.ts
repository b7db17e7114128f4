import { isList, isObject, type JsonObject } from "@lintel/json/value";
import { firstOf, membersOf, openParts } from "@lintel/samples/schema/parts";
import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import { withItem } from "../baselines/create-baselines.ts";
import { readCreatedId } from "../baselines/read-items.ts";
import type { Guidance } from "../findings/finding.types.ts";
import { findItemPath, findResource, listVariables } from "../surface/resources.ts";
import type { Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { assignment, escalation } from "./assignable-guidance.ts";
import type { Probe } from "./scanner.types.ts";

/** A member that a caller should not be able to set. */
export interface Extra {
  readonly name: string;
  /** Values that differ, so that a value that was there before is not taken for a stored one. */
  readonly values: readonly [unknown, unknown];
  readonly guidance: Guidance;
}

/** The most members of answers that are tried. */
export const maxAnswered = 4;

/** Members that every server sets itself; callers that send them back are common and harmless. */
const ownName =
  /^(?:_?id|uuid|href|url|self|links?|_links|etag|version|slug|.*(?:At|_at|Date|_date|Id|_id))$/;
const roleName = /^(?:roles?|rank|permissions?|scopes?|is_?admin|admin|is_?staff|is_?superuser)$/i;

/** Members with a plain value that the answer has and the body does not name. */
export function listAnswered(
  { source }: Surface,
  { operation, exchange }: WorkingBaseline,
  body: JsonObject,
): Extra[] {
  const named = membersOf(openParts(source, operation.body?.schema).parts, "properties");
  const schema = operation.responses.get(String(exchange.status));
  const answered = membersOf(openParts(source, schema).parts, "properties");
  const members = Object.entries(isObject(exchange.json) ? exchange.json : {});
  return members
    .filter(([name]) => !named.has(name) && !Object.hasOwn(body, name) && !ownName.test(name))
    .flatMap(([name, value]): Extra[] => {
      const values = chooseValues(
        value,
        firstOf(openParts(source, answered.get(name)?.[0]).parts, "enum"),
      );
      const guidance = roleName.test(name) ? escalation : assignment;
      return values === null ? [] : [{ name, values, guidance }];
    })
    .slice(0, maxAnswered);
}

/** Two values of the kind of a value, other than the value itself; null for lists and objects. */
function chooseValues(value: unknown, choices: unknown): readonly [unknown, unknown] | null {
  if (isList(choices)) {
    const [first, second = value] = choices.filter((choice) => choice !== value && choice !== null);
    return first === undefined ? null : [first, second];
  }
  if (typeof value === "boolean") return [!value, value];
  if (typeof value === "number") return [913_371, 913_372];
  return typeof value === "string" ? ["lintel-a", "lintel-b"] : null;
}

/** The member in the answer or in its only record. */
export function findMember(json: unknown, name: string): unknown {
  if (!isObject(json)) return undefined;
  if (Object.hasOwn(json, name)) return json[name];
  const inner = Object.values(json).filter(isObject);
  return inner.length === 1 ? inner[0]?.[name] : undefined;
}

/** What reads the record that a write changes, whose path names no item: GET /me for PATCH /me. */
export const findOwnRead = (
  { operations }: Surface,
  { method, path }: WorkingBaseline["operation"],
): WorkingBaseline["operation"] | null =>
  method === "POST" || path.includes("{")
    ? null
    : (operations.find((one) => one.method === "GET" && one.path === path) ?? null);

/** The record that a write made or changed, as the same identity reads it; null if it cannot. */
export async function readBack(
  probe: Probe,
  { operation, identity, bound }: WorkingBaseline,
  answer: Exchange,
): Promise<Exchange | null> {
  const { surface } = probe;
  const own = findOwnRead(surface, operation);
  if (own !== null) {
    const reading = await probe.baseline(own, identity);
    const stored = reading.works ? await probe.send(reading.draft, identity) : null;
    return stored !== null && isGranted(stored) ? stored : null;
  }
  const itemPath = operation.method === "POST" ? findItemPath(surface, operation) : operation.path;
  const resource = itemPath === null ? null : findResource(surface, itemPath);
  if (itemPath === null || resource === null || resource.read === null) return null;
  const baseline = await probe.baseline(resource.read, identity);
  const variable = listVariables(itemPath).at(-1) ?? "";
  const value =
    operation.method === "POST"
      ? readCreatedId(answer, resource)
      : bound.find((one) => one.variable === variable)?.value;
  if (!baseline.works || value === null || value === undefined) return null;
  const item = { variable, value, itemPath, origin: "created" } as const;
  const stored = await probe.send(withItem(baseline, item), identity);
  return isGranted(stored) ? stored : null;
}
