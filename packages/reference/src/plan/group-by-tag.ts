import type { DocumentView } from "@lintel/openapi/view";
import { listOf, memberOf, textOf } from "@lintel/json/value";
import { makeSlugGiver } from "./make-slug.ts";
import type { OperationEntry, TagEntry } from "./reference.types.ts";

/** The group of operations without a tag; it comes last. */
const defaultGroup = "Default";

interface Group {
  readonly name: string;
  readonly declared: unknown;
  readonly operations: OperationEntry[];
  readonly children: Group[];
  parent: Group | null;
}

const makeGroup = (name: string, declared: unknown): Group => ({
  name,
  declared,
  operations: [],
  children: [],
  parent: null,
});

/** The maximum depth. Deeper tags are moved to the top level, where readers find them. */
const maxDepth = 10;

/** Whether a group may be nested in another: not if the other is nested in it, or too deep. */
function fitsBelow(group: Group, parent: Group): boolean {
  let steps = 0;
  for (let at: Group | null = parent; at !== null; at = at.parent) {
    steps += 1;
    if (at === group || steps > maxDepth) return false;
  }
  return true;
}

/** Nests groups in the `parent` of their tags (3.2); a circle is broken. */
function nest(groups: ReadonlyMap<string, Group>): Group[] {
  for (const group of groups.values()) {
    const parent = groups.get(textOf(memberOf(group.declared, "parent")) ?? "");
    if (parent === undefined || !fitsBelow(group, parent)) continue;
    group.parent = parent;
    parent.children.push(group);
  }
  return [...groups.values()].filter(({ parent }) => parent === null);
}

function fill(groups: Map<string, Group>, operations: readonly OperationEntry[]): Group | null {
  const untagged = makeGroup(defaultGroup, null);
  for (const operation of operations) {
    const [first] = operation.tags;
    const name = first ?? defaultGroup;
    const known = groups.get(name);
    const group = known ?? (first === undefined ? untagged : makeGroup(name, null));
    if (known === undefined && first !== undefined) groups.set(name, group);
    group.operations.push(operation);
  }
  return untagged.operations.length === 0 ? null : untagged;
}

const isUsed = (group: Group): boolean =>
  group.operations.length > 0 || group.children.some(isUsed);

/**
 * The operations by their first tag: declared tags in their order, then others by first use, the
 * untagged last. Tags without operations are omitted.
 */
export function groupByTag(
  view: DocumentView,
  operations: readonly OperationEntry[],
  descriptions: ReadonlyMap<string, string>,
): TagEntry[] {
  const groups = new Map<string, Group>();
  for (const tag of listOf(memberOf(view.root.value, "tags"))) {
    const name = textOf(memberOf(tag, "name"));
    if (name !== null && !groups.has(name)) groups.set(name, makeGroup(name, tag));
  }
  const untagged = fill(groups, operations);
  const roots = [...nest(groups), ...(untagged === null ? [] : [untagged])];
  const give = makeSlugGiver();
  const finish = ({ name, declared, operations, children }: Group): TagEntry => ({
    kind: "tag",
    path: `tags/${give([name], "tag")}`,
    title: textOf(memberOf(declared, "summary")) ?? name,
    deprecated: false,
    name,
    description: descriptions.get(name) ?? textOf(memberOf(declared, "description")),
    externalDocs: memberOf(declared, "externalDocs"),
    operations,
    children: children.filter(isUsed).map(finish),
  });
  return roots.filter(isUsed).map(finish);
}
