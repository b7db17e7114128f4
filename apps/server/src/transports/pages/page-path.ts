import type { FastifyRequest } from "fastify";

/** The path of a page in the region of the request: `/us` precedes it in region us. */
export function pagePath({ region }: Pick<FastifyRequest, "region">, path: string): string {
  return region === "us" ? `/us${path}` : path;
}

/** Where a sign-in leads that began at no other page: the web app, or the account if the app is not served. */
export function startPath(request: Pick<FastifyRequest, "region" | "server">): string {
  return pagePath(request, request.server.webApp === null ? "/account" : "/");
}
