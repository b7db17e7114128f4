/** The namespaces and identifiers of SAML 2.0 and of XML signatures. */
export const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
export const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
export const metadataNamespace = "urn:oasis:names:tc:SAML:2.0:metadata";
export const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";

export const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
export const bearerMethod = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
export const successStatus = "urn:oasis:names:tc:SAML:2.0:status:Success";
export const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";

export const signatureMethods: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
]);
export const digestMethods: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);
export const canonicalizations: ReadonlySet<string> = new Set([
  exclusive,
  `${exclusive}WithComments`,
]);
export const transforms: ReadonlySet<string> = new Set([
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  ...canonicalizations,
]);
