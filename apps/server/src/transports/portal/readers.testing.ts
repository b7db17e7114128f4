import { pino } from "pino";
import {
  make,
  openDocsScene,
  type DocsPlace,
  type DocsScene,
} from "../../features/docs/docs.testing.ts";
import { createBrowser, type TestBrowser } from "../../testing/page-browser.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

/** The origin that the test app knows as that of the portal. */
export const portalOrigin = "https://docs.example.com";

export interface ReaderScene extends DocsScene {
  /** The path of the documentation below the portal. */
  readonly base: string;
}

export function startTestPortal(
  { cells }: TestApp,
  publicUrl: string | null = portalOrigin,
): Promise<PortalServer> {
  const regions = Object.values(cells);
  const log = pino({ level: "silent" });
  return startPortal({ host: "127.0.0.1", port: 0, publicUrl, regions, log });
}

/** A published documentation with one page, `/guide/use`. */
export async function openReaderScene(
  visibility: "internal" | "authenticated" | "public",
  place: DocsPlace = {},
): Promise<ReaderScene> {
  const scene = await openDocsScene({ name: "Handbook", visibility }, place);
  const { id } = await make(scene, "folders", { name: "Guide" });
  await make(scene, "pages", { title: "Use", content: "Zebras.", parentFolderPublicId: id });
  await scene.inVersion("POST", "/status", { status: "published" }, { key: scene.keys.admin });
  const prefix = scene.organization.region === "us" ? "/us" : "";
  return { ...scene, base: `${prefix}/${scene.organization.slug}/handbook` };
}

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Every address of the portal or the pages that was opened on the way, the last one included. */
  readonly trail: readonly string[];
}

/** A browser without scripts, at the portal and at the pages for sign-in. */
export interface ReaderBrowser {
  readonly pages: TestBrowser;
  readonly cookies: Map<string, string>;
  /** The attributes of each cookie that the portal set last. */
  readonly attributes: Map<string, string>;
  /** One request to the portal. */
  send(path: string, init?: { method?: string; headers?: Record<string, string> }): Promise<Shown>;
  /** Follows redirects from origin to origin. Anything that is not one of both fails. */
  open(path: string): Promise<Shown>;
}

export function createReaderBrowser(
  testApp: TestApp,
  portal: PortalServer,
  region: "eu" | "us" = "eu",
): ReaderBrowser {
  const pages = createBrowser(testApp, region);
  const cookies = new Map<string, string>();
  const attributes = new Map<string, string>();
  const signInOrigin = testApp.cells[region].platform.publicOrigin();

  const send: ReaderBrowser["send"] = async (path, { method = "GET", headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
      method,
      redirect: "manual",
      headers: {
        accept: "text/html,*/*;q=0.8",
        ...(method === "POST" ? { origin: portal.address } : {}),
        ...(cookie === "" ? {} : { cookie }),
        ...headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*); (.*)$/.exec(line) ?? [];
      attributes.set(name, rest);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers: answered } = response;
    return { status, headers: answered, text: await response.text(), trail: [path] };
  };

  async function step(url: string): Promise<{ shown: Shown; next: string | null }> {
    const origin = [portal.address, signInOrigin].find((known) => url.startsWith(`${known}/`));
    if (origin === undefined) throw new Error(`A redirect left both origins: ${url}`);
    const path = url.slice(origin.length);
    if (origin === portal.address) {
      const shown = await send(path);
      const location = shown.headers.get("location");
      return { shown, next: location === null ? null : new URL(location, `${origin}/`).href };
    }
    const { status, text, location } = await pages.get(path);
    const shown = { status, text, headers: new Headers(), trail: [path] };
    return { shown, next: location === null ? null : new URL(location, `${origin}/`).href };
  }

  return {
    pages,
    cookies,
    attributes,
    send,
    async open(path) {
      const trail: string[] = [];
      let url = portal.address + path;
      for (let count = 0; count < 12; count += 1) {
        const { shown, next } = await step(url);
        trail.push(url);
        if (next === null) return { ...shown, trail };
        url = next;
      }
      throw new Error(`Redirects do not end: ${trail.join(" ")}`);
    },
  };
}
