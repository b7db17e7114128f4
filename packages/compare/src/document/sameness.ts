import type { DocumentView } from "@lintel/openapi/view";
import { isObject, memberOf, textOf } from "@lintel/json/value";
import { stepInto } from "@lintel/json/place";
import { readFragment } from "@lintel/json/pointer";

/** Whether two values of the documents are equal, including everything that they refer to. */
export type IsSame = (before: unknown, after: unknown) => boolean;

/**
 * Whether two values have the same text, and so do the components that they refer to. Unlike
 * `IsSame` it does not check the targets of references to other places.
 */
export function findLikeness(before: DocumentView, after: DocumentView): IsSame {
  const components = findStableComponents(before, after, true);
  const isThere = (name: string): boolean =>
    [before, after].some(({ root }) => {
      const [section = "", component = ""] = name.split("/");
      const sections = stepInto(root, "components");
      return stepInto(stepInto(sections, section), component).value !== undefined;
    });
  const isStable = (reference: string): boolean => {
    const name = nameComponent(reference);
    return components.has(name) || !isComponent(reference) || !isThere(name);
  };
  return (left, right) => isEqual(left, right, 0, isStable);
}

/** Deeper values count as different and are compared step by step. */
const deepest = 60;

/**
 * Finds equal parts quickly, so that only the rest is analyzed. A component is stable when it is
 * equal in both documents and refers only to stable components.
 */
export function findSameness(before: DocumentView, after: DocumentView): IsSame {
  // The same text has different meanings in the two documents, so that no parts are equal by their
  // text.
  if (before.is30 !== after.is30) return () => false;
  const components = findStableComponents(before, after);
  const known = new Map<string, boolean>();
  const isStable = (reference: string): boolean => {
    let answer = known.get(reference);
    if (answer === undefined) {
      known.set(reference, (answer = components.has(nameComponent(reference))));
    }
    return answer;
  };
  return (left, right) => isEqual(left, right, 0, isStable);
}

/** Whether two values have the same text, whatever they refer to. */
export function isAlike(left: unknown, right: unknown): boolean {
  return isEqual(left, right, 0, () => true);
}

/** A value with other references is stable only if `isElsewhereStable` returns so. */
function findStableComponents(
  before: DocumentView,
  after: DocumentView,
  isElsewhereStable = false,
): Set<string> {
  const stable = new Set<string>();
  const users = new Map<string, string[]>();
  const unstable: string[] = [];
  const sections = stepInto(before.root, "components").value;
  for (const section of Object.keys(isObject(sections) ? sections : {})) {
    const [left, right] = [before, after].map(
      (view) => stepInto(stepInto(view.root, "components"), section).value,
    );
    for (const name of Object.keys(isObject(left) ? left : {})) {
      const key = `${section}/${name}`;
      const note = (reference: string): boolean => {
        if (isElsewhereStable && !isComponent(reference)) return true;
        const used = nameComponent(reference);
        const list = users.get(used);
        if (list === undefined) users.set(used, [key]);
        else list.push(key);
        return true;
      };
      if (isEqual(memberOf(left, name), memberOf(right, name), 0, note)) stable.add(key);
    }
  }
  for (const used of users.keys()) if (!stable.has(used)) unstable.push(used);
  for (let used = unstable.pop(); used !== undefined; used = unstable.pop()) {
    for (const user of users.get(used) ?? []) if (stable.delete(user)) unstable.push(user);
  }
  return stable;
}

const isComponent = (reference: string): boolean => reference.startsWith("#/components/");

/** The component that a reference is in; for other places, a name that no component has. */
function nameComponent(reference: string): string {
  if (!isComponent(reference)) return reference;
  const [, section = "", name = ""] = readFragment(reference);
  return `${section}/${name}`;
}

function isEqual(
  left: unknown,
  right: unknown,
  depth: number,
  isStable: (reference: string) => boolean,
): boolean {
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) {
    return left === right;
  }
  if (depth > deepest || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  const leftMembers = left as Record<string, unknown>;
  const rightMembers = right as Record<string, unknown>;
  for (const key of keys) {
    const value = leftMembers[key];
    if (!Object.hasOwn(right, key)) return false;
    if (!isEqual(value, rightMembers[key], depth + 1, isStable)) return false;
    const isReference = key === "$ref" || key === "$dynamicRef";
    if (isReference && typeof value === "string" && !isStable(value)) return false;
    if (key === "discriminator" && !isMappingStable(value, isStable)) return false;
  }
  return true;
}

function isMappingStable(value: unknown, isStable: (reference: string) => boolean): boolean {
  const mapping = memberOf(value, "mapping");
  return Object.values(isObject(mapping) ? mapping : {}).every((target) => {
    const reference = textOf(target);
    return reference === null || isStable(toReference(reference));
  });
}

/** A mapping contains the name of a schema, or a reference (OpenAPI 3.1, section 4.8.25). */
export function toReference(target: string): string {
  return /^[\w.-]+$/.test(target) ? `#/components/schemas/${target}` : target;
}
