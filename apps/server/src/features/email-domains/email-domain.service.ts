import { randomBytes } from "node:crypto";
import type { OutputOf } from "@lintel/contract/operation";
import type { EmailDomain, listEmailDomains } from "@lintel/contract/operations/email-domain";
import { quote } from "@lintel/json/shorten";
import { toDomain } from "../../domain/people/email-domain.ts";
import { needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { wholeList } from "../../platform/paging.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import { checkDomain, graceMs, recordNameOf, type DomainCheck } from "./check-domain.ts";
import {
  deleteDomain,
  insertDomain,
  isVerifiedElsewhere,
  selectDomain,
  selectDomains,
  selectNamedDomain,
  updateDomain,
  type StoredDomain,
} from "./email-domain.store.ts";
import { isPublicDomain } from "./mail-providers.ts";

type DomainPlatform = Pick<Platform, "clock" | "dns">;

export async function listDomains({
  db,
  organizationId,
}: OrganizationContext): Promise<OutputOf<typeof listEmailDomains>> {
  return wholeList((await selectDomains(db, organizationId)).map(toEmailDomain));
}

export async function readDomain(context: OrganizationContext, id: string): Promise<EmailDomain> {
  return toEmailDomain(await findDomain(context, id));
}

export async function addDomain(
  { clock }: DomainPlatform,
  context: OrganizationContext,
  text: string,
): Promise<EmailDomain> {
  const domain = readName(text);
  await refuseTaken(context, domain);
  const row = await insert(clock, context, domain);
  context.emit("email_domain.added", { subject: subjectOf(row), data: {} });
  return toEmailDomain(row);
}

/** Asks the DNS, before the transaction. */
export async function prepareCheck(
  { dns }: DomainPlatform,
  context: OrganizationContext,
  id: string,
): Promise<DomainCheck> {
  return checkDomain(dns, await findDomain(context, id));
}

export async function verifyDomain(
  context: OrganizationContext,
  id: string,
  check: DomainCheck,
): Promise<EmailDomain> {
  const { db, now } = context;
  const row = await findDomain(context, id);
  if (check.kind === "verified")
    return toEmailDomain(row.verifiedAt === null ? await verify(context, row, "dns") : row);
  // A verified domain is lost by the schedule alone, which gives notice first.
  const checked = { checkedAt: now, checkProblem: check.problem };
  return toEmailDomain(row.verifiedAt === null ? await updateDomain(db, row, checked, now) : row);
}

export async function confirmDomain(
  { clock }: DomainPlatform,
  context: OrganizationContext,
  text: string,
): Promise<EmailDomain> {
  const domain = readName(text);
  await refuseTaken(context, domain);
  const { db, organizationId } = context;
  const present = await selectNamedDomain(db, organizationId, domain);
  const row = present ?? (await insert(clock, context, domain));
  return toEmailDomain(
    row.verifiedBy === "operator" ? row : await verify(context, row, "operator"),
  );
}

export async function removeDomain(context: OrganizationContext, id: string): Promise<void> {
  needRecentSignIn(context.principal, context.now);
  const row = await findDomain(context, id);
  if (row.enforcedAt !== null)
    throw new Problem("IN_USE", `Single sign-on is enforced for ${row.domain}: turn it off first.`);
  await deleteDomain(context.db, row);
  const data = { wasVerified: row.verifiedAt !== null };
  context.emit("email_domain.removed", { subject: subjectOf(row), data });
}

/** @throws Problem NOT_FOUND */
export async function findDomain(
  { db, organizationId }: OrganizationContext,
  id: string,
): Promise<StoredDomain> {
  const row = await selectDomain(db, organizationId, id);
  if (row === undefined) throw notFound("The domain");
  return row;
}

async function insert(
  clock: DomainPlatform["clock"],
  { db, organizationId, now }: OrganizationContext,
  domain: string,
): Promise<StoredDomain> {
  const txtValue = `lintel-verification=${randomBytes(24).toString("base64url")}`;
  const values = { organizationId, id: clock.newId(), domain, txtValue };
  return insertDomain(db, values, now).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    throw new Problem("NAME_TAKEN", `The organization has added ${domain} already.`);
  });
}

async function verify(
  context: OrganizationContext,
  row: StoredDomain,
  verifiedBy: "dns" | "operator",
): Promise<StoredDomain> {
  const { db, now } = context;
  const values = { verifiedAt: now, verifiedBy, checkedAt: now };
  const failed = { checkProblem: null, failingSince: null };
  const verified = await updateDomain(db, row, { ...values, ...failed }, now).catch(
    (error: unknown) => {
      if (isDuplicate(error)) throw takenElsewhere(row.domain);
      throw error;
    },
  );
  context.emit("email_domain.verified", { subject: subjectOf(row), data: { verifiedBy } });
  return verified;
}

async function refuseTaken({ db, organizationId }: OrganizationContext, domain: string) {
  if (await isVerifiedElsewhere(db, organizationId, domain)) throw takenElsewhere(domain);
}

const takenElsewhere = (domain: string) =>
  new Problem("NAME_TAKEN", `Another organization has verified ${domain}.`);

function readName(text: string): string {
  const domain = toDomain(text);
  const field = "domain";
  if (domain === null)
    throw invalid({
      field,
      code: "format",
      message: `Must be a domain such as example.com, not ${quote(text)}.`,
    });
  if (!isPublicDomain(domain)) return domain;
  const message = "Must be a domain of the organization: anyone can have an address there.";
  throw invalid({ field, code: "public", message });
}

export const subjectOf = ({ id, domain }: StoredDomain) =>
  ({ type: "emailDomain", id, name: domain }) as const;

export function toEmailDomain(row: StoredDomain): EmailDomain {
  const { id, domain, verifiedAt, failingSince, checkedAt } = row;
  const lostAt = failingSince === null ? null : new Date(failingSince.getTime() + graceMs);
  const verified = failingSince === null ? ("verified" as const) : ("failing" as const);
  return {
    id,
    domain,
    state: verifiedAt === null ? "pending" : verified,
    record: { type: "TXT", name: recordNameOf(domain), value: row.txtValue },
    verifiedAt: verifiedAt?.toISOString() ?? null,
    verifiedBy: row.verifiedBy,
    checkedAt: checkedAt?.toISOString() ?? null,
    problem: row.checkProblem,
    lostAt: lostAt?.toISOString() ?? null,
    isEnforced: row.enforcedAt !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
