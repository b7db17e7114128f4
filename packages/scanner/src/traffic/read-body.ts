import { isObject, type JsonObject } from "@lintel/json/value";
import type { RequestDraft } from "./exchange.types.ts";

/** The JSON object in the body of a request; null where there is none. */
export function readJsonBody({ body }: Pick<RequestDraft, "body">): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body?.text ?? "");
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
