import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { addressesOf } from "./connection-address.ts";
import { findWarnings } from "./connection-warnings.ts";
import type { StoredConnection } from "./sso-connection.store.ts";

type ViewPlatform = Pick<Platform, "publicOrigin" | "region" | "clock">;

/** @param verifiedDomains those that are verified now */
export function toConnection(
  platform: ViewPlatform,
  row: StoredConnection,
  verifiedDomains: readonly string[],
): SsoConnection {
  const { entityId, acsUrl, redirectUrl, signInUrl } = addressesOf(platform, row);
  return {
    id: row.id,
    name: row.name,
    protocol: row.protocol,
    status: row.status,
    failure: row.failure,
    domains: row.domains,
    isJitEnabled: row.isJitEnabled,
    isIdpInitiatedAllowed: row.isIdpInitiatedAllowed,
    isEmailTrusted: row.isEmailTrusted,
    attributes: row.attributes,
    metadataUrl: row.metadataUrl,
    failedHandshakes: row.failedHandshakes,
    metadataReadAt: toText(row.metadataReadAt),
    saml: toSaml(row),
    oidc: toOidc(row),
    serviceProvider: { entityId, acsUrl, metadataUrl: entityId, redirectUrl, signInUrl },
    warnings: findWarnings(row, verifiedDomains, platform.clock.now()),
    testedAt: toText(row.testedAt),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

function toSaml({ saml, certificates }: StoredConnection): SsoConnection["saml"] {
  if (saml === null) return null;
  const shown = certificates.map(({ fingerprint, subject, notBefore, notAfter, retiredAt }) => ({
    fingerprint,
    subject,
    notBefore,
    notAfter,
    retiredAt,
  }));
  return { entityId: saml.entityId, signInUrl: saml.signInUrl, certificates: shown };
}

function toOidc(row: StoredConnection): SsoConnection["oidc"] {
  if (row.oidc === null) return null;
  const { clientId, provider } = row.oidc;
  return {
    issuer: provider.issuer,
    clientId,
    hasClientSecret: row.clientSecret !== null,
    clientSecretExpiresAt: toText(row.clientSecretExpiresAt),
    authorizationEndpoint: provider.authorizationEndpoint,
  };
}

const toText = (date: Date | null) => date?.toISOString() ?? null;
