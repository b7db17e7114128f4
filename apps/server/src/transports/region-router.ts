import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../platform/clock.ts";
import { verifyHop, type HopSecrets, type HopVerdict } from "../platform/crypto/hop-signature.ts";
import type { Kernel } from "../platform/kernel/kernel.ts";
import { invalid, Problem } from "../platform/problem.ts";
import { hopHeader } from "./forwarded-headers.ts";
import { isProbe } from "./health.ts";
import type { RegionForwarder } from "./region-forwarder.ts";
import { sendProblem } from "./rest/send-problem.ts";

/** The parts of a region that the router needs. */
export interface RoutedRegion {
  readonly region: string;
  readonly kernel: Kernel;
}

/** The possible targets of calls. */
export interface RegionRoutes {
  readonly served: readonly RoutedRegion[];
  readonly forwarders: readonly RegionForwarder[];
  /** Distinguishes calls of other deployments from those of callers; null: there are no others. */
  readonly hopSecrets: HopSecrets | null;
  readonly clock: Clock;
}

declare module "fastify" {
  interface FastifyRequest {
    region: string;
    /** Another deployment serves the region: only the status of the call is logged. */
    isForwarded: boolean;
    /** Another deployment forwarded the call, and its signature is valid. */
    cameFromPeer: boolean;
  }
}

const defaultRegion = "eu";
const prefixes =
  /^\/us(?=\/(?:scim|sso|mcp|portal|oauth|sign-in|sign-out|set-up|invitation|reset|unsubscribe|account|consent|s|_app)(?:[/?]|$))/;

/** Pages of the web app: no organization has the name of a region. */
const webPages = /^\/us(?:[/?]|$)/;

/** Documents about an identifier with a path (RFC 8414 §3.1, RFC 9728 §3.1). */
const suffixes = /^\/\.well-known\/oauth-(?:authorization-server|protected-resource)\/us(?:[/?]|$)/;

/**
 * Returns the path for the route lookup: without a literal `/us` in front of paths that may have
 * it. A forwarded request has no route here, and the upstream reports errors of its path.
 */
export function createUrlReader(forwarded: ReadonlySet<string>): (raw: IncomingMessage) => string {
  return (raw) => {
    const url = raw.url ?? "/";
    if (forwarded.size > 0 && !isProbe(url)) {
      const region = readRegion(raw, url);
      if (typeof region === "string" && forwarded.has(region)) return "/";
    }
    return prefixes.test(url) ? url.slice("/us".length) : url;
  };
}

function readRegion(raw: IncomingMessage, url: string): string | Problem {
  const header = raw.headers["x-svc-region"];
  const ofPath = prefixes.test(url) || suffixes.test(url) || webPages.test(url) ? "us" : undefined;
  if (header === undefined) return ofPath ?? defaultRegion;
  const region = String(header).toLowerCase();
  if (region !== "eu" && region !== "us") {
    return new Problem("UNKNOWN_REGION", "X-SVC-Region is eu or us.");
  }
  if (ofPath !== undefined && ofPath !== region) {
    return new Problem("UNKNOWN_REGION", `The path says ${ofPath}, X-SVC-Region says ${region}.`);
  }
  return region;
}

/** Sends every request to its region before anything else of it is read. */
export function routeRegions(app: FastifyInstance, routes: RegionRoutes): void {
  const kernels = new Map(routes.served.map(({ region, kernel }) => [region, kernel]));
  const forwarders = new Map(routes.forwarders.map((forwarder) => [forwarder.region, forwarder]));
  app.addHook("onRequest", (request, reply, done) => {
    if (isProbe(request.originalUrl)) return done();
    const region = readRegion(request.raw, request.originalUrl);
    if (typeof region !== "string") throw region;
    request.region = region;
    const forwarder = forwarders.get(region);
    if (forwarder !== undefined) {
      void forwardCall(app, routes, forwarder, request, reply);
      return undefined;
    }
    const kernel = kernels.get(region);
    if (kernel === undefined) {
      const present = [...kernels.keys(), ...forwarders.keys()].join(", ");
      throw new Problem(
        "UNKNOWN_REGION",
        `Region ${region} is not served here; served are: ${present}.`,
      );
    }
    const hop = checkHop(routes, request);
    // The header grants nothing: the call is authenticated like any other.
    if (hop !== null && hop !== "valid") request.log.warn({ region, hop }, "hop header ignored");
    request.cameFromPeer = hop === "valid";
    request.kernel = kernel;
    return done();
  });
}

async function forwardCall(
  app: FastifyInstance,
  routes: RegionRoutes,
  forwarder: RegionForwarder,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.isForwarded = true;
  logForwarded(app, request.region, routes.clock, reply);
  try {
    const problem =
      refuseSecondHop(request.region, checkHop(routes, request)) ??
      (await forwarder.forward(request, reply));
    if (problem === null) reply.hijack();
    else sendProblem(request, reply, problem);
  } catch (error) {
    reply.send(error);
  }
}

// A call that came over a hop is never forwarded again. A header that cannot be verified is refused
// too: that ends a loop between deployments whose secrets or clocks differ.
function refuseSecondHop(region: string, verdict: HopVerdict | null): Problem | null {
  if (verdict === null) return null;
  if (verdict === "valid") {
    const setting = `LINTEL_UPSTREAM_${region.toUpperCase()}`;
    const message = `Neither of two deployments serves region ${region}; ask the operator to check ${setting}.`;
    return new Problem("LOOP_DETECTED", message);
  }
  const message = "Only deployments of Lintel set this header; omit it.";
  return invalid({ field: "X-SVC-Hop", code: verdict, message });
}

function checkHop(routes: RegionRoutes, request: FastifyRequest): HopVerdict | null {
  const header = request.headers[hopHeader];
  if (header === undefined || routes.hopSecrets === null) return null;
  const { region, method, originalUrl: target } = request;
  const hop = { region, method, target };
  return verifyHop(routes.hopSecrets, String(header), hop, routes.clock.now());
}

// Region, status and time, without the request's id, which would link it to other lines.
function logForwarded(
  app: FastifyInstance,
  region: string,
  clock: Clock,
  { raw }: FastifyReply,
): void {
  const begun = clock.monotonic();
  raw.once("close", () => {
    const status = raw.headersSent ? raw.statusCode : null;
    const ms = Math.round((clock.monotonic() - begun) * 10) / 10;
    app.log.info({ region, status, ms }, raw.writableFinished ? "forwarded" : "forwarded, and cut");
  });
}
