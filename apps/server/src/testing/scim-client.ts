import { callAsOperator, makeOrganization, type MadeOrganization } from "./factories.ts";
import { request, type TestRequest, type TestResponse } from "./request.ts";
import type { TestApp } from "./test-app.ts";

/** Sends requests as an identity provider does. */
export interface ScimClient {
  readonly organization: MadeOrganization;
  readonly token: string;
  readonly base: string;
  /** @param path below the organization's address, such as `/Users` */
  send(method: TestRequest["method"], path: string, body?: unknown): Promise<TestResponse>;
  /** A PATCH with these operations. */
  patch(path: string, ...operations: unknown[]): Promise<TestResponse>;
  /** The id of a new user with this address. */
  makeUser(email: string, more?: object): Promise<string>;
  makeGroup(displayName: string, memberIds?: readonly string[]): Promise<string>;
}

export const scimHeaders = (token: string) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/scim+json",
});

/** An organization with SCIM enabled and a token. */
export async function makeScimClient(
  testApp: TestApp,
  options: { region?: "eu" | "us"; organization?: MadeOrganization } = {},
): Promise<ScimClient> {
  const { region = "eu", organization = await makeOrganization(testApp, { region }) } = options;
  await callAsOperator(testApp, organization.region, organization.id, "updateScimSettings", {
    isEnabled: true,
  });
  const token = await makeScimToken(testApp, organization);
  const base = `${organization.region === "us" ? "/us" : ""}/scim/v2/${organization.slug}`;
  const send: ScimClient["send"] = (method, path, body) =>
    request(testApp, { method, path: base + path, body, headers: scimHeaders(token) });
  const makeAt = async (path: string, body: object): Promise<string> => {
    const made = await send("POST", path, body);
    if (made.status !== 201) throw new Error(made.text);
    return String(made.body["id"]);
  };
  return {
    organization,
    token,
    base,
    send,
    patch: (path, ...Operations) => send("PATCH", path, { Operations }),
    makeUser: (email, more = {}) =>
      makeAt("/Users", { userName: email, emails: [{ value: email, primary: true }], ...more }),
    makeGroup: (displayName, memberIds = []) =>
      makeAt("/Groups", { displayName, members: memberIds.map((value) => ({ value })) }),
  };
}

export async function makeScimToken(
  testApp: TestApp,
  { region, id }: Pick<MadeOrganization, "region" | "id">,
): Promise<string> {
  const made = await callAsOperator(testApp, region, id, "createScimToken", { name: "Okta" });
  return made.token;
}
