import { unescapeStep } from "@lintel/json/pointer";
import type { Change } from "../model/result.types.ts";

export interface ChangeGroup {
  /** The endpoint, the component, or the API as a whole: text of the documents, not escaped. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/** The changes by what they belong to, in the order in which each is first met. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const title = nameGroup(change);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [change]);
    else group.push(change);
  }
  return Array.from(groups, ([title, found]) => ({ title, changes: found }));
}

/** Schemas of the components are used by many endpoints, and stand by themselves. */
function nameGroup({ method, path, pointer }: Change): string {
  const [, component] = /^\/components\/[^/]+\/([^/]+)/.exec(pointer) ?? [];
  if (component !== undefined) return `Component ${unescapeStep(component)}`;
  return method === null ? "The API" : `${method} ${path ?? ""}`;
}
