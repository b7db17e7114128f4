import type { BrowserContext, Browser } from "playwright-core";
import type { DatabaseLocation } from "@lintel/server/platform/database/open-database";
import { socketPathOf } from "@lintel/server/platform/data-folder/data-folder";
import { sendToServer } from "@lintel/server/transports/admin/admin-client";
import { viewport } from "./browser.ts";
import { makeServerPlace } from "./engines.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { seedCallers, type Caller } from "./seed.ts";

/** An organization with one large specification, and the web app in which a member opens it. */
export interface WebScene extends AsyncDisposable {
  /** The address of the organization's start page. */
  readonly home: string;
  /** The address of the version's endpoints. */
  readonly version: string;
  /** Where its data are. */
  readonly location: DatabaseLocation;
  readonly caller: Caller;
  /** Calls an operation with a key, as another person. */
  call<Answer>(method: string, path: string, fields?: object): Promise<Answer>;
  /** A new context of a person who is signed in. */
  signIn(browser: Browser): Promise<BrowserContext>;
  /** Changes the summary of an endpoint with a key, as another person. `at` counts endpoints from 0. */
  changeSummary(at: number, summary: string): Promise<void>;
}

export const pathOf = (at: number) => `/area-${at % 40}/things-${at}`;
export const summaryOf = (at: number) => `Read thing ${at}`;

/** Fills an empty database, and starts a server with the web app. */
export async function openWebScene(operations: number): Promise<WebScene> {
  const place = await makeServerPlace("web");
  const [person, other] = await seedCallers(place.location, 1, 2, 1, "admin");
  if (person === undefined || other === undefined) throw new Error("There are no callers.");
  const product = await startInstallation({ ...place.settings, LINTEL_WEB_APP: "on" });
  const origin = product.url.replace("127.0.0.1", "localhost");
  const { specId, versionId } = await importDocument(product, other, operations);
  const base = `/api/projects/${other.projectId}/specs/${specId}`;
  const home = `${origin}/${person.organizationSlug}`;
  return {
    home,
    version: `${home}/bench/specs/${specId}/${versionId}`,
    location: place.location,
    caller: other,
    call: (method, path, fields) => ask(product, other, method, path, fields),
    signIn: async (browser) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(origin + new URL(await makeLink(product, person)).pathname);
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      await page.close();
      return context;
    },
    changeSummary: async (at, summary) => {
      const { items } = await ask<{ items: readonly Endpoint[] }>(
        product,
        other,
        "GET",
        `${base}/endpoints?take=1&skip=${at}`,
      );
      const [found] = items;
      if (found === undefined) throw new Error(`There is no endpoint ${at}.`);
      const { id, method, path, rowVersion } = found;
      const fields = { method, path, rowVersion, summary };
      await ask(product, other, "PUT", `${base}/versions/${versionId}/endpoints/${id}`, fields);
    },
    [Symbol.asyncDispose]: async () => {
      await product[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

interface Endpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly rowVersion: string;
}

async function importDocument(product: Installation, caller: Caller, operations: number) {
  const get = (at: number) => ({
    summary: summaryOf(at),
    parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
    responses: { 200: { description: "Things." } },
  });
  const paths = Array.from({ length: operations }, (_, at) => [pathOf(at), { get: get(at) }]);
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1.0.0" },
    paths: Object.fromEntries(paths) as object,
  });
  const path = `/api/projects/${caller.projectId}/specs/import`;
  const made = await ask<{ spec: { id: string }; version: { id: string } }>(
    product,
    caller,
    "POST",
    path,
    { text },
  );
  return { specId: made.spec.id, versionId: made.version.id };
}

async function makeLink(product: Installation, caller: Caller): Promise<string> {
  const answer = await sendToServer(socketPathOf(product.folder), {
    operation: "makeSignInLink",
    region: "eu",
    organization: caller.organizationSlug,
    operator: "bench",
    fields: { userId: `${caller.organizationSlug}-0@example.com` },
  });
  const link = (answer?.body["output"] as { link?: string } | undefined)?.link;
  if (link === undefined) throw new Error(`There is no link: ${JSON.stringify(answer?.body)}`);
  return link;
}

async function ask<Answer>(
  { url }: Installation,
  { key }: Caller,
  method: string,
  path: string,
  fields?: object,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}
