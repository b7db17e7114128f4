import type { Role } from "@lintel/contract/words/permissions";

export interface GroupMapping {
  readonly id: string;
  readonly groupName: string;
  readonly groupKey: string;
  readonly role: Role;
  readonly priority: number;
}

/** How an organization turns groups into roles. */
export interface RoleRules {
  readonly fallbackRole: Role;
  /** The highest priority first. */
  readonly mappings: readonly GroupMapping[];
}

/** The role that the rules give, and the rule that gave it. */
export interface RoleDecision {
  readonly role: Role;
  /** Null where the fallback role was used. */
  readonly mapping: GroupMapping | null;
}

/** A group name as names are compared: without case, and in one Unicode form. */
export function toGroupKey(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}

/**
 * The role of a person in these groups. Mappings of one priority are taken in the order of their group
 * names, so that the same groups always give the same role.
 */
export function decideRole(rules: RoleRules, groups: readonly string[]): RoleDecision {
  const keys = new Set(groups.map(toGroupKey));
  const matching = rules.mappings.filter(({ groupKey }) => keys.has(groupKey));
  const [mapping = null] = matching.toSorted(
    (left, right) => right.priority - left.priority || (left.groupKey < right.groupKey ? -1 : 1),
  );
  return { role: mapping?.role ?? rules.fallbackRole, mapping };
}
