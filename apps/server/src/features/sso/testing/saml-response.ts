import { SignedXml } from "xml-crypto";
import type { Signer } from "./make-signer.ts";

/** What a response says. Tests change single fields of it. */
export interface ResponseOptions {
  readonly signer: Signer;
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly destination?: string | null;
  readonly inResponseTo?: string | null;
  readonly responseInResponseTo?: string | null;
  readonly responseIssuer?: string;
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  /** Replaces the whole NameID. */
  readonly nameIdXml?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly now?: Date;
  /** Seconds relative to now. */
  readonly issuedAt?: number;
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly confirmationUntil?: number;
  readonly sessionUntil?: number;
  readonly assertionId?: string;
  readonly responseId?: string;
  readonly status?: string;
  readonly conditionsXml?: string;
  readonly confirmationXml?: string;
  readonly signs?: "assertion" | "response" | "both" | "none";
  readonly signatureMethod?: string;
  readonly digestMethod?: string;
  readonly canonicalization?: string;
  readonly transforms?: readonly string[];
}

const names = `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

export const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
export const sha256 = "http://www.w3.org/2001/04/xmlenc#sha256";

/** A response as an identity provider sends it, signed with real keys. */
export function makeResponse(options: ResponseOptions): string {
  const { signs = "assertion" } = options;
  let xml = responseXml(options, assertionXml(options));
  if (signs === "assertion" || signs === "both") xml = signElement(xml, "Assertion", options);
  if (signs === "response" || signs === "both") xml = signElement(xml, "Response", options);
  return xml;
}

export function responseXml(options: ResponseOptions, content: string): string {
  const { destination = options.recipient, responseId = "_response", status = "Success" } = options;
  const { inResponseTo = null, responseInResponseTo = inResponseTo } = options;
  const { issuer, responseIssuer = issuer } = options;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${responseId}" Version="2.0" IssueInstant="${at(options, 0)}"${attribute("Destination", destination)}${attribute("InResponseTo", responseInResponseTo)}><saml:Issuer ${names}>${responseIssuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${content}</samlp:Response>`;
}

export function assertionXml(options: ResponseOptions): string {
  const { assertionId = `_${crypto.randomUUID()}`, issuer, recipient } = options;
  const { nameId = "ann@example.com", nameIdFormat = emailFormat } = options;
  const { nameIdXml = `<saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>` } = options;
  const until = at(options, options.confirmationUntil ?? 300);
  const data = `<saml:SubjectConfirmationData Recipient="${recipient}" NotOnOrAfter="${until}"${attribute("InResponseTo", options.inResponseTo ?? null)}/>`;
  const confirmation =
    options.confirmationXml ??
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">${data}</saml:SubjectConfirmation>`;
  const session =
    options.sessionUntil === undefined
      ? ""
      : ` SessionNotOnOrAfter="${at(options, options.sessionUntil)}"`;
  return `<saml:Assertion ${names} ID="${assertionId}" Version="2.0" IssueInstant="${at(options, options.issuedAt ?? 0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject>${nameIdXml}${confirmation}</saml:Subject>${conditions(options)}<saml:AuthnStatement AuthnInstant="${at(options, 0)}"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statement(options)}</saml:Assertion>`;
}

function conditions(options: ResponseOptions): string {
  if (options.conditionsXml !== undefined) return options.conditionsXml;
  const from = at(options, options.notBefore ?? -30);
  const until = at(options, options.notOnOrAfter ?? 300);
  return `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${options.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
}

function statement({ attributes = {} }: ResponseOptions): string {
  const all = Object.entries(attributes).map(([name, values]) => {
    const texts = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${texts.join("")}</saml:Attribute>`;
  });
  return all.length === 0
    ? ""
    : `<saml:AttributeStatement>${all.join("")}</saml:AttributeStatement>`;
}

const attribute = (name: string, value: string | null) =>
  value === null ? "" : ` ${name}="${value}"`;

function at({ now = new Date() }: ResponseOptions, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** Signs the first element of a name, with the signature after its issuer. */
export function signElement(
  xml: string,
  name: "Assertion" | "Response",
  options: Pick<
    ResponseOptions,
    "signer" | "signatureMethod" | "digestMethod" | "canonicalization" | "transforms"
  >,
): string {
  const path = `//*[local-name(.)='${name}']`;
  const signed = new SignedXml({
    privateKey: options.signer.key,
    publicCert: options.signer.cert,
    signatureAlgorithm: options.signatureMethod ?? rsaSha256,
    canonicalizationAlgorithm: options.canonicalization ?? exclusive,
  });
  signed.addReference({
    xpath: path,
    digestAlgorithm: options.digestMethod ?? sha256,
    transforms: [
      ...(options.transforms ?? [
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        exclusive,
      ]),
    ],
  });
  const reference = `${path}/*[local-name(.)='Issuer']`;
  signed.computeSignature(xml, { prefix: "ds", location: { reference, action: "after" } });
  return signed.getSignedXml();
}

/** Metadata of a provider with these certificates. */
export function makeMetadata(
  entityId: string,
  signInUrl: string,
  signers: readonly Signer[],
): string {
  const keys = signers.map(({ cert }) => {
    const base64 = cert.replaceAll(/-----[^-]+-----|\s/g, "");
    return `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  });
  return `<?xml version="1.0"?>
<!-- of a test -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join("")}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}
