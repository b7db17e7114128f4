import { EgressError } from "@lintel/egress/egress-error";
import { parseTarget } from "@lintel/egress/target-url";
import { invalid } from "../../platform/problem.ts";

// Addresses are read as egress reads them, so that what is checked here is what is sent there.

/** @throws Problem VALIDATION_FAILED where no path can be put after it. */
export function checkBaseUrl(url: string): string {
  readTarget("baseUrl", url);
  if (/[?#]/.test(url)) {
    throw refuse("baseUrl", "Paths are put after it: write it without a query and a fragment.");
  }
  return url;
}

export function checkTokenUrl(url: string | null): string | null {
  if (url !== null) readTarget("oauthTokenUrl", url);
  return url;
}

/** Origins as browsers write them, each once: what is the same origin compares as the same. */
export function readOrigins(given: readonly string[]): string[] {
  return [...new Set(given.map((origin, at) => readTarget(`secretOrigins[${at}]`, origin).origin))];
}

export function isSameOrigin(left: string, right: string): boolean {
  return parseTarget(left).origin === parseTarget(right).origin;
}

function readTarget(field: string, url: string) {
  if (/[{}]/.test(url)) throw refuse(field, "Variables are not read here: write the address out.");
  try {
    return parseTarget(url);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw refuse(field, error.message);
  }
}

function refuse(field: string, message: string) {
  return invalid({ field, code: "url", message });
}
