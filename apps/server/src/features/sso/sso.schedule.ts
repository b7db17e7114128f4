import type { Database } from "../../platform/database/open-database.ts";
import { walkById } from "../../platform/database/walk-by-id.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import { changeAsSystem, type SystemChange } from "../../platform/kernel/change-as-system.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { nextState } from "./connection-states.ts";
import { daysUntil, findThreshold } from "../../domain/people/expiry-warnings.ts";
import { findExpiry } from "./connection-warnings.ts";
import { applyMetadata, readAgain } from "./metadata-refresh.service.ts";
import { usableCertificates } from "./saml/certificates.ts";
import { selectConnectionBatch, updateWarned } from "./sso-metadata.store.ts";
import { lockConnection, updateState, type StoredConnection } from "./sso-connection.store.ts";
import { subjectOf } from "./sso-connection.service.ts";
import { deleteExpired } from "./sso-request.store.ts";

/** Reads metadata again, warns of what expires, and deletes requests that have expired. */
export function ssoUpkeep(platform: Platform): Schedule {
  return {
    name: "ssoUpkeep",
    cron: "23 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      await deleteExpired(db, platform.clock.now());
      const connections = walkById((after) => selectConnectionBatch(db, after));
      for await (const connection of connections) {
        if (signal.aborted) return;
        if (connection.metadataUrl !== null) await refresh(platform, db, connection);
        await warn(platform, db, connection);
      }
    },
  };
}

async function refresh(platform: Platform, db: Database, connection: StoredConnection) {
  const { organizationId, id } = connection;
  const read = await readAgain(platform, connection);
  if (read.problem !== null)
    platform.log.warn(
      { region: platform.region, organizationId, connectionId: id, problem: read.problem },
      "the metadata of a connection could not be taken over",
    );
  await changeIfPresent(platform, db, connection, (change) =>
    applyMetadata(change, organizationId, id, read),
  );
}

async function warn(platform: Platform, db: Database, connection: StoredConnection): Promise<void> {
  await changeIfPresent(platform, db, connection, async (change, row) => {
    await failExpired(platform, change, row);
    await warnOfExpiry(platform, change, row);
  });
}

/** An active connection whose certificates have all expired fails. */
async function failExpired(
  { log, region }: Platform,
  { trx, now, emit }: SystemChange,
  row: StoredConnection,
): Promise<void> {
  const { organizationId, id, protocol, certificates } = row;
  if (protocol !== "saml" || usableCertificates(certificates, now).length > 0) return;
  const next = nextState(row, { kind: "certificateExpired" });
  if (next === null || next.status === row.status) return;
  await updateState(trx, row, next, now);
  const data = { failure: "certificateExpired" } as const;
  emit("sso.connection_failed", { organizationId, projectId: null, subject: subjectOf(row), data });
  log.warn({ region, organizationId, connectionId: id }, "the certificate of a connection expired");
}

/** Each warning once: 30, 14, 7, 3 and 1 days before. */
async function warnOfExpiry(
  { log, region }: Platform,
  { trx, now, emit }: SystemChange,
  row: StoredConnection,
): Promise<void> {
  const expiry = findExpiry(row);
  if (expiry === null) return;
  const daysLeft = daysUntil(expiry.at, now);
  const threshold = findThreshold(daysLeft);
  const expiresAt = expiry.at.toISOString();
  const warned = threshold === null ? null : `${expiry.what} ${expiresAt} ${threshold}`;
  if (warned === row.warned) return;
  await updateWarned(trx, row, warned);
  if (warned === null) return;
  const { organizationId, id } = row;
  const data = { what: expiry.what, expiresAt, daysLeft };
  emit("sso.expiry_warned", { organizationId, projectId: null, subject: subjectOf(row), data });
  log.warn(
    { region, organizationId, connectionId: id, ...data },
    "a certificate or a client secret of a connection expires",
  );
}

/** Runs a change of a connection that may have been deleted since it was listed. */
async function changeIfPresent(
  platform: Platform,
  db: Database,
  { organizationId, id }: StoredConnection,
  run: (change: SystemChange, row: StoredConnection) => Promise<unknown>,
): Promise<void> {
  await changeAsSystem(platform, db, organizationId, async (change) => {
    const row = await lockConnection(change.trx, organizationId, id);
    if (row !== undefined) await run(change, row);
  });
}
