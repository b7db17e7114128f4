import { EgressError } from "./egress-error.ts";
import type { Hop } from "./hop.ts";
import type { OverrideMethod } from "./method-overrides.ts";
import { listOverrideMethods } from "./method-overrides.ts";

/**
 * Methods that request no change (RFC 9110 §9.2.1; QUERY: RFC 10008 §2). TRACE is not needed here.
 */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

/**
 * A server that supports overrides treats the request as having the method that they name, so each
 * named method is checked like the request's own.
 *
 * @throws EgressError READ_ONLY_BLOCKED
 */
export function assertReadOnly(hop: Hop): void {
  if (!safeMethods.has(hop.method.toUpperCase()))
    throw blockMethod(hop.method, "the request's method");
  for (const { method, source } of listMethods(hop)) {
    if (!safeMethods.has(method.toUpperCase())) throw blockMethod(method, source);
  }
}

/** A body that cannot be read to its end is not sent, because a server may read more of it. */
function listMethods(hop: Hop): readonly OverrideMethod[] {
  try {
    return listOverrideMethods(hop);
  } catch (error) {
    throw blockMethod("unknown", "the method in a request too large to be read", error);
  }
}

function blockMethod(method: string, source: string, cause?: unknown): EgressError {
  return new EgressError(
    "READ_ONLY_BLOCKED",
    `Read-only mode sends GET, HEAD, OPTIONS and QUERY only; ${source} is ${method.slice(0, 40) || "empty"}. ` +
      "Nothing was sent.",
    { cause },
  );
}
