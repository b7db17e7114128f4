import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import type { Database } from "../../../platform/database/open-database.ts";
import { readRef } from "../../../domain/design/component-refs.ts";
import type { VersionPlace } from "../../../domain/design/design.types.ts";
import type { StoredParameter } from "./endpoint-parts.store.ts";
import { selectReusableParameters } from "./parameter.store.ts";

/** A parameter and the target of its references. */
export interface FollowedParameter {
  readonly row: StoredParameter;
  /** Null if it is defined outside the document, or nowhere. */
  readonly name: string | null;
  readonly location: string | null;
  /** The target of the reference, or null if the row itself is the parameter. */
  readonly content: JsonObject | null;
}

/** Maximum length of a chain of references. */
const maxSteps = 8;

export type Follow = (rows: readonly StoredParameter[]) => FollowedParameter[];

/** Reads the components that are needed to follow the references of these rows. */
export async function openFollow(
  db: Database,
  place: VersionPlace,
  rows: readonly StoredParameter[],
): Promise<Follow> {
  const contents = rows.some(({ ref }) => ref !== null)
    ? await selectReusableParameters(db, place)
    : new Map<string, Json>();
  return (wanted) => wanted.map((row) => followRow(row, contents));
}

function followRow(row: StoredParameter, contents: ReadonlyMap<string, Json>): FollowedParameter {
  const { ref, name, location } = row;
  if (ref === null) return { row, name, location, content: null };
  const content = followRef(ref, contents);
  const textOf = (member: string) => {
    const value = content === null ? undefined : memberOf(content, member);
    return typeof value === "string" ? value : null;
  };
  return { row, name: textOf("name"), location: textOf("in"), content };
}

function followRef(ref: string, contents: ReadonlyMap<string, Json>): JsonObject | null {
  let next: string | null = ref;
  for (let step = 0; step < maxSteps && next !== null; step += 1) {
    const component = readRef(next, "parameters");
    const content = component === null ? undefined : contents.get(component.name);
    if (!isObject(content)) return null;
    const further = memberOf(content, "$ref");
    if (typeof further !== "string") return content;
    next = further;
  }
  return null;
}

/** Two parameters with the same key override one another. Header names are not case-sensitive. */
export function identifyParameter({ row, name, location }: FollowedParameter): string {
  if (name === null || location === null) return `$ref ${row.ref ?? row.id}`;
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}
