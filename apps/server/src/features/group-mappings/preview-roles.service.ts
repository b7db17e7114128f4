import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { previewRoles } from "@lintel/contract/operations/group-mapping";
import type { RolePreview } from "@lintel/contract/shapes/directory";
import { decideRoles, readGroups } from "../../domain/people/decide-roles.ts";
import {
  selectEvaluatedMembers,
  selectRoleRules,
  type EvaluatedMember,
} from "../../domain/people/evaluation-rows.ts";
import { toGroupKey, type RoleRules } from "../../domain/people/match-groups.ts";
import { selectOwners } from "../../domain/people/owner-rows.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { selectPreviewed, type PreviewedMember } from "./group-mapping.store.ts";

type Input = InputOf<typeof previewRoles>;

/** The roles that the rules would give, without changing anything. */
export async function previewAll(
  context: OrganizationContext,
  input: Input,
): Promise<OutputOf<typeof previewRoles>> {
  const { db, organizationId } = context;
  const page = await selectPreviewed(db, organizationId, readPaging(input));
  const rules = await chooseRules(context, input);
  const ids = page.items.map(({ userId }) => userId);
  // Whether an owner stays depends on the other owners, who can be on other pages.
  const owners = (await selectOwners(db, organizationId)).map(({ userId }) => userId);
  const wanted = [...new Set([...ids, ...owners])];
  const members = await selectEvaluatedMembers(db, organizationId, wanted);
  const deciding = { organizationId, rules, given: "stored" } as const;
  const groups = await readGroups(db, deciding, members);
  const decided = await decideRoles(db, deciding, members);
  const evaluations = new Map(decided.map((one) => [one.userId, one]));
  const byId = new Map(members.map((member) => [member.userId, member]));
  const items = page.items.flatMap((item) => {
    const member = byId.get(item.userId);
    const evaluation = evaluations.get(item.userId);
    if (member === undefined || evaluation === undefined) return [];
    const own = groups.get(item.userId) ?? [];
    return [toPreview(item, member, own, rules.mappings.length > 0 ? evaluation : null)];
  });
  return { ...page, items };
}

async function chooseRules(
  { db, organizationId }: OrganizationContext,
  { mappings, fallbackRole }: Input,
): Promise<RoleRules> {
  const present = await selectRoleRules(db, organizationId);
  return {
    fallbackRole: fallbackRole ?? present.fallbackRole,
    mappings:
      mappings?.map((mapping) => ({
        ...mapping,
        id: "",
        groupKey: toGroupKey(mapping.groupName),
      })) ?? present.mappings,
  };
}

/** `evaluation` is null where the organization has no mapping. */
function toPreview(
  { userId, name, isConcerned }: PreviewedMember,
  { email, role, assertedGroups }: EvaluatedMember,
  groups: readonly string[],
  evaluation: Awaited<ReturnType<typeof decideRoles>>[number] | null,
): RolePreview {
  const who = { userId, email, name, role };
  const none = { matchedGroup: null, matchedPriority: null, fallbackUsed: false };
  const groupsFrom = assertedGroups === null ? ("scim" as const) : ("assertion" as const);
  if (!isConcerned)
    return { ...who, roleAfter: role, outcome: "setByHand", groups: [], groupsFrom: null, ...none };
  const known = { ...who, groups: [...groups], groupsFrom };
  if (evaluation === null) return { ...known, roleAfter: role, outcome: "unmapped", ...none };
  const { decision, outcome } = evaluation;
  const mapping = decision?.mapping ?? null;
  return {
    ...known,
    roleAfter: evaluation.role ?? role,
    outcome: outcome as RolePreview["outcome"],
    matchedGroup: mapping?.groupName ?? null,
    matchedPriority: mapping?.priority ?? null,
    fallbackUsed: mapping === null,
  };
}
