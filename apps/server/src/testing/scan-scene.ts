import { readFile } from "node:fs/promises";
import { createBookshop } from "@lintel/bookshop/bookshop";
import { demoCustomers } from "@lintel/bookshop/store/demo-credentials";
import { expect } from "vitest";
import { makeMember, makeOrganization, makeProject, type MadeOrganization } from "./factories.ts";
import { request, type ResponseBody, type TestRequest } from "./request.ts";
import type { TestApp } from "./test-app.ts";

const documentFile = new URL("../../../bookshop/openapi.yaml", import.meta.url);

export interface Shop extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** `POST /orders`, for every request that reached it. */
  readonly requests: string[];
  /** The same for those that it answered with 201. */
  readonly created: string[];
}

/** The bookshop, with some of its weaknesses. `port` starts it where another one was. */
export async function startShop(weaknesses: readonly string[] = [], port = 0): Promise<Shop> {
  const shop = createBookshop({ weaknesses });
  const requests: string[] = [];
  shop.addHook("onRequest", async ({ method, url: address }) => {
    requests.push(`${method} ${address.replace(/\?.*/, "")}`);
  });
  const created: string[] = [];
  shop.addHook("onResponse", async ({ method, url: address }, { statusCode }) => {
    if (statusCode === 201) created.push(`${method} ${address}`);
  });
  const url = await shop.listen({ host: "127.0.0.1", port });
  return {
    url,
    port: Number(new URL(url).port),
    requests,
    created,
    async [Symbol.asyncDispose]() {
      await shop.close();
    },
  };
}

/** The accounts of the shop as identities of a profile. */
export const shopIdentities = (names: readonly (keyof typeof demoCustomers)[] = ["alice", "bob"]) =>
  names.map((name) => {
    const { email, password, role } = demoCustomers[name];
    const auth = { type: "login", path: "/customers/login", body: { email, password } };
    return { name, role, rank: role === "admin" ? 9 : 1, auth };
  });

type Sent = Omit<TestRequest, "key" | "path"> & { readonly path: string; readonly key?: string };

/** A project with the document of the shop, through one app; other nodes can be asked as well. */
export interface ScanScene {
  readonly organization: MadeOrganization;
  readonly viewerKey: string;
  readonly projectId: string;
  readonly specVersionId: string;
  /** `path` is below the security area of the project, unless it begins with `/api`. */
  send(sent: Sent, node?: TestApp): ReturnType<typeof request>;
  makeEnvironment(baseUrl: string, fields?: object): Promise<string>;
  makeProfile(fields: object): Promise<ResponseBody>;
  start(profile: ResponseBody): Promise<ResponseBody>;
  read(run: ResponseBody, node?: TestApp): Promise<ResponseBody>;
  /** Waits until a run has ended. */
  waitForEnd(run: ResponseBody, node?: TestApp): Promise<ResponseBody>;
}

export async function makeScanScene(app: TestApp): Promise<ScanScene> {
  const organization = await makeOrganization(app);
  const viewer = await makeMember(app, organization, "viewer");
  const projectId = await makeProject(app, organization);
  const base = `/api/projects/${projectId}`;
  const send: ScanScene["send"] = ({ path, ...sent }, node = app) =>
    request(node, {
      key: organization.owner.key,
      ...sent,
      path: path.startsWith("/api") ? path : `${base}/security${path}`,
    });
  const create = async (path: string, body: object): Promise<ResponseBody> => {
    const answer = await send({ method: "POST", path, body });
    expect([200, 201], answer.text).toContain(answer.status);
    return answer.body;
  };
  const text = await readFile(documentFile, "utf8");
  const imported = await create(`${base}/specs/import`, { name: "Bookshop", text });
  const specVersionId = String(imported["spec"]?.["newestVersionId"]);
  const read: ScanScene["read"] = async ({ id }, node) =>
    (await send({ method: "GET", path: `/scan-runs/${String(id)}` }, node)).body;
  let made = 0;
  return {
    organization,
    viewerKey: viewer.key,
    projectId,
    specVersionId,
    send,
    read,
    async makeEnvironment(baseUrl, fields = {}) {
      const body = { name: crypto.randomUUID(), baseUrl, ...fields };
      return String((await create(`${base}/environments`, body))["id"]);
    },
    makeProfile(fields) {
      made += 1;
      const given = { identities: shopIdentities(), requestsPerSecond: 1000, specVersionId };
      return create("/scan-profiles", { name: `Profile ${made}`, ...given, ...fields });
    },
    async start({ id }) {
      const path = `/scan-profiles/${String(id)}/run`;
      const answer = await send({ method: "POST", path });
      expect(answer.status, answer.text).toBe(202);
      expect(answer.headers["location"]).toBe(
        `${base}/security/scan-runs/${String(answer.body["id"])}`,
      );
      return answer.body;
    },
    async waitForEnd(run, node) {
      const isEnded = async () => {
        const { status } = await read(run, node);
        return !["queued", "running"].includes(String(status));
      };
      await expect.poll(isEnded, { timeout: 90_000, interval: 100 }).toBe(true);
      return read(run, node);
    },
  };
}
