import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { daysUntil, warningDays } from "../../domain/people/expiry-warnings.ts";
import { usableCertificates } from "./saml/certificates.ts";
import type { StoredConnection } from "./sso-connection.store.ts";

/** What of a connection expires next. */
export interface Expiry {
  readonly what: "certificate" | "clientSecret";
  readonly at: Date;
}

/** When sign-ins will stop, because the last certificate or the client secret expires; null: not known. */
export function findExpiry(row: StoredConnection): Expiry | null {
  if (row.protocol === "oidc") {
    const at = row.clientSecretExpiresAt;
    return at === null ? null : { what: "clientSecret", at };
  }
  const ends = row.certificates
    .filter(({ retiredAt }) => retiredAt === null)
    .map(({ notAfter }) => Date.parse(notAfter));
  return ends.length === 0 ? null : { what: "certificate", at: new Date(Math.max(...ends)) };
}

type Warning = SsoConnection["warnings"][number];

export function findWarnings(
  row: StoredConnection,
  verifiedDomains: readonly string[],
  now: Date,
): Warning[] {
  return [
    ...ofProvider(row),
    ...ofExpiry(row, now),
    ...ofMetadata(row),
    ...ofDomains(row, verifiedDomains),
  ];
}

function ofProvider({ saml, oidc }: StoredConnection): Warning[] {
  if (saml !== null || oidc !== null) return [];
  const message =
    "Enter the addresses of this service at the identity provider, and then its metadata here.";
  return [{ code: "NO_PROVIDER", message }];
}

function ofExpiry(row: StoredConnection, now: Date): Warning[] {
  const expiry = findExpiry(row);
  if (expiry === null) return [];
  const days = daysUntil(expiry.at, now);
  const isCertificate = expiry.what === "certificate";
  const isExpired = isCertificate
    ? usableCertificates(row.certificates, now).length === 0
    : days <= 0;
  if (!isExpired && days > warningDays[0]) return [];
  const when = expiry.at.toISOString();
  const fix = isCertificate
    ? "Add the provider's next certificate, or set metadataUrl."
    : "Create a client secret at the provider and set it here with its expiry.";
  const what = isCertificate ? "The certificate" : "The client secret";
  const code = isCertificate
    ? isExpired
      ? "CERTIFICATE_EXPIRED"
      : "CERTIFICATE_EXPIRES"
    : isExpired
      ? "CLIENT_SECRET_EXPIRED"
      : "CLIENT_SECRET_EXPIRES";
  return [{ code, message: `${what} ${isExpired ? "expired" : "expires"} at ${when}. ${fix}` }];
}

function ofMetadata({ metadataUrl, metadataProblem }: StoredConnection): Warning[] {
  if (metadataUrl === null || metadataProblem === null) return [];
  return [{ code: "METADATA_UNREADABLE", message: metadataProblem }];
}

function ofDomains({ domains }: StoredConnection, verified: readonly string[]): Warning[] {
  const missing = verified.filter((domain) => !domains.includes(domain));
  if (missing.length > 0)
    return [
      {
        code: "DOMAIN_NOT_CAPTURED",
        message: `Save the connection again to capture ${missing.join(", ")}.`,
      },
    ];
  if (domains.length > 0) return [];
  const message = "Verify a domain and save the connection again; without one nobody can sign in.";
  return [{ code: "NO_DOMAIN", message }];
}
