import { createHash, randomBytes } from "node:crypto";
import type { TestBrowser } from "./page-browser.ts";
import type { MadeOrganization } from "./factories.ts";
import type { ResponseBody } from "./request.ts";
import type { TestApp } from "./test-app.ts";

export const redirectUri = "http://127.0.0.1:7777/callback";

export interface TokenAnswer {
  readonly status: number;
  readonly body: ResponseBody;
}

/** An OAuth client that speaks the protocol by hand, so that tests can break its rules. */
export interface OauthClient {
  readonly clientId: string;
  readonly verifier: string;
  /** The address that a browser opens. */
  authorizeUrl(changed?: Readonly<Record<string, string | undefined>>): string;
  token(fields: Readonly<Record<string, string | undefined>>): Promise<TokenAnswer>;
  /** Exchanges a code. */
  exchange(
    code: string,
    changed?: Readonly<Record<string, string | undefined>>,
  ): Promise<TokenAnswer>;
  refresh(token: string): Promise<TokenAnswer>;
}

/** Registers a client. */
export async function registerTestClient(
  testApp: TestApp,
  region: "eu" | "us" = "eu",
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<OauthClient> {
  const response = await testApp.app.inject({
    method: "POST",
    url: `${prefixOf(region)}/oauth/register`,
    payload: { client_name: "Test client", redirect_uris: [redirectUri], ...metadata },
  });
  const { client_id: clientId } = JSON.parse(response.payload) as { client_id: string };
  return createOauthClient(testApp, clientId, region);
}

const prefixOf = (region: "eu" | "us") => (region === "us" ? "/us" : "");

export function createOauthClient(
  testApp: TestApp,
  clientId: string,
  region: "eu" | "us" = "eu",
): OauthClient {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const prefix = prefixOf(region);

  async function token(fields: Readonly<Record<string, string | undefined>>) {
    const response = await testApp.app.inject({
      method: "POST",
      url: `${prefix}/oauth/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: write({ client_id: clientId, ...fields }),
    });
    return { status: response.statusCode, body: JSON.parse(response.payload) as ResponseBody };
  }

  return {
    clientId,
    verifier,
    token,
    authorizeUrl: (changed = {}) =>
      `${prefix}/oauth/authorize?${write({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: "S256",
        state: "of the test",
        ...changed,
      })}`,
    exchange: (code, changed = {}) =>
      token({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...changed,
      }),
    refresh: (refresh) => token({ grant_type: "refresh_token", refresh_token: refresh }),
  };
}

function write(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}

/** Goes through the consent page, and returns the parameters that come back to the client. */
export async function consent(
  browser: TestBrowser,
  url: string,
  organization: Pick<MadeOrganization, "slug">,
  answer: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<URLSearchParams> {
  const started = await browser.get(url);
  const page = started.location ?? "";
  if (started.status !== 303) throw new Error(`No consent page: ${started.status} ${started.text}`);
  const form = { decision: "allow", permission: ["specs:read", "projects:read"], ...answer };
  const decided = await browser.post(page, { organization: organization.slug, ...form });
  if (decided.location === null) throw new Error(`${decided.status} ${decided.text}`);
  const { pathname } = new URL(decided.location);
  const done = await browser.get(pathname);
  return new URL(done.location ?? "").searchParams;
}
