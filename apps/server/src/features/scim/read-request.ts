import { ScimError } from "@lintel/scim/scim-error";
import { maxResults } from "@lintel/scim/discovery";
import { Problem } from "../../platform/problem.ts";

/**
 * Runs a step that reads what a provider sent.
 *
 * @param about what the audit entry of a refused PATCH names
 * @throws Problem where it is refused
 */
export function readRequest<T>(read: () => T, about: Readonly<Record<string, string>> = {}): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    const { code, message, path } = error;
    throw new Problem(code, message, path === null ? {} : { ...about, path, reason: message });
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id in lower case. @throws Problem NOT_FOUND for what is no id. */
export function readScimId(id: string, kind: "user" | "group"): string {
  if (!uuid.test(id)) throw missing(kind);
  return id.toLowerCase();
}

export const missing = (kind: "user" | "group"): Problem =>
  new Problem("NOT_FOUND", `There is no ${kind} with this id.`);

export interface ScimPaging {
  readonly startIndex: number;
  readonly skip: number;
  readonly take: number;
}

/** The applied paging (RFC 7644 §3.4.2.4): values that are too small or too large are moved. */
export function readScimPaging(input: { startIndex?: number; count?: number }): ScimPaging {
  const startIndex = Math.min(Math.max(1, input.startIndex ?? 1), 2_147_483_647);
  const take = Math.min(Math.max(0, input.count ?? 100), maxResults);
  return { startIndex, skip: startIndex - 1, take };
}
