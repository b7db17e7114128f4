import { unescapeStep } from "@lintel/json/pointer";
import type { Change } from "../model/result.types.ts";

export interface ChangeGroup {
  /** The endpoint, the component, or the whole API, as text of the documents without escaping. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/** The changes by owner, in the order of the first change of each. */
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

/** Many endpoints use the schemas of the components, so that each is an owner. */
function nameGroup({ method, path, pointer }: Change): string {
  const [, component] = /^\/components\/[^/]+\/([^/]+)/.exec(pointer) ?? [];
  if (component !== undefined) return `Component ${unescapeStep(component)}`;
  return method === null ? "The API" : `${method} ${path ?? ""}`;
}
