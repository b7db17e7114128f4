import type { ParameterLocation } from "@lintel/contract/words/design";
import { follow } from "@lintel/openapi/view";
import { listOf, memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";

export interface Parameter {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly place: Place;
}

/** In the order of a reference. */
export const locations: readonly ParameterLocation[] = [
  "path",
  "query",
  "querystring",
  "header",
  "cookie",
];

const isLocation = (text: string | null): text is ParameterLocation =>
  locations.some((location) => location === text);

/** Headers that are described elsewhere (§4.12.2). */
const ignored = new Set(["accept", "content-type", "authorization"]);

/**
 * The parameters of an operation and its path, the path's first; the operation's own replace those
 * with the same name.
 */
export function listParameters(
  plan: ReferencePlan,
  { item, operation }: OperationEntry,
): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const owner of [item, operation]) {
    const list = stepInto(owner, "parameters");
    listOf(list.value).forEach((_, at) => {
      const place = follow(plan.view, stepInto(list, String(at)));
      const name = textOf(memberOf(place.value, "name"));
      const location = textOf(memberOf(place.value, "in"));
      if (name === null || !isLocation(location)) return;
      if (location === "header" && ignored.has(name.toLowerCase())) return;
      parameters.set(`${location} ${name}`, { name, location, place });
    });
  }
  return [...parameters.values()];
}

/** The content of a parameter or header that a media type describes, or null. */
export function contentOf(
  plan: ReferencePlan,
  owner: Place,
): { mediaType: string; content: Place } | null {
  const contents = stepInto(owner, "content");
  const [mediaType] = Object.keys(objectOf(contents.value));
  if (mediaType === undefined) return null;
  return { mediaType, content: follow(plan.view, stepInto(contents, mediaType)) };
}

/** The schema of a parameter or header, its own or that of its content. */
export const schemaOf = (plan: ReferencePlan, owner: Place): unknown =>
  memberOf(owner.value, "schema") ?? memberOf(contentOf(plan, owner)?.content.value, "schema");
