import type { TestBody, TestRequest } from "@lintel/contract/shapes/test-request";
import { toDraft, toRequest, type RequestDraft } from "./request-draft.ts";

/**
 * The request of a case. What was not changed keeps the form in which it was written; a new body is JSON or a form
 * where its text can be written as one without loss.
 *
 * @param before - the request as it was; null: there was none
 */
export function toSavedRequest(draft: RequestDraft, before: TestRequest | null): TestRequest {
  if (before !== null && isSame(toDraft(before), draft)) return before;
  const { body: _, followRedirects: __, ...request } = toRequest(draft);
  const body = toBody(draft);
  return {
    ...request,
    ...(body === null ? {} : { body }),
    ...(before?.timeoutMs === undefined ? {} : { timeoutMs: before.timeoutMs }),
    ...(before?.followRedirects === undefined ? {} : { followRedirects: before.followRedirects }),
  };
}

const parts = ["method", "url", "headers", "contentType", "body", "auth"] as const;

const isSame = (one: RequestDraft, other: RequestDraft): boolean =>
  parts.every((part) => JSON.stringify(one[part]) === JSON.stringify(other[part]));

function toBody({ contentType, body }: RequestDraft): TestBody | null {
  if (contentType === "") return null;
  if (contentType === "application/json")
    return toJson(body) ?? { type: "text", text: body, contentType };
  if (contentType === "application/x-www-form-urlencoded") {
    const fields = toForm(body);
    if (fields !== null) return { type: "form", fields };
  }
  return { type: "text", text: body, contentType };
}

/** null where the text is not JSON, or where its numbers would lose digits. */
function toJson(text: string): TestBody | null {
  try {
    const value: unknown = JSON.parse(text);
    const bare = (json: string) => json.replaceAll(/\s+/g, "");
    return bare(JSON.stringify(value)) === bare(text) ? { type: "json", value } : null;
  } catch {
    return null;
  }
}

/** null where a name repeats. */
function toForm(text: string): Record<string, string> | null {
  const entries = [...new URLSearchParams(text)];
  const fields = Object.fromEntries(entries);
  return Object.keys(fields).length === entries.length ? fields : null;
}
