import type { FastifyInstance, FastifyRequest } from "fastify";
import { makeReaderCode } from "@lintel/contract/operations/reader";
import { goToSignIn, readBrowserSession } from "./browser-session.ts";
import { callForPage } from "./page-call.ts";
import { pagePath } from "./page-path.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The origin of the portal of a region; null where there is none. */
    portalOriginOf: (region: string) => string | null;
  }
}

const path = "/sign-in/reader";

/** `/sign-in/reader`: sends a person who is signed in back to the portal, with a code that is used once. */
export function mountReaders(app: FastifyInstance): void {
  app.get(path, async (request, reply) => {
    const session = await readBrowserSession(request, reply);
    const fields = {
      returnPath: readText(request, "return"),
      challenge: readText(request, "challenge"),
    };
    if (session === null) {
      const query = new URLSearchParams({ return: fields.returnPath, challenge: fields.challenge });
      return goToSignIn(request, reply, `${pagePath(request, path)}?${query.toString()}`);
    }
    const evidence = { secret: session.secret };
    const { location } = await callForPage(request, evidence, makeReaderCode, fields);
    return reply.header("cache-control", "no-store").redirect(location, 303);
  });
}

/** A parameter of the address; "" where it is missing or repeated. */
function readText(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === "string" ? value : "";
}

/**
 * The other origins to which a form leads whose target is `/sign-in/reader`: browsers apply the policy of the form to
 * every redirect after it (Content Security Policy Level 3 §6.4.1).
 */
export function formTargetsOf(request: FastifyRequest, target: string): readonly string[] {
  if (!target.startsWith(`${pagePath(request, path)}?`)) return [];
  const origin = request.server.portalOriginOf(request.region);
  return origin === null ? [] : [origin];
}
