import { EgressError } from "@lintel/egress/egress-error";
import { parseTarget } from "@lintel/egress/target-url";
import { invalid } from "../../platform/problem.ts";

// Addresses are parsed as egress parses them, so that the checked address is the called one.

/** @throws Problem VALIDATION_FAILED if no path can be appended to it. */
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

/** Origins as browsers serialize them, without duplicates, so that they compare as text. */
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
