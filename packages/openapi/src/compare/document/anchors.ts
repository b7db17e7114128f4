import { isObject, textOf } from "./json-value.ts";
import { stepInto, type Place } from "./place.ts";

/** The names that schemas of `components` give themselves, as references write them. */
export function findAnchors(root: Place): ReadonlyMap<string, Place> {
  const anchors = new Map<string, Place>();
  const waiting = [stepInto(stepInto(root, "components"), "schemas")];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value } = place;
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value)) nameSchema(anchors, value, place);
    for (const key of Object.keys(value).reverse()) waiting.push(stepInto(place, key));
  }
  return anchors;
}

function nameSchema(
  anchors: Map<string, Place>,
  value: Readonly<Record<string, unknown>>,
  place: Place,
): void {
  const names = [
    textOf(value["$id"]),
    ...[textOf(value["$anchor"]), textOf(value["$dynamicAnchor"])].map((name) =>
      name === null ? null : `#${name}`,
    ),
  ];
  for (const name of names) {
    if (name !== null && !anchors.has(name)) anchors.set(name, place);
  }
}
