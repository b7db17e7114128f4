import type { ProblemCode } from "@lintel/contract/words/problems";
import type { HttpResponse } from "./http.types.ts";

/** A refusal as the service sent it; `code` is one that the operation declares. */
export interface ProblemRecord<Code extends string = ProblemCode> {
  readonly status: number;
  readonly code: Code;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly {
    readonly field: string;
    readonly code: string;
    readonly message: string;
  }[];
  /** A proxy or another server at the address wrote this, not the service. */
  readonly isForeign?: true;
  readonly [member: string]: unknown;
}

/** The problem in an answer without success. */
export function readProblem(response: HttpResponse): ProblemRecord {
  const mediaType = response.headers["content-type"] ?? "";
  const problem = mediaType.startsWith("application/problem+json")
    ? (parseJson(response.text) as Partial<ProblemRecord> | null | undefined)
    : undefined;
  return typeof problem?.code === "string" && typeof problem.detail === "string"
    ? (problem as ProblemRecord)
    : describeForeign(response);
}

/** Whether a body has the form of a problem. */
export function isProblem(value: unknown): value is ProblemRecord {
  if (typeof value !== "object" || value === null) return false;
  const { type, code, status } = value as Partial<Record<string, unknown>>;
  return (
    typeof type === "string" &&
    type.startsWith("urn:svc:problem:") &&
    typeof code === "string" &&
    typeof status === "number"
  );
}

const foreignCodes: Readonly<Record<number, ProblemCode>> = {
  404: "NOT_FOUND",
  429: "RATE_LIMITED",
};

/** The answer of a proxy: its text becomes the detail. */
export function describeForeign(response: HttpResponse): ProblemRecord {
  const target = response.headers["location"];
  return {
    status: response.status,
    code: foreignCodes[response.status] ?? "UNAVAILABLE",
    title: `HTTP ${response.status}`,
    detail: target === undefined ? toLine(response.text) : `It redirects to ${target}`,
    requestId: response.headers["x-request-id"] ?? "",
    isForeign: true,
  };
}

function toLine(text: string): string {
  const title = /<title[^>]*>([^<]*)</i.exec(text)?.[1];
  const words = title ?? text.slice(0, 10_000).replaceAll(/<[^>]*>/g, " ");
  return words.replaceAll(/\s+/g, " ").trim().slice(0, 300);
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
