import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { inflateRawSync } from "node:zlib";
import type { Signer } from "./make-signer.ts";
import { makeMetadata } from "./saml-response.ts";

// samlp has no types: this is the part of it that is used.
interface Samlp {
  auth(
    options: object,
  ): (request: object, response: object, next: (error?: unknown) => void) => void;
}

const samlp = createRequire(import.meta.url)("samlp") as Samlp;

interface SamlpOptions {
  readonly signer: Signer;
  readonly user: {
    readonly email: string;
    readonly displayName: string;
    readonly groups: readonly string[];
  };
}

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

/** Serves samlp as a provider, whose one person is signed in. */
export function samlpHandler({ signer, user }: SamlpOptions) {
  return (request: IncomingMessage, response: ServerResponse, origin: string): unknown => {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/metadata")
      return response.end(makeMetadata(`${origin}/metadata`, `${origin}/sso`, [signer]));
    const profile = {
      getClaims: () => ({
        [`${claims}/emailaddress`]: user.email,
        [`${claims}/name`]: user.displayName,
        "http://schemas.xmlsoap.org/claims/Group": user.groups,
      }),
      getNameIdentifier: () => ({ nameIdentifier: user.email, nameIdentifierFormat: emailFormat }),
    };
    const query = Object.fromEntries(url.searchParams);
    const acs = readAcs(query["SAMLRequest"] ?? "");
    const handle = samlp.auth({
      issuer: `${origin}/metadata`,
      cert: signer.cert,
      key: signer.key,
      lifetimeInSeconds: 300,
      signatureAlgorithm: "rsa-sha256",
      digestAlgorithm: "sha256",
      destination: acs,
      recipient: acs,
      getPostURL: (_: string, __: unknown, ___: unknown, done: (e: null, url: string) => void) =>
        done(null, acs),
      getUserFromRequest: () => user,
      profileMapper: () => profile,
    });
    const answer = {
      set: (name: string, value: string) => response.setHeader(name, value),
      send: (body: string) => response.end(body),
    };
    return handle({ method: "GET", query, body: {}, headers: request.headers }, answer, (error) => {
      response.writeHead(500).end(String(error));
    });
  };
}

function readAcs(request: string): string {
  const xml = inflateRawSync(Buffer.from(request, "base64")).toString();
  return / AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? "";
}

/** Opens the provider's page and reads the form that a browser would submit. */
export async function answerBySamlp(
  location: URL,
): Promise<{ base64: string; relayState: string }> {
  const page = await (await fetch(location)).text();
  const valueOf = (name: string) =>
    (new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? "").replaceAll(
      "&#x3D;",
      "=",
    );
  const base64 = valueOf("SAMLResponse");
  if (base64 === "") throw new Error(page);
  return { base64, relayState: valueOf("RelayState") };
}
