import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { SsoAttempt, SsoConnection } from "@lintel/contract/shapes/sso";
import { makeMember, makeOrganization, type MadeOrganization } from "../../../testing/factories.ts";
import { request, type TestResponse } from "../../../testing/request.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { makeSigner, type Signer } from "./make-signer.ts";
import { makeMetadata, makeResponse, type ResponseOptions } from "./saml-response.ts";

export const providerId = "https://idp.example.com/saml";
export const providerSignIn = "https://idp.example.com/saml/sso";

/** An organization with a verified domain. */
export interface SsoScene {
  readonly testApp: TestApp;
  readonly organization: MadeOrganization;
  readonly domain: string;
  readonly signer: Signer;
  send(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    body?: object,
  ): Promise<TestResponse>;
}

export async function openSsoScene(
  testApp: TestApp,
  { region = "eu" }: { readonly region?: "eu" | "us" } = {},
): Promise<SsoScene> {
  const organization = await makeOrganization(testApp, { region });
  const domain = `${randomBytes(4).toString("hex")}.example.com`;
  await verifyDomain(testApp, organization, domain);
  const { owner } = organization;
  return {
    testApp,
    organization,
    domain,
    signer: makeSigner(),
    send: (method, path, body) =>
      request(testApp, {
        method,
        path: `/api/sso/connections${path}`,
        key: owner.key,
        region,
        body,
      }),
  };
}

/** As the check of its TXT record does. */
export async function verifyDomain(
  testApp: TestApp,
  { id, region }: Pick<MadeOrganization, "id" | "region">,
  domain: string,
): Promise<void> {
  const db = await testApp.cells[region].platform.database();
  const now = new Date();
  const stamps = { createdAt: now, modifiedAt: now, verifiedAt: now, verifiedBy: "dns" as const };
  const row = { organizationId: id, id: crypto.randomUUID(), domain, txtValue: "x", rowVersion: 1 };
  await db
    .insertInto("emailDomain")
    .values({ ...row, ...stamps })
    .execute();
}

/** A SAML connection, as its admin creates it. */
export async function connectSaml(
  { send, signer }: SsoScene,
  fields: object = {},
): Promise<SsoConnection> {
  const metadata = makeMetadata(providerId, providerSignIn, [signer]);
  const body = { name: `SAML ${crypto.randomUUID()}`, protocol: "saml", metadata, ...fields };
  const made = await send("POST", "", body);
  if (made.status !== 201) throw new Error(made.text);
  return made.body as unknown as SsoConnection;
}

/** A sign-in that was begun in a browser. */
export interface BegunSignIn {
  readonly cookie: string;
  readonly relayState: string;
  readonly inResponseTo: string;
  readonly location: URL;
}

/** The addresses that a provider is configured with. */
export type ServiceProviderView = SsoConnection["serviceProvider"];

export const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
};

/** @param address of the sign-in or of a test */
export async function beginSaml(testApp: TestApp, address: string): Promise<BegunSignIn> {
  const begun = await request(testApp, { method: "GET", path: pathOf(address) });
  if (begun.status !== 303) throw new Error(`${begun.status} ${begun.text}`);
  const location = new URL(String(begun.headers["location"]));
  const deflated = Buffer.from(location.searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = inflateRawSync(deflated).toString();
  return {
    cookie: cookieOf(begun),
    relayState: location.searchParams.get("RelayState") ?? "",
    inResponseTo: / ID="([^"]+)"/.exec(xml)?.[1] ?? "",
    location,
  };
}

export function cookieOf({ headers }: TestResponse): string {
  return [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(";", 1)[0])
    .join("; ");
}

/** Sends a response as a browser does. */
export function postResponse(
  testApp: TestApp,
  acsUrl: string,
  {
    xml,
    base64,
    relayState,
    cookie,
    accept = "application/json",
  }: {
    readonly xml?: string;
    readonly base64?: string;
    readonly relayState?: string;
    readonly cookie?: string;
    readonly accept?: string;
  },
): Promise<TestResponse> {
  const form = new URLSearchParams();
  const text = base64 ?? (xml === undefined ? undefined : Buffer.from(xml).toString("base64"));
  if (text !== undefined) form.set("SAMLResponse", text);
  if (relayState !== undefined) form.set("RelayState", relayState);
  return request(testApp, {
    method: "POST",
    path: pathOf(acsUrl),
    headers: {
      accept,
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://idp.example.com",
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: form.toString(),
  });
}

/** What a provider answers to a sign-in. */
export function answerTo(
  { signer, domain }: SsoScene,
  { serviceProvider }: SsoConnection,
  begun: Pick<BegunSignIn, "inResponseTo">,
  changes: Partial<ResponseOptions> = {},
): ResponseOptions {
  return {
    signer,
    issuer: providerId,
    audience: serviceProvider.entityId,
    recipient: serviceProvider.acsUrl,
    inResponseTo: begun.inResponseTo,
    nameId: `ann@${domain}`,
    ...changes,
  };
}

/** Tests the connection with success and activates it. */
export async function activate(scene: SsoScene, connection: SsoConnection): Promise<void> {
  await testConnection(scene, connection);
  const activated = await scene.send("POST", `/${connection.id}/activate`, {});
  if (activated.status !== 200) throw new Error(activated.text);
}

export async function testConnection(
  scene: SsoScene,
  connection: SsoConnection,
  changes: Partial<ResponseOptions> = {},
): Promise<TestResponse> {
  const { testApp } = scene;
  const started = await scene.send("POST", `/${connection.id}/test`, {});
  const begun = await beginSaml(testApp, String(started.body["url"]));
  const xml = makeResponse(answerTo(scene, connection, begun, changes));
  return postResponse(testApp, connection.serviceProvider.acsUrl, { xml, ...begun });
}

/** The last attempt of a connection. */
export async function lastAttempt(scene: SsoScene, id: string): Promise<SsoAttempt> {
  const listed = await scene.send("GET", `/${id}/attempts?take=1`);
  const [last] = listed.body["items"] as unknown as SsoAttempt[];
  if (last === undefined) throw new Error("The connection has no attempt.");
  return last;
}

/** A member of the organization with an address of the domain. */
export async function addPerson({ testApp, organization, domain }: SsoScene, name = "ann") {
  const db = await testApp.cells[organization.region].platform.database();
  const member = await makeMember(testApp, organization, "member");
  const email = `${name}@${domain}`;
  await db.updateTable("userAccount").set({ email }).where("id", "=", member.userId).execute();
  return { ...member, email };
}
