import { refuseSignIn } from "../attempt/sso-refusal.ts";
import { assertionNamespace, bearerMethod, emailFormat } from "./saml-names.ts";
import { childrenOf, type XmlElement } from "./xml-tree.ts";

/** What an assertion must say to be for this connection. */
export interface ExpectedAssertion {
  /** The provider's entity id. */
  readonly issuer: string;
  /** This connection's entity id. */
  readonly audience: string;
  /** The assertion consumer service. */
  readonly recipient: string;
  /** The request that it answers; null: none, the provider began the sign-in. */
  readonly inResponseTo: string | null;
  readonly now: Date;
}

/** How long an assertion is accepted after it was issued, and how far clocks may differ. */
const lifeMs = 5 * 60_000;
const skewMs = 60_000;

const clauses = new Set(["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]);

/**
 * Checks issuer, addressee and times of a verified assertion (SAML 2.0 Profiles §4.1.4.3).
 *
 * @returns its id, and until when it could be replayed.
 * @throws Problem SSO_REFUSED
 */
export function checkAssertion(
  assertion: XmlElement,
  expected: ExpectedAssertion,
): { id: string; notOnOrAfter: Date } {
  checkIssuer(assertion, expected.issuer);
  checkIssueInstant(assertion, expected.now);
  checkConditions(assertion, expected);
  const confirmedUntil = checkConfirmation(assertion, expected);
  checkSession(assertion, expected.now);
  const id = assertion.attributes["ID"] ?? "";
  return { id, notOnOrAfter: new Date(confirmedUntil + skewMs) };
}

export function checkIssuer(parent: XmlElement, issuer: string): void {
  const stated = childrenOf(parent, assertionNamespace, "Issuer");
  if (stated.length === 1 && stated[0]?.text.trim() === issuer) return;
  throw refuseSignIn("SAML_ISSUER", `the connection expects ${issuer}.`);
}

function checkIssueInstant({ attributes }: XmlElement, now: Date): void {
  const issued = readTime(attributes["IssueInstant"]) ?? Number.NaN;
  if (!(issued <= now.getTime() + skewMs)) throw refuseSignIn("SAML_FUTURE");
  if (issued + lifeMs + skewMs <= now.getTime()) throw refuseSignIn("SAML_TOO_OLD");
}

function checkConditions(assertion: XmlElement, { audience, now }: ExpectedAssertion): void {
  const [conditions, ...others] = childrenOf(assertion, assertionNamespace, "Conditions");
  const isKnown = conditions?.children.every(({ name }) => clauses.has(name)) ?? false;
  if (conditions === undefined || others.length > 0 || !isKnown)
    throw refuseSignIn("SAML_CONDITIONS");
  const before = readTime(conditions.attributes["NotBefore"]);
  const until = readTime(conditions.attributes["NotOnOrAfter"]);
  if (before !== null && now.getTime() + skewMs < before) throw refuseSignIn("SAML_NOT_YET_VALID");
  if (until !== null && now.getTime() - skewMs >= until) throw refuseSignIn("SAML_EXPIRED");
  const restrictions = childrenOf(conditions, assertionNamespace, "AudienceRestriction");
  const expected = `it must be ${audience}.`;
  if (restrictions.length === 0) throw refuseSignIn("SAML_AUDIENCE_MISSING", expected);
  // Every restriction must hold (SAML 2.0 Core §2.5.1.4).
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, assertionNamespace, "Audience").some(
      ({ text }) => text.trim() === audience,
    );
  if (!restrictions.every(isForUs)) throw refuseSignIn("SAML_AUDIENCE", expected);
}

/** @returns until when the confirmation holds, in milliseconds. */
function checkConfirmation(assertion: XmlElement, expected: ExpectedAssertion): number {
  const [data, ...others] = bearerData(assertion);
  if (data === undefined || others.length > 0) throw refuseSignIn("SAML_CONFIRMATION");
  const { Recipient, NotOnOrAfter, NotBefore, InResponseTo = null } = data.attributes;
  if (Recipient !== expected.recipient)
    throw refuseSignIn("SAML_RECIPIENT", `it must be ${expected.recipient}.`);
  const until = readTime(NotOnOrAfter);
  if (until === null || NotBefore !== undefined) throw refuseSignIn("SAML_CONFIRMATION");
  if (expected.now.getTime() - skewMs >= until) throw refuseSignIn("SAML_CONFIRMATION_EXPIRED");
  if (InResponseTo !== expected.inResponseTo) throw refuseSignIn("SAML_IN_RESPONSE_TO");
  return until;
}

function bearerData(assertion: XmlElement): XmlElement[] {
  return childrenOf(onlySubject(assertion), assertionNamespace, "SubjectConfirmation")
    .filter(({ attributes }) => attributes["Method"] === bearerMethod)
    .flatMap((one) => childrenOf(one, assertionNamespace, "SubjectConfirmationData"));
}

/** The request that the assertion says it answers. */
export function bearerInResponseTo(assertion: XmlElement): string | null {
  return bearerData(assertion)[0]?.attributes["InResponseTo"] ?? null;
}

function checkSession(assertion: XmlElement, now: Date): void {
  for (const { attributes } of childrenOf(assertion, assertionNamespace, "AuthnStatement")) {
    const until = readTime(attributes["SessionNotOnOrAfter"]);
    if (until !== null && now.getTime() - skewMs >= until)
      throw refuseSignIn("SAML_SESSION_EXPIRED");
  }
}

function onlySubject(assertion: XmlElement): XmlElement {
  const [subject, ...others] = childrenOf(assertion, assertionNamespace, "Subject");
  if (subject === undefined || others.length > 0) throw refuseSignIn("SAML_SUBJECT");
  return subject;
}

/** The NameID as it was stated; null where there is none. */
export function readNameId(assertion: XmlElement): { format: string; value: string } | null {
  const names = childrenOf(onlySubject(assertion), assertionNamespace, "NameID");
  const [name] = names;
  if (name === undefined) return null;
  if (names.length > 1 || name.children.length > 0) throw refuseSignIn("SAML_SUBJECT");
  return { format: name.attributes["Format"] ?? "", value: name.text.trim() };
}

/** @throws Problem SSO_REFUSED or MISSING_CLAIM unless the NameID is an e-mail address. */
export function checkNameId(assertion: XmlElement, isEmail: (text: string) => boolean): string {
  const name = readNameId(assertion);
  if (name === null || name.value === "") throw refuseSignIn("EMAIL_MISSING");
  if (name.format !== emailFormat)
    throw refuseSignIn("SAML_NAME_ID_FORMAT", `${name.format.slice(0, 120) || "none is stated"}.`);
  if (!isEmail(name.value)) throw refuseSignIn("SAML_NAME_ID");
  return name.value;
}

/** Every attribute with its values, in their order. */
export function readAttributes(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, assertionNamespace, "AttributeStatement"))
    for (const attribute of childrenOf(statement, assertionNamespace, "Attribute")) {
      const name = attribute.attributes["Name"] ?? "";
      const values = childrenOf(attribute, assertionNamespace, "AttributeValue").map(({ text }) =>
        text.trim(),
      );
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  return found;
}

/** Milliseconds since the epoch; null where no time is stated. SAML states UTC (Core §1.3.3). */
function readTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time)) throw refuseSignIn("SAML_CONDITIONS", "a time is not one in UTC.");
  return time;
}
