import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readAccessCookie, readRefreshCookie } from "../browser/session-cookies.ts";
import { pagePath } from "../pages/page-path.ts";
import { sendMissingPage, wantsPage } from "../pages/send-missing-page.ts";
import { mountPagePreview } from "./page-preview.ts";
import { serveWebFiles } from "./web-files.ts";
import { sendWebPage, type WebPageFiles } from "./web-page.ts";

/** A build of the web app, and the folders of older ones. */
export interface WebAppFiles extends WebPageFiles {
  /** Of this build and of older ones, the newest first. */
  readonly folders: readonly string[];
}

/** The pages of the own account that are the web app's: as `pages/account/account-pages.ts` lists them. */
const accountPages = ["sign-in", "sessions", "organizations", "preferences"];

declare module "fastify" {
  interface FastifyInstance {
    /** null: the web app is not served. */
    readonly webApp: WebAppFiles | null;
  }
}

/** Serves the files of the web app, and the name of its build, which open pages compare with their own. */
export async function mountWebApp(app: FastifyInstance, files: WebAppFiles | null): Promise<void> {
  if (files === null) return;
  await serveWebFiles(app, files.folders);
  // The other addresses below /account belong to forms of the pages without a script.
  for (const page of accountPages)
    app.get(
      `/account/${page}`,
      (request, reply) => sendAppOrMissing(request, reply) ?? sendMissingPage(request, reply),
    );
  await mountPagePreview(app);
  app.get("/_app/build.json", async (_, reply) =>
    reply.header("cache-control", "no-store").send({ id: files.id }),
  );
}

/**
 * Answers an address without a route. A person who is signed in gets the web app, which has a page for it or says that
 * there is none; others go to the page for sign-in first. Programs get undefined: a Problem.
 */
export function sendAppOrMissing(
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const { webApp } = request.server;
  if (webApp === null) return sendMissingPage(request, reply);
  if (!wantsPage(request)) return undefined;
  if (isSignedIn(request)) return sendWebPage(request, reply.code(200), webApp);
  const target = encodeURIComponent(request.originalUrl);
  return reply.redirect(`${pagePath(request, "/sign-in")}?return=${target}`, 303);
}

/** The web app at `/`, for a person who is signed in; undefined for others. */
export function sendAppAtStart(
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const { webApp } = request.server;
  if (webApp === null || !isSignedIn(request)) return undefined;
  return sendWebPage(request, reply, webApp);
}

/** Whether the browser has cookies of a session. The app finds out whether it has ended. */
function isSignedIn(request: FastifyRequest): boolean {
  return readAccessCookie(request) !== undefined || readRefreshCookie(request) !== undefined;
}
