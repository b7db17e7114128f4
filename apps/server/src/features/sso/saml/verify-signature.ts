import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { refuseSignIn } from "../attempt/sso-refusal.ts";
import type { MessageForm } from "./check-message.ts";
import { parseXml, type XmlElement } from "./xml-tree.ts";

/**
 * Verifies the signatures of a message and returns the assertion as they cover it. Nothing else of
 * the message is signed. Times, addressee and single use are not checked here.
 *
 * @param certificates PEM, of which any may have signed
 * @throws Problem SSO_REFUSED
 */
export async function verifySignature(
  message: string,
  { isResponseSigned, isAssertionSigned }: MessageForm,
  certificates: readonly string[],
): Promise<XmlElement> {
  const library = new SAML({
    idpCert: [...certificates],
    issuer: "unused",
    callbackUrl: "https://unused.invalid/",
    audience: false,
    // Every signature that is there must hold, and checkMessage saw that there is one.
    wantAuthnResponseSigned: isResponseSigned,
    wantAssertionsSigned: isAssertionSigned,
    validateInResponseTo: ValidateInResponseTo.never,
    // -1: the library does not check times. The server's clock is handed in and read elsewhere.
    acceptedClockSkewMs: -1,
    signatureAlgorithm: "sha256",
  });
  const assertion = await readAssertion(library, message);
  return parseXml(assertion);
}

async function readAssertion(library: SAML, message: string): Promise<string> {
  const SAMLResponse = Buffer.from(message).toString("base64");
  const { profile } = await library
    .validatePostResponseAsync({ SAMLResponse })
    .catch((error: unknown) => {
      throw refuseSignIn("SAML_SIGNATURE_INVALID", `${(error as Error).message.slice(0, 200)}.`);
    });
  const assertion = profile?.getAssertionXml?.();
  if (assertion === undefined) throw refuseSignIn("SAML_SIGNATURE_INVALID");
  return assertion;
}
