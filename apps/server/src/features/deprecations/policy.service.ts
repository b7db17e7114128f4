import type { InputOf } from "@lintel/contract/operation";
import type { updateDeprecationPolicy } from "@lintel/contract/operations/deprecation-policy";
import type { DeprecationPolicy } from "@lintel/contract/shapes/deprecation";
import { deprecationPresets } from "@lintel/contract/words/deprecation";
import type { StoredPolicy } from "../../domain/deprecation/deprecation.tables.ts";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import { checkMatch } from "../../platform/kernel/entity-tag.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { invalid } from "../../platform/problem.ts";
import { selectDatedPolicy, upsertPolicy, type DatedPolicy } from "./policy.store.ts";

export async function readPolicy(context: OrganizationContext): Promise<DeprecationPolicy> {
  return toPolicy(await selectDatedPolicy(context.db, context.organizationId));
}

/** Fields that are sent take precedence over those of the preset; the others are kept. */
export async function changePolicy(
  context: OrganizationContext,
  input: InputOf<typeof updateDeprecationPolicy>,
): Promise<DeprecationPolicy> {
  const { db, organizationId, now } = context;
  const { preset, reminderDaysJson, ifMatch, ...fields } = input;
  await lockOrganization(db, organizationId);
  const dated = await selectDatedPolicy(db, organizationId);
  checkMatch(ifMatch, versionOf(dated));
  const before = dated.policy;
  const after: StoredPolicy = {
    ...before,
    ...(preset === undefined ? {} : deprecationPresets[preset]),
    ...withoutUndefined(fields),
    ...(reminderDaysJson === undefined ? {} : { reminderDays: readDays(reminderDaysJson) }),
  };
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name as never]) !== JSON.stringify(before[name as never]),
  );
  if (changed.length === 0) return toPolicy(dated);
  // Later than the last change, whatever the clock says: its time is its version.
  const modifiedAt = new Date(Math.max(now.getTime(), dated.modifiedAt.getTime() + 1));
  await upsertPolicy(db, organizationId, { policy: after, modifiedAt });
  context.emit("deprecation_policy.updated", {
    subject: { type: "organization", id: organizationId, name: null },
    data: { changed },
  });
  return toPolicy({ policy: after, modifiedAt });
}

const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const maxDays = 365;

/** Integers from 0 to 365, each once, the farthest from the sunset first. */
function readDays(text: string): number[] {
  const days = parse(text);
  const isDay = (day: unknown) =>
    Number.isInteger(day) && Number(day) >= 0 && Number(day) <= maxDays;
  if (Array.isArray(days) && days.every(isDay))
    return [...new Set(days as number[])].sort((left, right) => right - left);
  throw invalid({
    field: "reminderDaysJson",
    code: "format",
    message: "It must be a JSON array of integers from 0 to 365, such as [30,14,7,1].",
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The time of the last change in milliseconds, which only grows. */
const versionOf = ({ modifiedAt }: DatedPolicy): string => encodeRowVersion(modifiedAt.getTime());

function toPolicy(dated: DatedPolicy): DeprecationPolicy {
  const { reminderDays, ...policy } = dated.policy;
  return {
    ...policy,
    reminderDaysJson: JSON.stringify(reminderDays),
    rowVersion: versionOf(dated),
  };
}
