import { findNamedSchemas, resolveReference, type NamedSchemas } from "./anchors.ts";
import { isObject, memberOf, textOf, type JsonObject } from "@lintel/json/value";
import { locate, rootLocation, stepInto, type Place } from "@lintel/json/place";
import { readFragment } from "@lintel/json/pointer";

/** A parsed document. Its references are followed on demand and never replaced. */
export interface DocumentView {
  readonly root: Place;
  /** OpenAPI 3.0: `nullable` counts, and members next to `$ref` do not. */
  readonly is30: boolean;
  /** The target of a reference; null if it is outside the document or does not exist. */
  find(reference: string): Place | null;
}

/** The maximum length of a followed chain of references; a longer chain is treated as a circle. */
const maxSteps = 100;

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
 * The target of a Reference Object: a parameter, response, header and so on. A reference without a
 * target is returned itself.
 */
export function follow(document: DocumentView, place: Place): Place {
  let current = place;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const reference = textOf(memberOf(current.value, "$ref"));
    const target = reference === null ? null : document.find(reference);
    if (target === null) return current;
    current = target;
  }
  return current;
}

/** The members of a map, each after its references are followed. */
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
