import { dayMs } from "../../platform/day-ms.ts";
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { ssoReasonNames, ssoReasons } from "@lintel/contract/words/sso-reasons";
import { createSealer } from "../../platform/crypto/seal.ts";
import { callAsOperator } from "../../testing/factories.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { openClientSecret, sealedClientSecrets } from "./client-secret.sealed.ts";
import { ssoUpkeep } from "./sso.schedule.ts";
import { digestOf } from "./sso-request.ts";
import { openHostileProvider } from "./testing/hostile-provider.ts";
import { makeSigner, type Signer } from "./testing/make-signer.ts";
import { openTestServer } from "./testing/open-provider.ts";
import { makeMetadata } from "./testing/saml-response.ts";
import {
  activate,
  beginSaml,
  connectSaml,
  openSsoScene,
  providerId,
  providerSignIn,
  type SsoScene,
} from "./testing/sso-scene.ts";

let scene: SsoScene;

beforeAll(async () => {
  scene = await openSsoScene(await useTestApp());
});

const database = () => scene.testApp.cells.eu.platform.database();
const read = async (id: string) =>
  (await scene.send("GET", `/${id}`)).body as unknown as SsoConnection;

/** Runs the upkeep as its schedule does, at a time. */
async function runUpkeep(now = new Date()): Promise<void> {
  const { platform } = scene.testApp.cells.eu;
  const clock = { ...platform.clock, now: () => now };
  await ssoUpkeep({ ...platform, clock }).run(await database(), new AbortController().signal);
}

async function warnings(id: string): Promise<unknown[]> {
  const event = "sso.expiry_warned" as const;
  const { id: organizationId } = scene.organization;
  const page = await callAsOperator(scene.testApp, "eu", organizationId, "listAuditEntries", {
    event,
  });
  return page.items.filter(({ target }) => target?.id === id);
}

describe("the upkeep of connections", () => {
  it("warns before a certificate expires, each time once, and ends an expired connection", async () => {
    const now = Date.now();
    const signer = makeSigner({ notAfter: new Date(now + 20 * dayMs) });
    const metadata = makeMetadata(providerId, providerSignIn, [signer]);
    const made = await connectSaml(scene, { metadata });
    expect(made.warnings).toMatchObject([{ code: "CERTIFICATE_EXPIRES" }]);
    await activate({ ...scene, signer }, made);
    await runUpkeep();
    await runUpkeep();
    expect(await warnings(made.id)).toHaveLength(1);
    await runUpkeep(new Date(now + 13.5 * dayMs));
    expect(await warnings(made.id)).toHaveLength(2);
    expect((await read(made.id)).status).toBe("active");
    await runUpkeep(new Date(now + 20.5 * dayMs));
    expect(await read(made.id)).toMatchObject({ status: "error", failure: "certificateExpired" });
  });

  it("warns before a client secret expires", async () => {
    await using provider = await openHostileProvider();
    const clientSecretExpiresAt = new Date(Date.now() + 2 * dayMs).toISOString();
    const fields = { issuer: provider.origin, clientId: "c", clientSecret: "s" };
    const body = { name: "Expiring", protocol: "oidc", ...fields, clientSecretExpiresAt };
    const made = (await scene.send("POST", "", body)).body as unknown as SsoConnection;
    expect(made.warnings).toMatchObject([{ code: "CLIENT_SECRET_EXPIRES" }]);
    await runUpkeep();
    expect(await warnings(made.id)).toHaveLength(1);
  });

  it("rolls certificates over, and reports metadata that moved or cannot be read", async () => {
    let signers: Signer[] = [scene.signer];
    let signInPath = "/sso";
    await using server = await openTestServer((_, response, origin) =>
      response.end(makeMetadata(providerId, `${origin}${signInPath}`, signers)),
    );
    const body = { name: "Rolled", protocol: "saml", metadataUrl: `${server.origin}/metadata` };
    const made = (await scene.send("POST", "", body)).body as unknown as SsoConnection;
    signers = [makeSigner()];
    await runUpkeep();
    const rolled = await read(made.id);
    expect(rolled.saml?.certificates.map(({ retiredAt }) => retiredAt !== null)).toEqual([
      false,
      true,
    ]);
    expect(rolled.rowVersion).toBe(made.rowVersion);
    await runUpkeep(new Date(Date.now() + 1.1 * dayMs));
    expect((await read(made.id)).saml?.certificates).toHaveLength(1);
    signInPath = "/elsewhere";
    await runUpkeep();
    const moved = await read(made.id);
    expect(moved.saml?.signInUrl).toBe(`${server.origin}/sso`);
    expect(moved.warnings).toMatchObject([{ code: "METADATA_UNREADABLE" }]);
  });

  it("deletes requests that have expired", async () => {
    const made = await connectSaml(scene);
    await activate(scene, made);
    const { relayState } = await beginSaml(scene.testApp, made.serviceProvider.signInUrl);
    const db = await database();
    const query = db
      .selectFrom("ssoRequest")
      .select("digest")
      .where("digest", "=", digestOf(relayState));
    await runUpkeep();
    expect(await query.execute()).toHaveLength(1);
    await runUpkeep(new Date(Date.now() + 11 * 60_000));
    expect(await query.execute()).toHaveLength(0);
  });
});

describe("a client secret", () => {
  it("is sealed again under a new key, is never returned, and is dropped without its key", async () => {
    await using provider = await openHostileProvider();
    const fields = { issuer: provider.origin, clientId: "c", clientSecret: "very-secret-text" };
    const made = await scene.send("POST", "", { name: "Sealed", protocol: "oidc", ...fields });
    expect(made.text).not.toContain("very-secret-text");
    const id = String(made.body["id"]);
    const db = await database();
    const stored = () =>
      db
        .selectFrom("ssoConnection")
        .select(["clientSecret", "status"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    const before = String((await stored()).clientSecret);
    expect(before).not.toContain("very-secret-text");
    const { sealer } = scene.testApp.cells.eu.platform;
    expect(openClientSecret(sealer, id, before)).toBe("very-secret-text");
    expect(() => openClientSecret(sealer, crypto.randomUUID(), before)).toThrow("sealed");
    const other = createSealer(() => ({ active: Buffer.alloc(32, "other"), others: [] }));
    const both = {
      ...other,
      sealAgain: (text: string, place: string) => other.seal(sealer.open(text, place), place),
    };
    const signal = new AbortController().signal;
    await sealedClientSecrets.sealAgain(db, both, signal);
    const after = String((await stored()).clientSecret);
    expect(openClientSecret(other, id, after)).toBe("very-secret-text");
    await sealedClientSecrets.dropSealed?.(db);
    expect(await stored()).toEqual({ clientSecret: null, status: "draft" });
  });
});

describe("the guide", () => {
  it("explains every reason as the trace does", async () => {
    const file = new URL("../../../../../docs/single-sign-on.md", import.meta.url);
    const text = (await readFile(file, "utf8")).replaceAll(/\s+/g, " ");
    for (const name of ssoReasonNames) {
      const { title, fix } = ssoReasons[name];
      expect(text).toContain(`| \`${name}\` | ${title}. | ${fix} |`);
    }
  });
});
