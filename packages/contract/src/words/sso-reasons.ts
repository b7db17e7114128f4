import type { ProblemCode } from "./problems.ts";

/** Why a single sign-on was refused. `fix` says what to change, usually at the identity provider. */
export interface SsoReasonRow {
  readonly title: string;
  readonly fix: string;
  /** The code of the problem; SSO_REFUSED unless given. */
  readonly problem?: ProblemCode;
}

const askAgain = "Start the sign-in again from the sign-in page.";

/** The reasons that end an attempt. The name is stored in the trace; texts may be reworded. */
export const ssoReasons = {
  CONNECTION_NOT_READY: {
    title: "The connection cannot be used",
    fix: "Test the connection and activate it in the settings of the organization.",
  },
  REQUEST_UNKNOWN: {
    title: "The answer belongs to no sign-in that was started here",
    fix: `${askAgain} A sign-in expires after ten minutes, and its answer is accepted once.`,
  },
  BROWSER_MISMATCH: {
    title: "The sign-in was started in another browser",
    fix: `${askAgain} Allow cookies of this site.`,
  },
  PROVIDER_REFUSED: {
    title: "The identity provider refused the sign-in",
    fix: "Check at the provider that the person is assigned to the application; `detail` has the provider's words.",
  },
  EMAIL_MISSING: {
    title: "The provider stated no e-mail address",
    fix: "Map the person's e-mail address to NameID (SAML), to the claim `email` (OpenID Connect), or to the attribute that the connection names.",
    problem: "MISSING_CLAIM",
  },
  EMAIL_AMBIGUOUS: {
    title: "The provider stated several e-mail addresses",
    fix: "Map exactly one value to the attribute of the e-mail address.",
  },
  EMAIL_INVALID: {
    title: "The stated e-mail address is not valid",
    fix: "Map the person's e-mail address, not a user name.",
  },
  EMAIL_DOMAIN: {
    title: "The domain of the e-mail address is not one of the connection's",
    fix: "Verify the domain in the organization and save the connection again: it captures the domains that are verified at that moment. A subdomain is another domain.",
  },
  EMAIL_UNVERIFIED: {
    title: "The provider does not confirm the e-mail address",
    fix: "Verify the address at the provider. For a provider that never states `email_verified`, set isEmailTrusted of the connection.",
  },
  ADMISSION_REFUSED: {
    title: "The organization does not admit the person",
    fix: "See `detail`: just-in-time provisioning may be off, or SCIM deactivated the person.",
  },
  SAML_RESPONSE_MISSING: {
    title: "The form has no SAMLResponse",
    fix: "Use the HTTP-POST binding for the assertion consumer service.",
  },
  SAML_NOT_BASE64: {
    title: "SAMLResponse is not Base64",
    fix: "Use the HTTP-POST binding without deflating the response.",
  },
  SAML_TOO_LARGE: {
    title: "The response is larger than 256 kB",
    fix: "Limit the groups that the provider sends to those assigned to the application.",
  },
  SAML_DOCTYPE: {
    title: "The response has a document type declaration",
    fix: "No identity provider sends one; look for what changes the response on its way.",
  },
  SAML_ENTITY: {
    title: "The response declares an entity",
    fix: "No identity provider sends one; look for what changes the response on its way.",
  },
  SAML_COMMENT: {
    title: "The response has a comment",
    fix: "No identity provider sends one; look for what changes the response on its way.",
  },
  SAML_INSTRUCTION: {
    title: "The response has a processing instruction",
    fix: "No identity provider sends one; look for what changes the response on its way.",
  },
  SAML_NOT_XML: {
    title: "The response is not well-formed XML in UTF-8",
    fix: "Check the encoding and the template of the response at the provider.",
  },
  SAML_NOT_A_RESPONSE: {
    title: "The message is not a SAML 2.0 response",
    fix: "Configure the application as SAML 2.0 with the assertion consumer service of the connection's metadata.",
  },
  SAML_ENCRYPTED: {
    title: "The assertion is encrypted",
    fix: "Turn off assertion encryption at the provider: the connection offers no encryption key, and TLS protects the response.",
  },
  SAML_NO_ASSERTION: {
    title: "The response has no assertion",
    fix: "Check the status that the provider sent, and its log.",
  },
  SAML_SEVERAL_ASSERTIONS: {
    title: "The response has several assertions",
    fix: "Send exactly one assertion in a response.",
  },
  SAML_ASSERTION_MISPLACED: {
    title: "The assertion is not directly in the response",
    fix: "This is the form of a signature wrapping attack; look for what changes the response on its way.",
  },
  SAML_DUPLICATE_ID: {
    title: "Two elements have the same ID",
    fix: "This is the form of a signature wrapping attack; look for what changes the response on its way.",
  },
  SAML_UNSIGNED: {
    title: "Neither the response nor the assertion is signed",
    fix: "Turn on signing of the assertion at the provider.",
  },
  SAML_SIGNATURE_MISPLACED: {
    title: "A signature is not directly in the response or its assertion, or there are several",
    fix: "This is the form of a signature wrapping attack; look for what changes the response on its way.",
  },
  SAML_SIGNATURE_OBJECT: {
    title: "A signature contains an object",
    fix: "Use an enveloped signature.",
  },
  SAML_SIGNATURE_METHOD: {
    title: "The signature method is not accepted",
    fix: "Sign with RSA and SHA-256 or SHA-512; SHA-1 is not accepted.",
  },
  SAML_DIGEST_METHOD: {
    title: "The digest method is not accepted",
    fix: "Digest with SHA-256 or SHA-512; SHA-1 is not accepted.",
  },
  SAML_CANONICALIZATION: {
    title: "The canonicalization is not accepted",
    fix: "Use exclusive canonicalization (xml-exc-c14n).",
  },
  SAML_TRANSFORM: {
    title: "A transform of the signature is not accepted",
    fix: "Use the enveloped signature and exclusive canonicalization only.",
  },
  SAML_REFERENCE: {
    title: "The signature does not refer to the element that contains it",
    fix: "Use one enveloped signature that refers to its element by ID.",
  },
  SAML_CERTIFICATE_EXPIRED: {
    title: "Every certificate of the connection has expired",
    fix: "Add the provider's present certificate, or refresh the metadata, and test the connection.",
  },
  SAML_SIGNATURE_INVALID: {
    title: "The signature does not match a certificate of the connection",
    fix: "Add the provider's present certificate to the connection, or refresh the metadata.",
  },
  SAML_RESPONSE_ISSUER: {
    title: "The response is of another issuer than its assertion's",
    fix: "Compare the entity id of the connection with that of the provider.",
  },
  SAML_ISSUER: {
    title: "The assertion is of another issuer",
    fix: "Compare the entity id of the connection with that of the provider.",
  },
  SAML_DESTINATION: {
    title: "The response is for another destination",
    fix: "Set the assertion consumer service (ACS, single sign-on URL, reply URL) to the address in `detail`.",
  },
  SAML_RECIPIENT: {
    title: "The assertion is for another recipient",
    fix: "Set the recipient to the assertion consumer service in `detail`.",
  },
  SAML_AUDIENCE_MISSING: {
    title: "The assertion has no audience",
    fix: "Set the audience (SP entity id) to the entity id in `detail`.",
  },
  SAML_AUDIENCE: {
    title: "The assertion is for another audience",
    fix: "Set the audience (SP entity id) to the entity id in `detail`.",
  },
  SAML_CONDITIONS: {
    title: "The assertion's conditions are missing or unknown",
    fix: "Send one Conditions element with NotBefore, NotOnOrAfter and an audience.",
  },
  SAML_CONFIRMATION: {
    title: "The assertion has no bearer confirmation",
    fix: "Send one SubjectConfirmation of the method bearer with Recipient and NotOnOrAfter.",
  },
  SAML_CONFIRMATION_EXPIRED: {
    title: "The confirmation of the subject has expired",
    fix: "Compare the clocks of provider and server (NTP).",
  },
  SAML_FUTURE: {
    title: "The assertion was issued in the future",
    fix: "Compare the clocks of provider and server (NTP).",
  },
  SAML_TOO_OLD: {
    title: "The assertion was issued more than five minutes ago",
    fix: "Compare the clocks of provider and server (NTP), and sign in again.",
  },
  SAML_NOT_YET_VALID: {
    title: "The assertion is not yet valid",
    fix: "Compare the clocks of provider and server (NTP).",
  },
  SAML_EXPIRED: {
    title: "The assertion has expired",
    fix: "Compare the clocks of provider and server (NTP), and sign in again.",
  },
  SAML_SESSION_EXPIRED: {
    title: "The session at the provider has ended",
    fix: "Sign out at the provider and sign in again.",
  },
  SAML_UNSOLICITED: {
    title: "The sign-in was started at the provider",
    fix: "Start it from the sign-in page, or allow sign-ins that the provider starts (isIdpInitiatedAllowed).",
  },
  SAML_IN_RESPONSE_TO: {
    title: "The assertion answers another request",
    fix: askAgain,
  },
  SAML_REPLAYED: {
    title: "The assertion was used before",
    fix: `${askAgain} An assertion is accepted once.`,
  },
  SAML_SUBJECT: {
    title: "The assertion does not name exactly one subject",
    fix: "Send one Subject with one NameID.",
  },
  SAML_NAME_ID_FORMAT: {
    title: "The format of the NameID is not emailAddress",
    fix: "Set the NameID format to emailAddress (urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress).",
  },
  SAML_NAME_ID: {
    title: "The NameID is not an e-mail address",
    fix: "Map the person's e-mail address to the NameID.",
  },
  OIDC_ISSUER_MIXED_UP: {
    title: "The answer is of another provider than the one that was asked",
    fix: "This is the form of a mix-up attack (RFC 9207). Compare the connection's issuer with the provider's.",
  },
  OIDC_ISSUER_UNSTATED: {
    title: "The answer does not state its issuer, although the provider announces that it does",
    fix: "Refresh the metadata of the connection; the provider must send `iss` (RFC 9207).",
  },
  OIDC_CODE_MISSING: {
    title: "The answer has no code",
    fix: "Register the application for the authorization code flow.",
  },
  OIDC_CODE_REPLAYED: {
    title: "The code was used before",
    fix: askAgain,
  },
  OIDC_CODE_REFUSED: {
    title: "The provider did not exchange the code",
    fix: "Check client id, client secret, its expiry and the redirect address at the provider; `detail` has its answer.",
  },
  OIDC_PROVIDER_UNREACHABLE: {
    title: "The provider could not be reached",
    fix: "Check that the server may reach the provider's token endpoint and keys (LINTEL_EGRESS_ALLOW for private addresses).",
  },
  OIDC_TOKEN_MISSING: {
    title: "The provider returned no ID token",
    fix: "Include the scope openid, and register the application for OpenID Connect.",
  },
  OIDC_ALGORITHM: {
    title: "The ID token is signed with an algorithm that is not accepted",
    fix: "Sign ID tokens with RS256, PS256, ES256 or EdDSA; `none` and HS256 are not accepted.",
  },
  OIDC_SIGNATURE_INVALID: {
    title: "The signature of the ID token does not match the provider's keys",
    fix: "Check that jwks_uri of the provider lists the key that signs.",
  },
  OIDC_ISSUER: {
    title: "The ID token is of another issuer",
    fix: "Compare the connection's issuer with the provider's, character by character.",
  },
  OIDC_AUDIENCE: {
    title: "The ID token is for another client",
    fix: "Compare the client id with the one registered at the provider.",
  },
  OIDC_NONCE: {
    title: "The ID token answers another request",
    fix: askAgain,
  },
  OIDC_EXPIRED: {
    title: "The ID token is not valid at this time",
    fix: "Compare the clocks of provider and server (NTP).",
  },
  OIDC_TOKEN_INVALID: {
    title: "The provider's answer is not valid",
    fix: "See `detail`, and compare with OpenID Connect Core §3.1.3.",
  },
} as const satisfies Record<string, SsoReasonRow>;

export type SsoReason = keyof typeof ssoReasons;

export const ssoReasonNames = Object.keys(ssoReasons) as SsoReason[];
