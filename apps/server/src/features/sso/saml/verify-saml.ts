import type { AttemptTrace } from "../attempt/attempt-trace.ts";
import { checkDomain, isEmail, readPerson, type AttributeNames } from "../attempt/read-person.ts";
import type { Stated, StatedPerson, VerifiedPerson } from "../attempt/read-person.ts";
import { refuseSignIn } from "../attempt/sso-refusal.ts";
import { usableCertificates, type StoredCertificate } from "./certificates.ts";
import {
  bearerInResponseTo,
  checkAssertion,
  checkIssuer,
  checkNameId,
  readAttributes,
  readNameId,
} from "./check-assertion.ts";
import { checkMessage } from "./check-message.ts";
import { assertionNamespace } from "./saml-names.ts";
import { verifySignature } from "./verify-signature.ts";
import { childrenOf, decodeXml, parseXml, type XmlElement } from "./xml-tree.ts";

/** What a response is checked against. */
export interface SamlExpectation {
  readonly issuer: string;
  readonly certificates: readonly StoredCertificate[];
  readonly entityId: string;
  readonly acsUrl: string;
  /** The ID of the request; null: the provider began the sign-in. */
  readonly inResponseTo: string | null;
  readonly attributes: AttributeNames;
  readonly domains: readonly string[];
  readonly now: Date;
}

const maxBytes = 256 * 1024;

/**
 * Verifies a response of the HTTP-POST binding, up to the person's domain.
 *
 * @param text the form field SAMLResponse
 * @throws Problem SSO_REFUSED or MISSING_CLAIM with the reason
 */
export async function verifySaml(
  text: string,
  expected: SamlExpectation,
  trace: AttemptTrace,
): Promise<VerifiedPerson> {
  trace.begin("message");
  const message = decodeXml(decodeBase64(text));
  const response = parseXml(message);
  noteMessage(response, trace);
  const form = checkMessage(response);
  trace.begin("signature");
  const certificates = usableCertificates(expected.certificates, expected.now);
  if (certificates.length === 0) throw refuseSignIn("SAML_CERTIFICATE_EXPIRED");
  const pems = certificates.map(({ pem }) => pem);
  const assertion = await verifySignature(message, form, pems);
  trace.note(form.isAssertionSigned ? "The assertion is signed." : "The response is signed.");
  if (expected.inResponseTo !== null && bearerInResponseTo(assertion) === expected.inResponseTo)
    trace.prove();
  trace.begin("issuer");
  checkIssuer(assertion, expected.issuer);
  checkResponse(response, expected);
  trace.begin("assertion");
  const { id, notOnOrAfter } = checkAssertion(assertion, {
    ...expected,
    audience: expected.entityId,
    recipient: expected.acsUrl,
  });
  const { person, stated } = readSubject(assertion, expected, trace);
  return { person, stated, use: { id, until: notOnOrAfter } };
}

function decodeBase64(text: string): Buffer {
  if (text === "") throw refuseSignIn("SAML_RESPONSE_MISSING");
  // 4 characters for 3 bytes, and line breaks.
  if (text.length > maxBytes * 1.4) throw refuseSignIn("SAML_TOO_LARGE");
  const compact = text.replaceAll(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw refuseSignIn("SAML_NOT_BASE64");
  const bytes = Buffer.from(compact, "base64");
  if (bytes.length > maxBytes) throw refuseSignIn("SAML_TOO_LARGE");
  return bytes;
}

// For the trace alone: nothing of it is verified yet.
function noteMessage(response: XmlElement, trace: AttemptTrace): void {
  const { Destination, InResponseTo, IssueInstant } = response.attributes;
  if (Destination !== undefined) trace.receive("Destination", Destination);
  if (InResponseTo !== undefined) trace.receive("InResponseTo", InResponseTo);
  if (IssueInstant !== undefined) trace.receive("IssueInstant", IssueInstant);
  const issuers = childrenOf(response, assertionNamespace, "Issuer").map(({ text }) => text.trim());
  if (issuers.length > 0) trace.receive("Issuer", ...issuers);
}

/** What the response itself states, which is signed only if the whole response is. */
function checkResponse(response: XmlElement, { issuer, acsUrl, inResponseTo }: SamlExpectation) {
  const [stated] = childrenOf(response, assertionNamespace, "Issuer");
  if (stated !== undefined && stated.text.trim() !== issuer)
    throw refuseSignIn("SAML_RESPONSE_ISSUER", `the connection expects ${issuer}.`);
  const { Destination, InResponseTo } = response.attributes;
  if (Destination !== undefined && Destination !== acsUrl)
    throw refuseSignIn("SAML_DESTINATION", `it must be ${acsUrl}.`);
  if (InResponseTo !== undefined && InResponseTo !== inResponseTo)
    throw refuseSignIn("SAML_IN_RESPONSE_TO");
}

function readSubject(
  assertion: XmlElement,
  { attributes, domains }: SamlExpectation,
  trace: AttemptTrace,
): { person: StatedPerson; stated: Stated } {
  trace.begin("person");
  const stated = new Map<string, readonly string[]>(readAttributes(assertion));
  const name = readNameId(assertion);
  if (name !== null) stated.set("NameID", [name.value]);
  trace.receivePerson(stated, ["groups", attributes.groups ?? ""]);
  const nameId = checkNameId(assertion, isEmail);
  const person = readPerson(stated, attributes, nameId);
  trace.begin("domain");
  checkDomain(person.email, domains);
  return { person, stated };
}
