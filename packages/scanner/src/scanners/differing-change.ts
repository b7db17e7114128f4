import { isList, isObject } from "@lintel/json/value";
import { membersOf, openParts } from "@lintel/samples/schema/parts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";
import { readJsonBody } from "../traffic/read-body.ts";
import { findMember } from "./assignable.ts";
import { withJson } from "./probing.ts";

/** Members that link records: another value must be the id of something. */
const linkName = /^(?:_?id|uuid|etag|version)$|(?:Ids?|_ids?)$/;
/** The most members that are changed alone, where the target refuses them together. */
const maxAlone = 2;
const maxSeeds = 8;

/**
 * Forms of a change whose values differ from those of a record: first all members, then single
 * ones, in case the target refuses one of the values. Empty where no member can differ visibly; the
 * request itself if its body is no JSON object.
 */
export function listDifferingChanges(
  surface: Surface,
  operation: Operation,
  draft: RequestDraft,
  record: unknown,
): readonly RequestDraft[] {
  const body = readJsonBody(draft);
  if (body === null) return [draft];
  const { parts } = openParts(surface.source, operation.body?.schema);
  const members = [...membersOf(parts, "properties")].filter(([name]) => !linkName.test(name));
  const others = members.flatMap(([name, [schema]]): [string, unknown][] => {
    const present = findMember(record, name);
    if (present === undefined || isObject(present) || isList(present)) return [];
    const own = body[name];
    if (own !== undefined && own !== present) return [[name, own]];
    const other = makeOther(surface, schema, present);
    return other === undefined ? [] : [[name, other]];
  });
  if (others.length === 0) return [];
  const alone = others.length === 1 ? [] : others.slice(0, maxAlone).map((one) => [one]);
  return [others, ...alone].map((chosen) =>
    withJson(draft, { ...body, ...Object.fromEntries(chosen) }),
  );
}

function makeOther({ sampler }: Surface, schema: unknown, present: unknown): unknown {
  for (let seed = 1; seed <= maxSeeds; seed += 1) {
    const { value } = sampler.make(schema, { direction: "request", seed: seed * 101 });
    if (value !== undefined && value !== null && value !== present) return value;
  }
  return undefined;
}
