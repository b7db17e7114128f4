import type { MadeMember, MadeOrganization } from "./factories.ts";
import { callAsOperator } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

/** The cookies of a browser, without a browser: forms and pages work without a script. */
export interface Browser {
  readonly region: "eu" | "us";
  readonly cookies: Map<string, string>;
  /** The `Cookie` header. */
  readonly header: () => string;
  /** The access token of the session. */
  readonly session: () => string;
}

type Jar = Pick<Browser, "region" | "cookies">;

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

export function openPage(testApp: TestApp, browser: Jar, path: string): Promise<PageAnswer> {
  return send(testApp, browser, { method: "GET", url: path });
}

/** Submits a form, from a page of the server unless `headers` say otherwise. */
export function submit(
  testApp: TestApp,
  browser: Jar,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  return send(testApp, browser, {
    method: "POST",
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "http://localhost",
      ...headers,
    },
  });
}

async function send(
  testApp: TestApp,
  { cookies }: Jar,
  wanted: {
    method: "GET" | "POST";
    url: string;
    payload?: string;
    headers?: Readonly<Record<string, string>>;
  },
): Promise<PageAnswer> {
  const cookie = cookieHeader(cookies);
  const answer = await testApp.app.inject({
    ...wanted,
    headers: { host: "localhost", ...(cookie === "" ? {} : { cookie }), ...wanted.headers },
  });
  for (const { name, value, maxAge, expires } of answer.cookies as {
    name: string;
    value: string;
    maxAge?: number;
    expires?: Date;
  }[]) {
    const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0);
    if (isGone) cookies.delete(name);
    else cookies.set(name, value);
  }
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
}

const cookieHeader = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Sets a person's password by the operator's link, and signs them in as a browser does. */
export async function signInAs(
  testApp: TestApp,
  { id, region }: Pick<MadeOrganization, "id" | "region">,
  { userId, email }: Pick<MadeMember, "userId" | "email">,
  password: string,
): Promise<Browser> {
  const made = await callAsOperator(testApp, region, id, "makePasswordReset", { userId });
  const jar = { region, cookies: new Map<string, string>() };
  const set = await submit(testApp, jar, new URL(made.link).pathname, { password });
  if (set.status !== 303) throw new Error(`No password was set: ${set.text}`);
  return signInAgain(testApp, { email, region }, password);
}

/** Signs a person in on one more browser. */
export async function signInAgain(
  testApp: TestApp,
  { email, region = "eu" }: Pick<MadeMember, "email"> & { readonly region?: "eu" | "us" },
  password: string,
): Promise<Browser> {
  const cookies = new Map<string, string>();
  const jar = { region, cookies };
  const prefix = region === "us" ? "/us" : "";
  const signedIn = await submit(testApp, jar, `${prefix}/sign-in/password`, { email, password });
  if (signedIn.status !== 303) throw new Error(`Nobody is signed in: ${signedIn.text}`);
  const session = () => cookies.get(`__Host-lintel-${region}`) ?? "";
  return { ...jar, header: () => cookieHeader(cookies), session };
}
