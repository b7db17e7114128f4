import type { InputOf } from "@lintel/contract/operation";
import type { createSsoConnection } from "@lintel/contract/operations/sso-connection";
import type { SsoProtocol } from "@lintel/contract/words/sso";
import type { Sealer } from "../../platform/crypto/seal.ts";
import { invalid } from "../../platform/problem.ts";
import { sealClientSecret } from "./client-secret.sealed.ts";
import type { GivenProvider } from "./read-provider.ts";
import type { ConnectionValues, StoredConnection } from "./sso-connection.store.ts";
import type { StoredOidc, StoredSaml } from "./sso.tables.ts";
import { usableCertificates, type StoredCertificate } from "./saml/certificates.ts";

/** What the values of a connection are made from. */
export interface ConnectionSource {
  readonly id: string;
  readonly protocol: SsoProtocol;
  readonly input: Partial<InputOf<typeof createSsoConnection>>;
  readonly provider: GivenProvider;
  /** null: the connection is new. */
  readonly before: StoredConnection | null;
  readonly verifiedDomains: string[];
  readonly now: Date;
}

/** @throws Problem VALIDATION_FAILED where a part of the provider is missing. */
export function mergeConnection(sealer: Sealer, source: ConnectionSource): ConnectionValues {
  const { input, before, provider, protocol, now } = source;
  const { metadataUrl = before?.metadataUrl ?? null } = input;
  const { clientSecretExpiresAt } = input;
  const saml = protocol === "saml" ? mergeSaml(source) : null;
  const oidc = protocol === "oidc" ? mergeOidc(source) : null;
  return {
    name: input.name ?? before?.name ?? "",
    saml: saml?.values ?? null,
    oidc,
    certificates: saml?.certificates ?? [],
    clientSecret: mergeSecret(sealer, source, oidc),
    clientSecretExpiresAt:
      clientSecretExpiresAt === undefined
        ? (before?.clientSecretExpiresAt ?? null)
        : toDate(clientSecretExpiresAt),
    domains: source.verifiedDomains,
    attributes: {
      ...(before?.attributes ?? { email: null, name: null, groups: null }),
      ...input.attributes,
    },
    isJitEnabled: input.isJitEnabled ?? before?.isJitEnabled ?? true,
    isIdpInitiatedAllowed: input.isIdpInitiatedAllowed ?? before?.isIdpInitiatedAllowed ?? false,
    isEmailTrusted: input.isEmailTrusted ?? before?.isEmailTrusted ?? false,
    metadataUrl,
    metadataReadAt: provider.isFetched ? now : (before?.metadataReadAt ?? null),
    metadataProblem: provider.isFetched ? null : (before?.metadataProblem ?? null),
  };
}

/** null: the provider is not known yet. Providers ask for the addresses of the connection first. */
function mergeSaml({ provider: { saml }, before }: ConnectionSource): {
  values: StoredSaml;
  certificates: StoredCertificate[];
} | null {
  if (saml === null && (before?.saml ?? null) === null) return null;
  const entityId = saml?.entityId ?? before?.saml?.entityId;
  const signInUrl = saml?.signInUrl ?? before?.saml?.signInUrl;
  const certificates = saml?.certificates ?? before?.certificates;
  if (entityId === undefined || signInUrl === undefined || certificates === undefined)
    throw missing("metadataUrl, metadata, or entityId with signInUrl and certificates");
  return { values: { entityId, signInUrl }, certificates: [...certificates] };
}

function mergeOidc({ provider: { oidc }, before, input }: ConnectionSource): StoredOidc | null {
  const provider = oidc ?? before?.oidc?.provider;
  const clientId = input.clientId ?? before?.oidc?.clientId;
  if (provider === undefined && clientId === undefined && input.clientSecret === undefined)
    return null;
  if (provider === undefined) throw missing("issuer or metadataUrl");
  if (clientId === undefined) throw missing("clientId");
  return { provider, clientId };
}

function mergeSecret(
  sealer: Sealer,
  { id, input: { clientSecret }, before }: ConnectionSource,
  oidc: StoredOidc | null,
): string | null {
  if (oidc === null) return null;
  if (clientSecret !== undefined) return sealClientSecret(sealer, id, clientSecret);
  if (before?.oidc === undefined || before.oidc === null) throw missing("clientSecret");
  return before.clientSecret;
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

function missing(field: string) {
  return invalid({ field, code: "required", message: "The provider cannot be used without it." });
}

/**
 * Whether a change needs another test: of an address, an issuer, a client, or of a certificate that was
 * accepted. An additional certificate needs none, so that certificates are rolled over without a gap.
 */
export function needsTest(before: StoredConnection, after: ConnectionValues, now: Date): boolean {
  const kept = new Set(after.certificates.map(({ fingerprint }) => fingerprint));
  const isCertificateGone = usableCertificates(before.certificates, now).some(
    ({ fingerprint }) => !kept.has(fingerprint),
  );
  return isCertificateGone || !isSame(before.saml, after.saml) || !isSame(before.oidc, after.oidc);
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
