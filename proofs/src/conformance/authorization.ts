import { execFile, spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { makeOrganization } from "@lintel/server/testing/factories";
import { registerTestClient } from "@lintel/server/testing/oauth-client";
import { createBrowser } from "@lintel/server/testing/page-browser";
import { buildTestApp, type TestApp } from "@lintel/server/testing/test-app";
import { productRoot } from "../scene/server-process.ts";

const suite = path.join(
  productRoot,
  "node_modules/@modelcontextprotocol/conformance/dist/index.js",
);

/** The result of the suite for the authorization server of one region. */
export interface AuthorizationResult {
  readonly region: "eu" | "us";
  readonly isPassed: boolean;
  readonly printed: string;
}

/**
 * Runs the scenarios for authorization servers: metadata, and the code flow. The suite prints an address for a browser;
 * a person who is signed in opens it and allows the client.
 */
export async function proveAuthorization(): Promise<readonly AuthorizationResult[]> {
  const testApp = await buildTestApp({ name: "conformance-authorization" });
  try {
    await testApp.app.listen({ host: "127.0.0.1", port: 0 });
    return [await proveRegion(testApp, "eu"), await proveRegion(testApp, "us")];
  } finally {
    await testApp.close();
  }
}

async function proveRegion(testApp: TestApp, region: "eu" | "us"): Promise<AuthorizationResult> {
  const organization = await makeOrganization(testApp, { region });
  const browser = createBrowser(testApp, region);
  await browser.signIn(organization.owner.userId);
  const port = await findPort();
  const redirect = `http://127.0.0.1:${port}/callback`;
  const client = await registerTestClient(testApp, region, { redirect_uris: [redirect] });
  const origin = testApp.cells[region].platform.publicOrigin();
  const issuer = region === "us" ? `${origin}/us` : origin;
  const about = ["--url", issuer, "--client-id", client.clientId, "--port", String(port)];
  const args = [suite, "authorization", ...about, "--resource", `${issuer}/mcp`];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let isOpened = false;
  const listen = (chunk: Buffer) => {
    printed += chunk.toString();
    const address = /^https?:\S+\/oauth\/authorize\?\S+$/m.exec(printed)?.[0];
    if (address === undefined || isOpened) return;
    isOpened = true;
    void allow(browser, address, organization.slug);
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  const isPassed = code === 0 && isOpened && !/FAILURE|✗/.test(printed);
  return { region, isPassed, printed };
}

/** What the person's browser does, up to the address of the suite. */
async function allow(
  browser: ReturnType<typeof createBrowser>,
  address: string,
  organization: string,
): Promise<void> {
  const { pathname, search } = new URL(address);
  const { location } = await browser.get(pathname + search);
  const answer = { decision: "allow", organization, permission: ["specs:read"] };
  const decided = await browser.post(location ?? "", answer);
  const done = await browser.get(new URL(decided.location ?? "").pathname);
  // The suite listens at this address; no address of a user is called.
  await promisify(execFile)("curl", ["-sS", "-o", "/dev/null", done.location ?? ""]);
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
