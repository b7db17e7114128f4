import { SAML, generateServiceProviderMetadata } from "@node-saml/node-saml";
import { emailFormat } from "./saml-names.ts";

/** The addresses of a connection, as its provider knows them. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
}

/** The metadata that an identity provider imports. */
export function describeServiceProvider({ entityId, acsUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: emailFormat,
    wantAssertionsSigned: true,
    generateUniqueId: () => "metadata",
  });
}

/** The address at the provider that begins a sign-in (HTTP-Redirect binding). @param id of the request */
export async function makeSignInUrl(
  { entityId, acsUrl }: ServiceProvider,
  signInUrl: string,
  { id, relayState }: { readonly id: string; readonly relayState: string },
): Promise<string> {
  const library = new SAML({
    entryPoint: signInUrl,
    issuer: entityId,
    callbackUrl: acsUrl,
    // A request is not signed, and its answer is verified elsewhere.
    idpCert: "unused",
    identifierFormat: emailFormat,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: "sha256",
    generateUniqueId: () => id,
  });
  return library.getAuthorizeUrlAsync(relayState, undefined, {});
}
