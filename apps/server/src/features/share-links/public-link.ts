import { pageAddress } from "../../domain/people/page-address.ts";
import { digestSecret, makeSecret } from "../../platform/credentials/secret-format.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { takeOrRefuse } from "../../platform/rate/take-or-refuse.ts";
import { ofLink, ofSource } from "./share-budgets.ts";
import { dayMs } from "../../platform/day-ms.ts";

type Maker = Pick<ProjectContext, "now" | "organizationId" | "principal" | "projectId" | "region">;

/** The row of a new link and its address, which holds the secret. */
export function newPublicLink(
  { clock, publicOrigin }: Pick<Platform, "clock" | "publicOrigin">,
  { now, organizationId, principal, projectId, region }: Maker,
  prefix: string,
  expiresInDays = 30,
) {
  const token = makeSecret(prefix);
  const row = {
    organizationId,
    id: clock.newId(),
    projectId,
    digest: digestSecret(token),
    createdBy: principal.user?.name ?? principal.actor.name,
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
    revokedAt: null,
  };
  return { row, address: pageAddress(publicOrigin(), region, `/s/${token}`) };
}

interface StoredLink {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** What an answer says of every link. */
export const toPublicLink = ({ id, createdBy, createdAt, expiresAt, revokedAt }: StoredLink) => ({
  id,
  createdBy,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
});

const refusal = "Too many shared pages were opened.";

/** @throws Problem RATE_LIMITED for a caller who opens many pages or tries many tokens. */
export async function countOpening(
  { rateWindow }: Pick<Platform, "rateWindow">,
  { budgets, actor }: ProjectContext["principal"],
): Promise<void> {
  const source = budgets?.user ?? actor.name;
  await takeOrRefuse(rateWindow, `share-source:${source}`, ofSource, refusal);
}

/** @throws Problem RATE_LIMITED for a link that is opened often. */
export async function countOpened(
  { rateWindow }: Pick<Platform, "rateWindow">,
  linkId: string,
): Promise<void> {
  await takeOrRefuse(rateWindow, `share-link:${linkId}`, ofLink, refusal);
}
