import { beforeAll, describe, expect, it } from "vitest";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { request } from "../../testing/request.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { openOidcProvider } from "./testing/oidc-peer.ts";
import { followUntil, openTestServer } from "./testing/open-provider.ts";
import { makeMetadata } from "./testing/saml-response.ts";
import {
  answerByPhp,
  findFreePort,
  openSimpleSamlPhp,
  unpackSimpleSamlPhp,
} from "./testing/simplesamlphp-peer.ts";
import { answerBySamlp, samlpHandler } from "./testing/samlp-peer.ts";
import {
  addPerson,
  beginSaml,
  cookieOf,
  lastAttempt,
  openSsoScene,
  pathOf,
  postResponse,
  type SsoScene,
} from "./testing/sso-scene.ts";

describe.each(["eu", "us"] as const)("a provider that others wrote, in region %s", (region) => {
  let scene: SsoScene;

  beforeAll(async () => {
    scene = await openSsoScene(await useTestApp(), { region });
  });

  const create = async (body: object): Promise<SsoConnection> => {
    const made = await scene.send("POST", "", body);
    if (made.status !== 201) throw new Error(made.text);
    return made.body as unknown as SsoConnection;
  };
  const startTest = async ({ id }: SsoConnection) =>
    String((await scene.send("POST", `/${id}/test`, {})).body["url"]);
  const activate = ({ id }: SsoConnection) => scene.send("POST", `/${id}/activate`, {});

  it("signs a person in: samlp", async () => {
    const user = {
      email: `new@${scene.domain}`,
      displayName: "New Person",
      groups: ["Ops", "Dev"],
    };
    const { signer } = scene;
    await using server = await openTestServer(samlpHandler({ signer, user }));
    const metadataUrl = `${server.origin}/metadata`;
    const connection = await create({
      name: "samlp",
      protocol: "saml",
      metadataUrl,
      attributes: { groups: "http://schemas.xmlsoap.org/claims/Group" },
    });
    const { acsUrl, signInUrl } = connection.serviceProvider;
    expect(signInUrl.includes("/us/")).toBe(region === "us");
    const answer = async (address: string) => {
      const begun = await beginSaml(scene.testApp, address);
      const { base64, relayState } = await answerBySamlp(begun.location);
      return postResponse(scene.testApp, acsUrl, { ...begun, base64, relayState });
    };
    const tested = await answer(await startTest(connection));
    expect(tested.text).toContain("New Person");
    await activate(connection);
    const signedIn = await answer(signInUrl);
    expect(signedIn.status, signedIn.text).toBe(303);
    const cookie = cookieOf(signedIn);
    expect(cookie).toContain(`__Host-lintel-${region}=svc_sess_`);
    const account = await request(scene.testApp, {
      method: "GET",
      path: region === "us" ? "/us/account" : "/account",
      headers: { cookie },
    });
    expect(account.status).toBe(200);
    expect(account.text).toContain(user.email);
  });

  it("signs a person in: simplesamlphp", async ({ skip }) => {
    const missing = await unpackSimpleSamlPhp();
    if (missing !== null) skip(`simplesamlphp of Debian 12 is not available: ${missing}`);
    const { signer, domain } = scene;
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}/simplesaml/saml2/idp`;
    const metadata = makeMetadata(`${origin}/metadata.php`, `${origin}/SSOService.php`, [signer]);
    const connection = await create({ name: "simplesamlphp", protocol: "saml", metadata });
    const email = `php@${domain}`;
    const serviceProviders = [connection.serviceProvider];
    const options = { signer, email, groups: ["Ops"], serviceProviders, port };
    await using server = await openSimpleSamlPhp(options);
    // Its own metadata describes the provider as the first one did.
    const { rowVersion, id } = connection;
    const { metadataUrl } = server;
    const read = await scene.send("PATCH", `/${id}`, { metadataUrl, rowVersion });
    expect(read.status, read.text).toBe(200);
    const { acsUrl, signInUrl } = connection.serviceProvider;
    const answer = async (address: string) => {
      const begun = await beginSaml(scene.testApp, address);
      const { base64, relayState } = await answerByPhp(begun.location);
      return postResponse(scene.testApp, acsUrl, { ...begun, base64, relayState });
    };
    const tested = await answer(await startTest(connection));
    expect(tested.text).toContain("Ann of PHP");
    expect(tested.text).toContain("Ops");
    await activate(connection);
    const signedIn = await answer(signInUrl);
    expect(signedIn.status, signedIn.text).toBe(303);
    expect(cookieOf(signedIn)).toContain(`__Host-lintel-${region}=svc_sess_`);
  }, 120_000);

  it("signs a person in: oidc-provider", async () => {
    const person = await addPerson(scene, "oidc");
    const claims = {
      email: person.email,
      email_verified: true,
      name: "Oidc Person",
      groups: ["Ops"],
    };
    const redirectUrls: string[] = [];
    await using server = await openOidcProvider({ claims, redirectUrls });
    const { clientId, clientSecret, origin } = server;
    const fields = { issuer: origin, clientId, clientSecret };
    const connection = await create({ name: "oidc-provider", protocol: "oidc", ...fields });
    const { redirectUrl, signInUrl } = connection.serviceProvider;
    redirectUrls.push(redirectUrl);
    const answer = async (address: string) => {
      const begun = await request(scene.testApp, { method: "GET", path: pathOf(address) });
      const isEnd = (url: URL) => url.href.startsWith(redirectUrl);
      const callback = await followUntil(String(begun.headers["location"]), isEnd);
      const headers = { cookie: cookieOf(begun), accept: "application/json" };
      return request(scene.testApp, { method: "GET", path: pathOf(callback.href), headers });
    };
    const tested = await answer(await startTest(connection));
    expect(tested.text).toContain("Oidc Person");
    await activate(connection);
    const signedIn = await answer(signInUrl);
    expect(signedIn.status, signedIn.text).toBe(303);
    expect(cookieOf(signedIn)).toContain(`__Host-lintel-${region}=svc_sess_`);
    expect(await lastAttempt(scene, connection.id)).toMatchObject({ result: "success" });
  });
});
