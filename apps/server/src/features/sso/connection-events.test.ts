import { beforeAll, describe, expect, it } from "vitest";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { request } from "../../testing/request.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { makeMetadata } from "./testing/saml-response.ts";
import { makeSigner } from "./testing/make-signer.ts";
import {
  activate,
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

/** The entries of an event about a connection, with the details that only the export has. */
async function entriesOf(event: string, { id }: SsoConnection): Promise<object[]> {
  const path = `/api/audit-log/export?format=json&event=${event}`;
  const { key } = scene.organization.owner;
  const { text } = await request(scene.testApp, { method: "GET", path, key });
  const entries = JSON.parse(text) as { target: { id: string } }[];
  return entries.filter(({ target }) => target.id === id);
}

const read = async ({ id }: SsoConnection) =>
  (await scene.send("GET", `/${id}`)).body as unknown as SsoConnection;

describe("the audit log", () => {
  it("names who started the test of which connection", async () => {
    const made = await connectSaml(scene);
    const started = await scene.send("POST", `/${made.id}/test`, {});
    expect(started.status).toBe(200);
    const { userId, email } = scene.organization.owner;
    expect(await entriesOf("sso.connection_test_started", made)).toMatchObject([
      {
        event: "sso.connection_test_started",
        category: "SSO",
        result: "success",
        actor: { type: "user", id: userId, name: email },
        target: { type: "ssoConnection", id: made.id, name: made.name },
        details: {},
      },
    ]);
    // The address of a test opens it: no entry has it.
    const ticket = String(started.body["url"]).split("?test=")[1] ?? "-";
    expect(JSON.stringify(await entriesOf("sso.connection_test_started", made))).not.toContain(
      ticket,
    );
  });

  it("names what of a connection was changed, and its status before and after", async () => {
    const made = await connectSaml(scene);
    await activate(scene, made);
    const { rowVersion } = await read(made);
    const name = `Renamed ${made.id}`;
    const renamed = await scene.send("PATCH", `/${made.id}`, { rowVersion, name });
    expect(renamed.status).toBe(200);
    const metadata = makeMetadata(providerId, providerSignIn, [makeSigner()]);
    const next = { rowVersion: renamed.body["rowVersion"], metadata, isJitEnabled: false };
    const changed = await scene.send("PATCH", `/${made.id}`, next);
    expect(changed.body).toMatchObject({ status: "draft", isJitEnabled: false });
    const { userId, email } = scene.organization.owner;
    const entry = {
      event: "sso.connection_updated",
      category: "SSO",
      result: "success",
      actor: { type: "user", id: userId, name: email },
      target: { type: "ssoConnection", id: made.id, name },
    };
    const entries = await entriesOf("sso.connection_updated", made);
    expect(entries).toMatchObject([
      { ...entry, details: { changed: ["name"], status: "active", statusBefore: "active" } },
      { ...entry, details: { status: "draft", statusBefore: "active" } },
    ]);
    const [, last] = entries as { details: { changed: string[] } }[];
    expect(last?.details.changed.toSorted()).toEqual(["isJitEnabled", "metadata"]);
    expect(JSON.stringify(entries)).not.toContain("CERTIFICATE");
  });

  it("has no entry of a change that was refused", async () => {
    const made = await connectSaml(scene);
    const stale = { rowVersion: "AAAAAAAAAAA=", name: "Stale" };
    expect((await scene.send("PATCH", `/${made.id}`, stale)).status).toBe(409);
    expect(await entriesOf("sso.connection_updated", made)).toEqual([]);
  });
});
