import { constants, generateKeyPairSync, publicEncrypt } from "node:crypto";
import type { SsoReason } from "@lintel/contract/words/sso-reasons";
import { makeSigner } from "./make-signer.ts";
import {
  assertionXml,
  makeResponse,
  responseXml,
  rsaSha256,
  type ResponseOptions,
} from "./saml-response.ts";

/** A response that must be refused, from what an honest one would say. */
export interface HostileResponse {
  readonly name: string;
  readonly reason: SsoReason;
  make(honest: ResponseOptions): string;
}

const evil = (honest: ResponseOptions): ResponseOptions => ({
  ...honest,
  nameId: `owner${honest.nameId?.slice(honest.nameId.indexOf("@")) ?? ""}`,
  assertionId: "_evil",
});
const genuine = (honest: ResponseOptions): ResponseOptions => ({
  ...honest,
  assertionId: "_genuine",
});

/** A genuinely signed assertion and its parts. */
function signedParts(honest: ResponseOptions) {
  const xml = makeResponse(genuine(honest));
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? "";
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(assertion)?.[0] ?? "";
  return { assertion, signature, unsigned: assertion.replace(signature, "") };
}

const withIssuerThen = (assertion: string, content: string) =>
  assertion.replace("</saml:Issuer>", () => `</saml:Issuer>${content}`);
const inObject = (signature: string, content: string) =>
  signature.replace("</ds:Signature>", () => `<ds:Object>${content}</ds:Object></ds:Signature>`);
const withContent = (assertion: string, content: string) =>
  assertion.replace("</saml:Assertion>", () => `${content}</saml:Assertion>`);

/** Another assertion is read than the one that is signed (Somorovsky et al., 2012, table 2). */
const wrapping: readonly HostileResponse[] = [
  {
    name: "wrapping 1: the signed response inside the signature of another",
    reason: "SAML_ASSERTION_MISPLACED",
    make(honest) {
      const signed = makeResponse({ ...genuine(honest), signs: "response" });
      const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0] ?? "";
      const original = signed.replace(signature, "");
      const other = { ...evil(honest), responseId: "_other" };
      return withIssuerThen(
        responseXml(other, assertionXml(other)),
        inObject(signature, original),
      ).replace("_genuine", "_genuine2");
    },
  },
  {
    name: "wrapping 2: the signed response next to its detached signature",
    reason: "SAML_ASSERTION_MISPLACED",
    make(honest) {
      const signed = makeResponse({ ...genuine(honest), signs: "response" });
      const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0] ?? "";
      const original = signed.replace(signature, "");
      const other = { ...evil(honest), responseId: "_other" };
      return withIssuerThen(responseXml(other, assertionXml(other)), original + signature);
    },
  },
  {
    name: "wrapping 3: another assertion before the signed one",
    reason: "SAML_SEVERAL_ASSERTIONS",
    make: (honest) =>
      responseXml(honest, assertionXml(evil(honest)) + signedParts(honest).assertion),
  },
  {
    name: "wrapping 4: the signed assertion inside another",
    reason: "SAML_ASSERTION_MISPLACED",
    make: (honest) =>
      responseXml(honest, withContent(assertionXml(evil(honest)), signedParts(honest).assertion)),
  },
  {
    name: "wrapping 5: the signature in another assertion, the signed one at the end",
    reason: "SAML_SEVERAL_ASSERTIONS",
    make(honest) {
      const { signature, unsigned } = signedParts(honest);
      return responseXml(honest, withIssuerThen(assertionXml(evil(honest)), signature) + unsigned);
    },
  },
  {
    name: "wrapping 6: the signed assertion inside the signature of another",
    reason: "SAML_ASSERTION_MISPLACED",
    make(honest) {
      const { signature, unsigned } = signedParts(honest);
      const around = signature.replace("</ds:Signature>", `${unsigned}</ds:Signature>`);
      return responseXml(honest, withIssuerThen(assertionXml(evil(honest)), around));
    },
  },
  {
    name: "wrapping 7: another assertion in an extension",
    reason: "SAML_ASSERTION_MISPLACED",
    make(honest) {
      const extension = `<samlp:Extensions>${assertionXml(evil(honest))}</samlp:Extensions>`;
      return withIssuerThen(responseXml(honest, ""), extension).replace(
        "</samlp:Response>",
        () => `${signedParts(honest).assertion}</samlp:Response>`,
      );
    },
  },
  {
    name: "wrapping 8: the signed assertion in an object of the signature",
    reason: "SAML_ASSERTION_MISPLACED",
    make(honest) {
      const { signature, unsigned } = signedParts(honest);
      return responseXml(
        honest,
        withIssuerThen(assertionXml(evil(honest)), inObject(signature, unsigned)),
      );
    },
  },
  {
    name: "another assertion under the ID of the signed one",
    reason: "SAML_DUPLICATE_ID",
    make: (honest) =>
      responseXml(
        honest,
        assertionXml({ ...evil(honest), assertionId: "_genuine" }) + signedParts(honest).assertion,
      ),
  },
  {
    name: "an assertion of a look-alike namespace before the signed one",
    reason: "SAML_ASSERTION_MISPLACED",
    make(honest) {
      const other = assertionXml(evil(honest)).replaceAll(
        "urn:oasis:names:tc:SAML:2.0:assertion",
        "urn:example",
      );
      return responseXml(honest, other + signedParts(honest).assertion);
    },
  },
  {
    name: "a signature that refers to another element",
    reason: "SAML_REFERENCE",
    make(honest) {
      const { signature } = signedParts(honest);
      return responseXml(honest, withIssuerThen(assertionXml(evil(honest)), signature));
    },
  },
  {
    name: "a signature of the whole document",
    reason: "SAML_REFERENCE",
    make: (honest) => makeResponse(honest).replace(/ URI="#[^"]*"/, ' URI=""'),
  },
  {
    name: "two signatures of one assertion",
    reason: "SAML_SIGNATURE_MISPLACED",
    make(honest) {
      const { assertion, signature } = signedParts(honest);
      return responseXml(honest, withIssuerThen(assertion, signature));
    },
  },
  {
    name: "a signature below the subject",
    reason: "SAML_SIGNATURE_MISPLACED",
    make(honest) {
      const { signature, unsigned } = signedParts(honest);
      return responseXml(honest, unsigned.replace("<saml:Subject>", `<saml:Subject>${signature}`));
    },
  },
  {
    name: "an object in the signature",
    reason: "SAML_SIGNATURE_OBJECT",
    make(honest) {
      const { assertion } = signedParts(honest);
      return responseXml(
        honest,
        assertion.replace("</ds:Signature>", "<ds:Object>x</ds:Object></ds:Signature>"),
      );
    },
  },
];

/** The text differs from what is read. */
const forms: readonly HostileResponse[] = [
  {
    name: "a document type declaration",
    reason: "SAML_DOCTYPE",
    make: (honest) => `<!DOCTYPE Response>${makeResponse(honest)}`,
  },
  {
    name: "an entity bomb",
    reason: "SAML_DOCTYPE",
    make: (honest) =>
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${makeResponse(honest)}`,
  },
  {
    name: "an entity declaration alone",
    reason: "SAML_ENTITY",
    make: (honest) => `<!ENTITY a "a">${makeResponse(honest)}`,
  },
  {
    name: "an entity that nothing declares",
    reason: "SAML_NOT_XML",
    make: (honest) => makeResponse(honest).replace(honest.nameId ?? "", "&who;"),
  },
  {
    name: "a comment that cuts the e-mail address",
    reason: "SAML_COMMENT",
    make: (honest) =>
      makeResponse({ ...honest, nameId: `${honest.nameId}.evil.com` }).replace(
        `${honest.nameId}.evil.com`,
        `${honest.nameId}<!-- -->.evil.com`,
      ),
  },
  {
    name: "a comment in the signed digest (CVE-2025-29775)",
    reason: "SAML_COMMENT",
    make: (honest) => makeResponse(honest).replace("<ds:DigestValue>", "<ds:DigestValue><!--x-->"),
  },
  {
    name: "a second SignedInfo (CVE-2025-29774)",
    reason: "SAML_REFERENCE",
    make: (honest) =>
      makeResponse(honest).replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, (info) => info + info),
  },
  {
    name: "a processing instruction",
    reason: "SAML_INSTRUCTION",
    make: (honest) => makeResponse(honest).replace("<samlp:Status>", "<?php x?><samlp:Status>"),
  },
  {
    name: "another encoding",
    reason: "SAML_NOT_XML",
    make: (honest) => `<?xml version="1.0" encoding="UTF-16"?>${makeResponse(honest)}`,
  },
  {
    name: "markup that is not well-formed",
    reason: "SAML_NOT_XML",
    make: (honest) => makeResponse(honest).replace("</saml:Subject>", ""),
  },
  {
    name: "more than 256 kB",
    reason: "SAML_TOO_LARGE",
    make: (honest) => makeResponse({ ...honest, attributes: { x: ["a".repeat(270_000)] } }),
  },
  {
    name: "a logout response",
    reason: "SAML_NOT_A_RESPONSE",
    make: (honest) => makeResponse(honest).replaceAll("samlp:Response", "samlp:LogoutResponse"),
  },
  {
    name: "a failure of the provider",
    reason: "PROVIDER_REFUSED",
    make: (honest) => makeResponse({ ...honest, status: "Requester" }),
  },
  {
    name: "no assertion",
    reason: "SAML_NO_ASSERTION",
    make: (honest) => responseXml(honest, ""),
  },
  {
    name: "two signed assertions",
    reason: "SAML_SEVERAL_ASSERTIONS",
    make: (honest) =>
      responseXml(
        honest,
        signedParts(honest).assertion +
          signedParts({ ...honest }).assertion.replaceAll("_genuine", "_second"),
      ),
  },
  {
    name: "an assertion that is encrypted for another",
    reason: "SAML_ENCRYPTED",
    make: (honest) => responseXml(honest, encryptedForAnother()),
  },
];

function encryptedForAnother(): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING };
  const value = publicEncrypt(key, Buffer.alloc(32)).toString("base64");
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"><xenc:CipherData><xenc:CipherValue>${value}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>`;
}

const sha1Signature = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
const sha1Digest = "http://www.w3.org/2000/09/xmldsig#sha1";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";

/** The signature is missing, weak, or of another key. */
const signatures: readonly HostileResponse[] = [
  {
    name: "no signature",
    reason: "SAML_UNSIGNED",
    make: (honest) => makeResponse({ ...honest, signs: "none" }),
  },
  {
    name: "a signature that was removed",
    reason: "SAML_UNSIGNED",
    make: (honest) => responseXml(honest, signedParts(honest).unsigned),
  },
  {
    name: "another key",
    reason: "SAML_SIGNATURE_INVALID",
    make: (honest) => makeResponse({ ...honest, signer: makeSigner() }),
  },
  {
    name: "an edited e-mail address",
    reason: "SAML_SIGNATURE_INVALID",
    make: (honest) => makeResponse(honest).replace(`>${honest.nameId}<`, `>x${honest.nameId}<`),
  },
  {
    name: "an invalid signature of the response around a valid one of the assertion",
    reason: "SAML_SIGNATURE_INVALID",
    make: (honest) =>
      makeResponse({ ...honest, signs: "both" }).replace("<samlp:Status>", "<samlp:Status >x"),
  },
  {
    name: "a SHA-1 signature",
    reason: "SAML_SIGNATURE_METHOD",
    make: (honest) => makeResponse({ ...honest, signatureMethod: sha1Signature }),
  },
  {
    name: "an HMAC of the public certificate",
    reason: "SAML_SIGNATURE_METHOD",
    make: (honest) =>
      makeResponse(honest).replace(rsaSha256, "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"),
  },
  {
    name: "a SHA-1 digest",
    reason: "SAML_DIGEST_METHOD",
    make: (honest) => makeResponse({ ...honest, digestMethod: sha1Digest }),
  },
  {
    name: "a canonicalization that keeps foreign namespaces",
    reason: "SAML_CANONICALIZATION",
    make: (honest) =>
      makeResponse({
        ...honest,
        canonicalization: "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
      }),
  },
  {
    name: "a transform by XSLT",
    reason: "SAML_TRANSFORM",
    make: (honest) =>
      makeResponse(honest).replace(
        `<ds:Transform Algorithm="${exclusive}"/>`,
        '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
      ),
  },
];

/** The assertion is genuine and says the wrong thing. */
const claims: readonly HostileResponse[] = [
  {
    name: "another issuer with the same key",
    reason: "SAML_ISSUER",
    make: (honest) => makeResponse({ ...honest, issuer: "https://other.example.com" }),
  },
  {
    name: "a response of another issuer",
    reason: "SAML_RESPONSE_ISSUER",
    make: (honest) => makeResponse({ ...honest, responseIssuer: "https://other.example.com" }),
  },
  {
    name: "another destination",
    reason: "SAML_DESTINATION",
    make: (honest) => makeResponse({ ...honest, destination: "https://other.example.com/acs" }),
  },
  {
    name: "another recipient",
    reason: "SAML_RECIPIENT",
    make: (honest) =>
      makeResponse({
        ...honest,
        recipient: "https://other.example.com/acs",
        destination: honest.recipient,
      }),
  },
  {
    name: "another audience",
    reason: "SAML_AUDIENCE",
    make: (honest) => makeResponse({ ...honest, audience: "https://other.example.com" }),
  },
  {
    name: "no audience",
    reason: "SAML_AUDIENCE_MISSING",
    make: (honest) => makeResponse({ ...honest, conditionsXml: "<saml:Conditions/>" }),
  },
  {
    name: "no conditions",
    reason: "SAML_CONDITIONS",
    make: (honest) => makeResponse({ ...honest, conditionsXml: "" }),
  },
  {
    name: "a condition that nobody knows",
    reason: "SAML_CONDITIONS",
    make: (honest) =>
      makeResponse({
        ...honest,
        conditionsXml: `<saml:Conditions><saml:Unknown/><saml:AudienceRestriction><saml:Audience>${honest.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
      }),
  },
  {
    name: "a holder-of-key confirmation",
    reason: "SAML_CONFIRMATION",
    make: (honest) =>
      makeResponse({
        ...honest,
        confirmationXml: `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"/>`,
      }),
  },
  {
    name: "an answer to another request",
    reason: "SAML_IN_RESPONSE_TO",
    make: (honest) => makeResponse({ ...honest, inResponseTo: "_another" }),
  },
  {
    name: "an assertion without a request in an answer to one",
    reason: "SAML_IN_RESPONSE_TO",
    make: (honest) =>
      makeResponse({
        ...honest,
        inResponseTo: null,
        responseInResponseTo: honest.inResponseTo ?? null,
      }),
  },
  {
    name: "a time in the future",
    reason: "SAML_FUTURE",
    make: (honest) => makeResponse({ ...honest, issuedAt: 90 }),
  },
  {
    name: "an assertion of seven minutes ago",
    reason: "SAML_TOO_OLD",
    make: (honest) => makeResponse({ ...honest, issuedAt: -420 }),
  },
  {
    name: "an assertion that is not yet valid",
    reason: "SAML_NOT_YET_VALID",
    make: (honest) => makeResponse({ ...honest, notBefore: 90 }),
  },
  {
    name: "an assertion that has expired",
    reason: "SAML_EXPIRED",
    make: (honest) => makeResponse({ ...honest, notBefore: -200, notOnOrAfter: -90 }),
  },
  {
    name: "a confirmation that has expired",
    reason: "SAML_CONFIRMATION_EXPIRED",
    make: (honest) => makeResponse({ ...honest, confirmationUntil: -90 }),
  },
  {
    name: "a session at the provider that has ended",
    reason: "SAML_SESSION_EXPIRED",
    make: (honest) => makeResponse({ ...honest, sessionUntil: -90 }),
  },
];

const email = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** The person is not one whom the connection may name. */
const people: readonly HostileResponse[] = [
  {
    name: "a transient name",
    reason: "SAML_NAME_ID_FORMAT",
    make: (honest) =>
      makeResponse({
        ...honest,
        nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
      }),
  },
  {
    name: "a user name for an e-mail address",
    reason: "SAML_NAME_ID",
    make: (honest) => makeResponse({ ...honest, nameId: "ann" }),
  },
  {
    name: "two addresses in one name",
    reason: "SAML_NAME_ID",
    make: (honest) =>
      makeResponse({ ...honest, nameId: `ann@other.example.com,${honest.nameId ?? ""}` }),
  },
  {
    name: "an element in the name",
    reason: "SAML_SUBJECT",
    make: (honest) =>
      makeResponse({
        ...honest,
        nameIdXml: `<saml:NameID Format="${email}">${honest.nameId}<saml:x>.evil.com</saml:x></saml:NameID>`,
      }),
  },
  {
    name: "no name",
    reason: "EMAIL_MISSING",
    make: (honest) => makeResponse({ ...honest, nameIdXml: "" }),
  },
  {
    name: "an address of another domain",
    reason: "EMAIL_DOMAIN",
    make: (honest) => makeResponse({ ...honest, nameId: "ann@other.example.org" }),
  },
  {
    name: "an address of a subdomain",
    reason: "EMAIL_DOMAIN",
    make: (honest) =>
      makeResponse({ ...honest, nameId: honest.nameId?.replace("@", "@sub.") ?? "" }),
  },
];

export const hostileResponses: readonly HostileResponse[] = [
  ...wrapping,
  ...forms,
  ...signatures,
  ...claims,
  ...people,
];
