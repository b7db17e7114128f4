import type { Role } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import { selectScimGroupNames, type EvaluatedMember } from "./evaluation-rows.ts";
import { lockOrganization } from "./lock-organization.ts";
import { decideRole, type RoleDecision, type RoleRules } from "./match-groups.ts";
import { selectOwners } from "./owner-rows.ts";

/**
 * What an evaluation did. `deferred`: a job evaluates later. `unmapped`: the organization has no mapping,
 * so that roles are set by hand. `lastOwner` and `breakGlass`: the owner keeps the role. `inactive`: the
 * user is no active member.
 */
export type EvaluationOutcome =
  | "changed"
  | "unchanged"
  | "deferred"
  | "unmapped"
  | "lastOwner"
  | "breakGlass"
  | "inactive";

export interface RoleEvaluation {
  readonly userId: string;
  readonly outcome: EvaluationOutcome;
  /** The role after the evaluation; null for a user who is no active member. */
  readonly role: Role | null;
  /** The rule that matched; null where nothing was decided. */
  readonly decision: RoleDecision | null;
}

/** The rules, and the groups of the members: `stored` are those of their last evaluation. */
export interface Deciding {
  readonly organizationId: string;
  readonly rules: RoleRules;
  readonly given: readonly string[] | null | "stored";
}

/** The roles that the rules give to members. Changes nothing, but locks where a role is to change. */
export async function decideRoles(
  db: Database,
  deciding: Deciding,
  members: readonly EvaluatedMember[],
): Promise<RoleEvaluation[]> {
  const groups = await readGroups(db, deciding, members);
  const decided = members.map((member) => ({
    member,
    decision: decideRole(deciding.rules, groups.get(member.userId) ?? []),
  }));
  const stays = await findStayingOwners(db, deciding.organizationId, decided);
  return decided.map(({ member, decision }) => conclude(member, decision, stays));
}

/** The groups of each member, by user id. */
export async function readGroups(
  trx: Database,
  { organizationId, given }: Omit<Deciding, "rules">,
  members: readonly EvaluatedMember[],
): Promise<Map<string, readonly string[]>> {
  const assertedFor = (member: EvaluatedMember) =>
    given === "stored" ? member.assertedGroups : given;
  const ids = members
    .filter((member) => assertedFor(member) === null)
    .map(({ membershipId }) => membershipId);
  const provisioned =
    ids.length === 0 ? new Map() : await selectScimGroupNames(trx, organizationId, ids);
  return new Map(
    members.map((member) => [
      member.userId,
      assertedFor(member) ?? provisioned.get(member.membershipId) ?? [],
    ]),
  );
}

interface Decided {
  readonly member: EvaluatedMember;
  readonly decision: RoleDecision;
}

/** The owner who stays where the decisions would leave the organization without one who can sign in. */
async function findStayingOwners(
  trx: Database,
  organizationId: string,
  decided: readonly Decided[],
): Promise<ReadonlySet<string>> {
  const leaving = decided.filter(
    ({ member, decision }) =>
      member.role === "owner" && decision.role !== "owner" && !member.isBreakGlass,
  );
  if (!decided.some(({ member, decision }) => member.role !== decision.role)) return new Set();
  // A preview runs in no transaction, and locks nothing.
  if (trx.isTransaction) await lockOrganization(trx, organizationId);
  if (leaving.length === 0) return new Set();
  const left = new Set(leaving.map(({ member }) => member.userId));
  const owners = await selectOwners(trx, organizationId);
  const withWayIn = owners.filter(({ isLockedOut }) => !isLockedOut);
  const needed = withWayIn.length > 0 ? withWayIn : owners;
  const isSafe = needed.some(({ userId }) => !left.has(userId));
  const [first] = needed;
  return new Set(isSafe || first === undefined ? [] : [first.userId]);
}

function conclude(
  { userId, role, isBreakGlass }: EvaluatedMember,
  decision: RoleDecision,
  stays: ReadonlySet<string>,
): RoleEvaluation {
  if (decision.role === role) return toEvaluation(userId, "unchanged", role, decision);
  if (isBreakGlass && role === "owner") return toEvaluation(userId, "breakGlass", role, decision);
  if (stays.has(userId)) return toEvaluation(userId, "lastOwner", role, decision);
  return toEvaluation(userId, "changed", decision.role, decision);
}

export const toEvaluation = (
  userId: string,
  outcome: EvaluationOutcome,
  role: Role,
  decision: RoleDecision | null,
): RoleEvaluation => ({ userId, outcome, role, decision });
