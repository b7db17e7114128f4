import type { FastifyRequest } from "fastify";

/** The path of a page in the region of the request: `/us` precedes it in region us. */
export function pagePath({ region }: Pick<FastifyRequest, "region">, path: string): string {
  return region === "us" ? `/us${path}` : path;
}
