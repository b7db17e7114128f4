import { invalid, Problem } from "../../../platform/problem.ts";
import { isSecureAddress } from "../attempt/secure-address.ts";
import { readCertificate, type StoredCertificate } from "./certificates.ts";
import {
  metadataNamespace,
  protocolNamespace,
  redirectBinding,
  signatureNamespace,
} from "./saml-names.ts";
import { childrenOf, descendants, parseXml, type XmlElement } from "./xml-tree.ts";

/** What a connection needs of a provider's metadata (SAML 2.0 Metadata §2.4.3). */
export interface ProviderMetadata {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificates: readonly StoredCertificate[];
}

/** @throws Problem VALIDATION_FAILED that says what the metadata lacks. */
export function readMetadata(text: string): ProviderMetadata {
  const entity = findProvider(parseMetadata(text));
  const [role] = childrenOf(entity, metadataNamespace, "IDPSSODescriptor");
  if (role === undefined) throw refuse("It describes no identity provider (IDPSSODescriptor).");
  const entityId = entity.attributes["entityID"] ?? "";
  if (entityId === "" || entityId.length > 1024) throw refuse("It has no entityID.");
  const service = childrenOf(role, metadataNamespace, "SingleSignOnService").find(
    ({ attributes }) => attributes["Binding"] === redirectBinding,
  );
  const signInUrl = service?.attributes["Location"] ?? "";
  if (!URL.canParse(signInUrl) || signInUrl.length > 1024)
    throw refuse("It has no SingleSignOnService with the HTTP-Redirect binding.");
  if (!isSecureAddress(signInUrl)) throw refuse("Its SingleSignOnService is not an https address.");
  return { entityId, signInUrl, certificates: readCertificates(role) };
}

function parseMetadata(text: string): XmlElement {
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text)) throw refuse("It has a document type declaration.");
  try {
    return parseXml(text.trim(), { isCommented: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw refuse(`It is not XML: ${error.detail}`);
  }
}

/** The one entity, also of a list that has no other identity provider. */
function findProvider(root: XmlElement): XmlElement {
  const entities = [...descendants(root)].filter(
    (one) =>
      one.namespace === metadataNamespace &&
      one.name === "EntityDescriptor" &&
      childrenOf(one, metadataNamespace, "IDPSSODescriptor").length > 0,
  );
  const [entity, ...others] = entities;
  if (entity === undefined) throw refuse("It describes no identity provider (IDPSSODescriptor).");
  if (others.length > 0) throw refuse("It describes several identity providers.");
  return entity;
}

function readCertificates(role: XmlElement): StoredCertificate[] {
  const supported = role.attributes["protocolSupportEnumeration"] ?? protocolNamespace;
  if (!supported.split(/\s+/).includes(protocolNamespace))
    throw refuse("The provider does not support SAML 2.0.");
  const texts = childrenOf(role, metadataNamespace, "KeyDescriptor")
    .filter(({ attributes }) => (attributes["use"] ?? "signing") === "signing")
    .flatMap((key) => [...descendants(key)])
    .filter((one) => one.namespace === signatureNamespace && one.name === "X509Certificate")
    .map(({ text }) => text);
  const read = texts.map(readCertificate);
  const usable = read.filter((one) => typeof one !== "string");
  const reason = read.find((one) => typeof one === "string");
  if (usable.length === 0) throw refuse(reason ?? "It has no certificate for signing.");
  return [...new Map(usable.map((one) => [one.fingerprint, one])).values()];
}

function refuse(message: string): Problem {
  return invalid({ field: "metadata", code: "metadata", message });
}
