import type { SsoProtocol } from "@lintel/contract/words/sso";

export const protocolNames: Readonly<Record<SsoProtocol, string>> = {
  saml: "SAML 2.0",
  oidc: "OpenID Connect",
};
