import type { AddressInfo } from "node:net";
import { makeOrganization } from "@lintel/server/testing/factories";
import { request } from "@lintel/server/testing/request";
import { buildTestApp } from "@lintel/server/testing/test-app";
import { conformanceFixture } from "./fixture/conformance-fixture.ts";

/** A server with the fixture that needs no credential, because the suite sends none. */
export interface TestedServer extends AsyncDisposable {
  /** Of its tool server. */
  readonly url: string;
}

/**
 * The complete server on a separate database. Each request gets a staging token before the server
 * reads it, because the list of tools changes only for this kind of credential.
 */
export async function startTestedServer(): Promise<TestedServer> {
  const testApp = await buildTestApp({ name: "conformance", agentOffers: conformanceFixture });
  const { owner } = await makeOrganization(testApp);
  const minted = await request(testApp, {
    method: "POST",
    path: "/api/staging-tokens",
    key: owner.key,
    body: { name: "conformance" },
  });
  const token: unknown = minted.body["token"];
  if (typeof token !== "string") throw new Error(`No token was minted: ${minted.status}`);
  const { server } = testApp.app;
  server.prependListener("request", ({ headers }) => {
    headers["x-api-key"] = token;
  });
  await testApp.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: () => testApp.close(),
  };
}
