import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { changeAsSystem, type SystemChange } from "../../platform/kernel/change-as-system.ts";
import type { CallContext, OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import { discoveryUrl, readDiscovery } from "./oidc/read-discovery.ts";
import type { StoredProvider } from "./oidc/oidc-client.ts";
import { fetchMetadata } from "./read-provider.ts";
import { isSameSet, rollOver, type StoredCertificate } from "./saml/certificates.ts";
import { readMetadata } from "./saml/read-metadata.ts";
import { lockConnection, type StoredConnection } from "./sso-connection.store.ts";
import { findConnection, show, subjectOf } from "./sso-connection.service.ts";
import { updateMetadata } from "./sso-metadata.store.ts";

/** What the metadata address returned, or why it could not be read. */
export interface ReadMetadata {
  readonly certificates: readonly StoredCertificate[] | null;
  readonly provider: StoredProvider | null;
  readonly problem: string | null;
}

type RefreshPlatform = Pick<
  Platform,
  "egress" | "clock" | "keys" | "subscribers" | "events" | "log" | "region"
>;

const moved =
  "The metadata states another entity id or address than the connection. Save the connection with metadataUrl again to take them over; it then needs another test.";

/** Reads the metadata of a connection. Outside a transaction, because a provider may be slow. */
export async function readAgain(
  { egress }: Pick<Platform, "egress">,
  connection: StoredConnection,
): Promise<ReadMetadata> {
  const { metadataUrl, saml, oidc } = connection;
  try {
    if (saml !== null && metadataUrl !== null) {
      const read = readMetadata(await fetchMetadata(egress, metadataUrl));
      const isSame = read.entityId === saml.entityId && read.signInUrl === saml.signInUrl;
      return { certificates: read.certificates, provider: null, problem: isSame ? null : moved };
    }
    if (oidc === null) return { certificates: null, provider: null, problem: null };
    const address = discoveryUrl(metadataUrl ?? oidc.provider.issuer);
    const read = readDiscovery(await fetchMetadata(egress, address), oidc.provider.issuer);
    const isSame = addresses(read) === addresses(oidc.provider);
    return { certificates: null, provider: isSame ? read : null, problem: isSame ? null : moved };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { certificates: null, provider: null, problem: describe(error) };
  }
}

const addresses = ({ authorizationEndpoint, tokenEndpoint, jwksUri }: StoredProvider) =>
  JSON.stringify([authorizationEndpoint, tokenEndpoint, jwksUri]);

function describe({ detail, members }: Problem): string {
  const errors = (members["errors"] ?? []) as readonly { readonly message: string }[];
  return errors[0]?.message ?? detail;
}

/** The operation: @throws Problem VALIDATION_FAILED where the metadata cannot be read. */
export async function prepareRefresh(
  platform: Platform,
  context: OrganizationContext,
  id: string,
): Promise<ReadMetadata> {
  const connection = await findConnection(context, id);
  const { metadataUrl, protocol } = connection;
  if (protocol === "saml" && metadataUrl === null)
    throw invalid({
      field: "connectionId",
      code: "metadata",
      message: "The connection has no metadataUrl; send its metadata with a change instead.",
    });
  const read = await readAgain(platform, connection);
  if (read.problem === null) return read;
  throw invalid({ field: "metadataUrl", code: "metadata", message: read.problem });
}

export async function refreshMetadata(
  platform: Platform,
  context: OrganizationContext,
  id: string,
  read: ReadMetadata,
): Promise<SsoConnection> {
  const { db: trx, now, emit, organizationId } = context;
  const row = await applyMetadata({ trx, now, emit }, organizationId, id, read);
  return show(platform, context, row);
}

/** Takes over what was read, as part of a transaction. */
export async function applyMetadata(
  { trx, now, emit }: SystemChange,
  organizationId: string,
  id: string,
  { certificates: listed, provider, problem }: ReadMetadata,
): Promise<StoredConnection> {
  const before = await lockConnection(trx, organizationId, id);
  if (before === undefined) throw notFound("The connection");
  const { oidc } = before;
  const certificates =
    listed === null || problem !== null
      ? before.certificates
      : rollOver(before.certificates, listed, now);
  const row = await updateMetadata(trx, before, {
    certificates,
    oidc: oidc === null || provider === null ? oidc : { ...oidc, provider },
    metadataReadAt: problem === null ? now : before.metadataReadAt,
    metadataProblem: problem,
  });
  if (isSameSet(before.certificates, certificates)) return row;
  const known = new Set(before.certificates.map(({ fingerprint }) => fingerprint));
  const data = {
    added: certificates.filter(({ fingerprint }) => !known.has(fingerprint)).length,
    retired: certificates.filter(({ retiredAt }) => retiredAt === now.toISOString()).length,
  };
  const subject = subjectOf(row);
  emit("sso.metadata_refreshed", { organizationId, projectId: null, subject, data });
  return row;
}

/** How often sign-ins may cause the metadata to be read. */
const pauseMs = 60_000;

/** Reads the metadata because a signature did not match; null where that changed nothing. */
export async function refreshForSignIn(
  platform: RefreshPlatform,
  { db, now }: CallContext,
  connection: StoredConnection,
): Promise<StoredConnection | null> {
  const { organizationId, id, metadataUrl, metadataReadAt } = connection;
  const isRecent = metadataReadAt !== null && now.getTime() - metadataReadAt.getTime() < pauseMs;
  if (metadataUrl === null || isRecent) return null;
  const read = await readAgain(platform, connection);
  const row = await changeAsSystem(platform, db, organizationId, (change) =>
    applyMetadata(change, organizationId, id, read),
  );
  return isSameSet(row.certificates, connection.certificates) ? null : row;
}
