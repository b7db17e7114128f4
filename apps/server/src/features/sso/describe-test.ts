import type { OutputOf } from "@lintel/contract/operation";
import type { finishSamlSignIn } from "@lintel/contract/operations/sso-sign-in";
import type { Role } from "@lintel/contract/words/permissions";
import { decideRole } from "../../domain/people/match-groups.ts";
import { selectRoleRules } from "../../domain/people/evaluation-rows.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectMembership } from "./membership.store.ts";
import type { VerifiedPerson } from "./attempt/read-person.ts";
import type { StoredConnection } from "./sso-connection.store.ts";

type Tested = Extract<OutputOf<typeof finishSamlSignIn>, { kind: "tested" }>;

/** What a sign-in would do, without doing it. */
export async function describeTest(
  db: Database,
  { organizationId, name: connectionName, isJitEnabled }: StoredConnection,
  { person, stated }: VerifiedPerson,
): Promise<Tested> {
  const { email, name, groups } = person;
  const membership = await selectMembership(db, organizationId, email);
  const rules = await selectRoleRules(db, organizationId);
  const decision = decideRole(rules, groups ?? []);
  // Without a mapping, and for a member whose groups the provider does not state, roles stay.
  const isAutomatic = rules.mappings.length > 0 && (groups !== null || membership === null);
  const isKept = membership !== null && !isAutomatic;
  const { mapping } = decision;
  return {
    kind: "tested",
    connectionName,
    email,
    name,
    isJitEnabled,
    isAutomatic,
    groups: groups === null ? null : [...groups],
    stated: [...stated].map(([attribute, values]) => ({ name: attribute, values: [...values] })),
    role: isKept ? (membership.role as Role) : decision.role,
    mapping:
      mapping === null || isKept
        ? null
        : { groupName: mapping.groupName, priority: mapping.priority },
    isMember: membership !== null,
  };
}
