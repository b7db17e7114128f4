import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kernel } from "../platform/kernel/kernel.ts";
import { Problem } from "../platform/problem.ts";

/** A region as the router needs it. */
export interface RoutedRegion {
  readonly region: string;
  readonly kernel: Kernel;
}

const defaultRegion = "eu";
const prefixes = /^\/us(?=\/(?:scim|sso|mcp|portal)(?:[/?]|$))/;

// Requests that name their region by the path's first segment, for callers that cannot set a header.
const prefixed = new WeakMap<IncomingMessage, string>();

/** Takes exactly one literal `/us` off the raw path, in front of what may carry it. */
export function stripRegionPrefix(request: IncomingMessage): string {
  const url = request.url ?? "/";
  if (!prefixes.test(url)) return url;
  prefixed.set(request, "us");
  return url.slice("/us".length);
}

/** Finds the region of every request before anything else is read of it. */
export function routeRegions(app: FastifyInstance, regions: readonly RoutedRegion[]): void {
  const kernels = new Map(regions.map(({ region, kernel }) => [region, kernel]));
  app.addHook("onRequest", async (request) => {
    const region = readRegion(request);
    request.region = region;
    const kernel = kernels.get(region);
    if (kernel === undefined) {
      throw new Problem(
        "UNKNOWN_REGION",
        `Region ${region} is not served here; served are: ${[...kernels.keys()].join(", ")}.`,
      );
    }
    request.kernel = kernel;
  });
}

declare module "fastify" {
  interface FastifyRequest {
    region: string;
  }
}

function readRegion(request: FastifyRequest): string {
  const header = request.headers["x-svc-region"];
  const ofPath = prefixed.get(request.raw);
  if (header === undefined) return ofPath ?? defaultRegion;
  const named = String(header).toLowerCase();
  if (named !== "eu" && named !== "us") {
    throw new Problem("UNKNOWN_REGION", "X-SVC-Region is eu or us.");
  }
  if (ofPath !== undefined && ofPath !== named) {
    throw new Problem("UNKNOWN_REGION", `The path says ${ofPath}, X-SVC-Region says ${named}.`);
  }
  return named;
}
