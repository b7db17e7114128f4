import { refuseSignIn } from "../attempt/sso-refusal.ts";
import {
  assertionNamespace,
  canonicalizations,
  digestMethods,
  protocolNamespace,
  signatureMethods,
  signatureNamespace,
  successStatus,
  transforms,
} from "./saml-names.ts";
import { childrenOf, descendants, is, type XmlElement } from "./xml-tree.ts";

/** What a message may be trusted to be before its signature is verified: its form, and no more. */
export interface MessageForm {
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
}

/**
 * Refuses every form in which a signature could cover other bytes than those that are read (the
 * signature wrapping attacks of Somorovsky et al., "On Breaking SAML", 2012).
 *
 * @throws Problem SSO_REFUSED
 */
export function checkMessage(response: XmlElement): MessageForm {
  if (!is(response, protocolNamespace, "Response") || response.attributes["Version"] !== "2.0")
    throw refuseSignIn("SAML_NOT_A_RESPONSE");
  checkStatus(response);
  const all = [...descendants(response)];
  checkIds(all);
  const assertion = checkAssertions(response, all);
  const isResponseSigned = checkSignature(response);
  const isAssertionSigned = checkSignature(assertion);
  const signatures = all.filter((one) => is(one, signatureNamespace, "Signature"));
  if (signatures.length !== Number(isResponseSigned) + Number(isAssertionSigned))
    throw refuseSignIn("SAML_SIGNATURE_MISPLACED");
  if (signatures.length === 0) throw refuseSignIn("SAML_UNSIGNED");
  return { isResponseSigned, isAssertionSigned };
}

function checkStatus(response: XmlElement): void {
  const codes = childrenOf(response, protocolNamespace, "Status").flatMap((status) =>
    childrenOf(status, protocolNamespace, "StatusCode"),
  );
  const [code] = codes;
  const value = code?.attributes["Value"] ?? "";
  if (codes.length === 1 && value === successStatus) return;
  const inner = code?.children.map((one) => one.attributes["Value"] ?? "") ?? [];
  const words = [value, ...inner].map((one) => one.replace(/^.*:/, "").slice(0, 60));
  throw refuseSignIn("PROVIDER_REFUSED", `status ${words.join(" / ") || "missing"}.`);
}

function checkIds(all: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of all)
    for (const [name, value] of Object.entries(attributes)) {
      if (name.toLowerCase() !== "id") continue;
      if (seen.has(value)) throw refuseSignIn("SAML_DUPLICATE_ID");
      seen.add(value);
    }
}

// Names are compared without their namespace: no look-alike is left for the library to find.
function checkAssertions(response: XmlElement, all: readonly XmlElement[]): XmlElement {
  if (all.some(({ name }) => name === "EncryptedAssertion" || name === "EncryptedID"))
    throw refuseSignIn("SAML_ENCRYPTED");
  const named = all.filter(({ name }) => name === "Assertion");
  const direct = childrenOf(response, assertionNamespace, "Assertion");
  const [assertion] = direct;
  if (named.length === 0) throw refuseSignIn("SAML_NO_ASSERTION");
  if (direct.length > 1) throw refuseSignIn("SAML_SEVERAL_ASSERTIONS");
  if (assertion === undefined || named.length > 1 || all.filter(isResponse).length > 1)
    throw refuseSignIn("SAML_ASSERTION_MISPLACED");
  return assertion;
}

const isResponse = ({ name }: XmlElement) => name === "Response";

/** Whether the element has a signature of its own, which then has the one form that is accepted. */
function checkSignature(element: XmlElement): boolean {
  const signatures = childrenOf(element, signatureNamespace, "Signature");
  const [signature] = signatures;
  if (signature === undefined) return false;
  if (signatures.length > 1) throw refuseSignIn("SAML_SIGNATURE_MISPLACED");
  if (childrenOf(signature, signatureNamespace, "Object").length > 0)
    throw refuseSignIn("SAML_SIGNATURE_OBJECT");
  const [info, ...more] = childrenOf(signature, signatureNamespace, "SignedInfo");
  if (info === undefined || more.length > 0) throw refuseSignIn("SAML_REFERENCE");
  checkMethods(info);
  checkReference(info, element.attributes["ID"] ?? "");
  return true;
}

function checkMethods(info: XmlElement): void {
  const method = onlyAlgorithm(info, "SignatureMethod");
  if (!signatureMethods.has(method)) throw refuseSignIn("SAML_SIGNATURE_METHOD", shown(method));
  const canonicalization = onlyAlgorithm(info, "CanonicalizationMethod");
  if (!canonicalizations.has(canonicalization))
    throw refuseSignIn("SAML_CANONICALIZATION", shown(canonicalization));
}

function checkReference(info: XmlElement, id: string): void {
  const [reference, ...others] = childrenOf(info, signatureNamespace, "Reference");
  const isOfElement = reference?.attributes["URI"] === `#${id}` && id !== "";
  if (reference === undefined || others.length > 0 || !isOfElement)
    throw refuseSignIn("SAML_REFERENCE");
  const digest = onlyAlgorithm(reference, "DigestMethod");
  if (!digestMethods.has(digest)) throw refuseSignIn("SAML_DIGEST_METHOD", shown(digest));
  const values = childrenOf(reference, signatureNamespace, "DigestValue");
  if (values.length !== 1 || (values[0]?.children.length ?? 0) > 0)
    throw refuseSignIn("SAML_REFERENCE");
  const applied = childrenOf(reference, signatureNamespace, "Transforms")
    .flatMap((list) => childrenOf(list, signatureNamespace, "Transform"))
    .map(({ attributes }) => attributes["Algorithm"] ?? "");
  const foreign = applied.find((one) => !transforms.has(one));
  if (foreign !== undefined || applied.length > 2)
    throw refuseSignIn("SAML_TRANSFORM", foreign === undefined ? undefined : shown(foreign));
}

/** The algorithm of the one element of a name; empty where there is none or several. */
function onlyAlgorithm(parent: XmlElement, name: string): string {
  const found = childrenOf(parent, signatureNamespace, name);
  return found.length === 1 ? (found[0]?.attributes["Algorithm"] ?? "") : "";
}

const shown = (algorithm: string) => `${algorithm.slice(0, 120) || "none is named"}.`;
