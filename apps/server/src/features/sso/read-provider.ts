import type { InputOf } from "@lintel/contract/operation";
import type { createSsoConnection } from "@lintel/contract/operations/sso-connection";
import type { SsoProtocol } from "@lintel/contract/words/sso";
import { EgressError } from "@lintel/egress/egress-error";
import type { Egress } from "@lintel/egress/egress.types";
import { flatten } from "@lintel/json/shorten";
import { invalid, type Problem } from "../../platform/problem.ts";
import { discoveryUrl, readDiscovery } from "./oidc/read-discovery.ts";
import type { StoredProvider } from "./oidc/oidc-client.ts";
import { readCertificate, type StoredCertificate } from "./saml/certificates.ts";
import { readMetadata, type ProviderMetadata } from "./saml/read-metadata.ts";
import { isSecureAddress } from "./attempt/secure-address.ts";

/** What a call says of the provider. */
export type ProviderFields = Pick<
  Partial<InputOf<typeof createSsoConnection>>,
  | "metadataUrl"
  | "metadata"
  | "entityId"
  | "signInUrl"
  | "certificates"
  | "issuer"
  | "clientId"
  | "clientSecret"
  | "clientSecretExpiresAt"
>;

/** The provider as a call describes it; null where the call leaves it as it is. */
export interface GivenProvider {
  readonly saml: Partial<ProviderMetadata> | null;
  readonly oidc: StoredProvider | null;
  /** Whether it was read from an address. */
  readonly isFetched: boolean;
}

const unchanged: GivenProvider = { saml: null, oidc: null, isFetched: false };

/** @throws Problem VALIDATION_FAILED that says what cannot be read, and why. */
export async function readProvider(
  egress: Egress,
  protocol: SsoProtocol,
  fields: ProviderFields,
): Promise<GivenProvider> {
  refuseForeignFields(protocol, fields);
  return protocol === "saml" ? readSaml(egress, fields) : readOidc(egress, fields);
}

async function readSaml(egress: Egress, fields: ProviderFields): Promise<GivenProvider> {
  const { metadataUrl, metadata, entityId, signInUrl, certificates } = fields;
  const sources = [
    ...(typeof metadataUrl === "string" ? ["metadataUrl"] : []),
    ...(metadata === undefined ? [] : ["metadata"]),
    ...([entityId, signInUrl, certificates].every((field) => field === undefined)
      ? []
      : ["entityId, signInUrl and certificates"]),
  ];
  if (sources.length > 1)
    throw refuse("metadata", `Send one of ${sources.join(" and ")}; the provider is read from it.`);
  if (typeof metadataUrl === "string") {
    const saml = readMetadata(await fetchMetadata(egress, metadataUrl));
    return { saml, oidc: null, isFetched: true };
  }
  if (metadata !== undefined) return { saml: readMetadata(metadata), oidc: null, isFetched: false };
  if (sources.length === 0) return unchanged;
  if (signInUrl !== undefined) checkAddress("signInUrl", signInUrl);
  const saml = {
    ...(entityId === undefined ? {} : { entityId }),
    ...(signInUrl === undefined ? {} : { signInUrl }),
    ...(certificates === undefined ? {} : { certificates: readAll(certificates) }),
  };
  return { saml, oidc: null, isFetched: false };
}

async function readOidc(
  egress: Egress,
  { metadataUrl, issuer }: ProviderFields,
): Promise<GivenProvider> {
  if (typeof metadataUrl !== "string" && issuer === undefined) return unchanged;
  const source = typeof metadataUrl === "string" ? "metadataUrl" : "issuer";
  const address = typeof metadataUrl === "string" ? metadataUrl : (issuer ?? "");
  const text = await fetchMetadata(egress, discoveryUrl(address), source);
  return { saml: null, oidc: readDiscovery(text, issuer ?? null), isFetched: true };
}

function readAll(texts: readonly string[]): StoredCertificate[] {
  const read = texts.map((text, at) => {
    const one = readCertificate(text);
    if (typeof one === "string") throw refuse(`certificates[${at}]`, one);
    return one;
  });
  if (read.length === 0) throw refuse("certificates", "At least one certificate is needed.");
  return [...new Map(read.map((one) => [one.fingerprint, one])).values()];
}

const maxBodyBytes = 1_000_000;

/**
 * @param field the field of the call that has the address
 * @throws Problem VALIDATION_FAILED unless the address returns text.
 */
export async function fetchMetadata(
  egress: Egress,
  url: string,
  field = "metadataUrl",
): Promise<string> {
  checkAddress(field, url);
  try {
    const headers = [
      ["accept", "application/samlmetadata+xml, application/json, */*;q=0.5"],
    ] as const;
    const request = {
      method: "GET",
      url,
      headers,
      maxBodyBytes,
      maxRedirects: 3,
      timeoutMs: 15_000,
    };
    const { status, body } = await egress.send(request);
    if (status === 200) return new TextDecoder("utf-8", { fatal: true }).decode(body);
    throw refuse(field, `The address answered with status ${status}.`);
  } catch (error) {
    if (error instanceof TypeError) throw refuse(field, "What it returns is not UTF-8.");
    if (!(error instanceof EgressError)) throw error;
    throw refuse(field, `It could not be read: ${flatten(error.message)}`);
  }
}

function checkAddress(field: string, url: string): void {
  if (!URL.canParse(url) || !isSecureAddress(url))
    throw refuse(field, "Send an https address. Plain http is only for this machine.");
}

const ofSaml = ["metadata", "entityId", "signInUrl", "certificates"] as const;
const ofOidc = ["issuer", "clientId", "clientSecret", "clientSecretExpiresAt"] as const;

function refuseForeignFields(protocol: SsoProtocol, fields: ProviderFields): void {
  const foreign = (protocol === "saml" ? ofOidc : ofSaml).find(
    (name) => fields[name] !== undefined,
  );
  if (foreign !== undefined)
    throw refuse(foreign, `A connection of the protocol ${protocol} does not have it.`);
}

function refuse(field: string, message: string): Problem {
  return invalid({ field, code: "provider", message });
}
