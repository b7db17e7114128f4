import { findNamedSchemas, resolveReference, type NamedSchemas } from "./anchors.ts";
import { isObject, memberOf, textOf, type JsonObject } from "@lintel/json/value";
import { locate, rootLocation, stepInto, type Place } from "@lintel/json/place";
import { readFragment } from "@lintel/json/pointer";

/** A document as it was parsed, with its references followed on demand and never replaced. */
export interface DocumentView {
  readonly root: Place;
  /** OpenAPI 3.0: `nullable` counts, and what stands beside `$ref` does not. */
  readonly is30: boolean;
  /** Where a reference leads; null where it leads out of the document or nowhere. */
  find(reference: string): Place | null;
}

/** A reference to a reference is followed so often; further on is a circle, or as good as one. */
const longestChain = 100;

export function viewDocument(value: unknown): DocumentView {
  const root: Place = { value, at: rootLocation };
  const found = new Map<string, Place | null>();
  const self = textOf(memberOf(value, "$self"));
  const base = self === null ? "" : resolveReference(self, "");
  let named: NamedSchemas | null = null;

  const search = (reference: string): Place | null => {
    const local =
      self !== null && reference.startsWith(`${self}#`) ? reference.slice(self.length) : reference;
    if (local === "#") return root;
    if (local.startsWith("#/")) return walk(root, readFragment(local));
    named ??= findNamedSchemas(root, base);
    const known = findNamed(named, local, base);
    if (known !== null) return known;
    // A pointer into a schema that has an address of its own.
    const [address = "", fragment = ""] = local.split("#", 2);
    const holder = fragment.startsWith("/") ? findNamed(named, address, base) : null;
    return holder === null ? null : walk(holder, readFragment(fragment));
  };
  return {
    root,
    is30: /^3\.0(\.|$)/.test(textOf(memberOf(value, "openapi")) ?? ""),
    find(reference) {
      const known = found.get(reference);
      if (known !== undefined) return known;
      const place = search(reference);
      found.set(reference, place);
      return place;
    },
  };
}

const findNamed = ({ absolute, written }: NamedSchemas, name: string, base: string): Place | null =>
  absolute.get(resolveReference(name, base)) ?? written.get(name) ?? null;

function walk(root: Place, keys: readonly string[]): Place | null {
  let value = root.value;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return { value, at: locate(root.at, ...keys) };
}

/**
 * What a Reference Object stands for: a parameter, response, header and so on. A reference that
 * leads nowhere stands for itself.
 */
export function follow(document: DocumentView, place: Place): Place {
  let current = place;
  for (let steps = 0; steps < longestChain; steps += 1) {
    const reference = textOf(memberOf(current.value, "$ref"));
    const target = reference === null ? null : document.find(reference);
    if (target === null) return current;
    current = target;
  }
  return current;
}

/** The members of a map, each followed to what it stands for. */
export function followMembers(document: DocumentView, place: Place): Map<string, Place> {
  const members = new Map<string, Place>();
  for (const name of Object.keys(readObject(place))) {
    members.set(name, follow(document, stepInto(place, name)));
  }
  return members;
}

export function readObject(place: Place): JsonObject {
  return isObject(place.value) ? place.value : {};
}
