import { operations, type OperationName, type Operations } from "@lintel/contract/catalog";
import { isFile, type AnyOperation, type CallOf } from "@lintel/contract/operation";
import { codesOf } from "@lintel/contract/openapi-responses";
import { routes, type Route } from "@lintel/client/routes.generated";
import { isProblem } from "@lintel/client/problem-record";
import { toRequest } from "@lintel/client/to-request";
import type { Verdict } from "./verdict.ts";

/** The outcome of a call, as known to its caller. Times are milliseconds of Unix time. */
export interface Answer {
  /**
   * done: a complete response of 2xx. refused: a problem. broken: the connection closed, so that
   * the outcome is unknown. faulty: a response that no caller should get.
   */
  readonly kind: "done" | "refused" | "broken" | "faulty";
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | null;
  /** Of the headers, which can arrive before a response breaks off; null without headers. */
  readonly requestId: string | null;
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly sentAt: number;
  readonly endedAt: number;
}

export interface Caller {
  readonly verdict: Verdict;
  readonly url: string;
  readonly key: string;
}

/** The maximum time of a response except held runs, in milliseconds. */
const boundMs = 20_000;

/** Calls an operation once and checks the form of the response. */
export async function call<Name extends OperationName>(
  caller: Caller,
  name: Name,
  input: CallOf<Operations[Name]>,
): Promise<Answer> {
  const route: Route | undefined = routes[name];
  if (route === undefined) throw new Error(`${name} has no REST binding.`);
  const address = { baseUrl: caller.url, apiKey: caller.key };
  const request = toRequest(address, route, input as Readonly<Record<string, unknown>>);
  const sentAt = Date.now();
  let answer: Answer = {
    kind: "broken",
    status: 0,
    code: null,
    requestId: null,
    value: {},
    text: "",
    sentAt,
    endedAt: sentAt,
  };
  try {
    const { method, headers, body } = request;
    const signal = AbortSignal.timeout(boundMs);
    const response = await fetch(request.url, { method, headers, body, signal });
    const { status } = response;
    answer = { ...answer, status, requestId: response.headers.get("x-request-id") };
    const text = await response.text();
    const mediaType = response.headers.get("content-type") ?? "";
    answer = readAnswer(operations[name], { ...answer, text }, mediaType);
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") answer = fault(answer);
  }
  answer = { ...answer, endedAt: Date.now() };
  report(caller.verdict, name, answer);
  return answer;
}

function readAnswer(operation: AnyOperation, answer: Answer, mediaType: string): Answer {
  const { status, text } = answer;
  if (status >= 200 && status < 300) {
    if (operation.output === null || isFile(operation.output)) return { ...answer, kind: "done" };
    const value = parseRecord(text);
    if (value === null) return fault(answer);
    // A held call that failed after its headers: its outcome is unknown.
    return isProblem(value)
      ? { ...answer, kind: "broken", code: value.code }
      : { ...answer, kind: "done", value };
  }
  const problem = parseRecord(text);
  const code = String(problem?.["code"]);
  const isDeclared = codesOf(operation).some((declared) => declared === code);
  const isRefusal = mediaType.startsWith("application/problem+json");
  // An internal error has a declared code, but an outage does not excuse it.
  return problem !== null && isRefusal && isDeclared && code !== "INTERNAL_ERROR"
    ? { ...answer, kind: "refused", code, value: problem }
    : { ...fault(answer), code };
}

function fault(answer: Answer): Answer {
  return { ...answer, kind: "faulty" };
}

function report(verdict: Verdict, name: string, answer: Answer): void {
  verdict.count("calls");
  verdict.raise("longest call, ms", answer.endedAt - answer.sentAt);
  if (answer.kind === "broken") verdict.count("calls whose line broke");
  if (answer.kind === "refused") verdict.count(`calls refused with ${answer.code}`);
  if (answer.kind !== "faulty") return;
  const { status, code, requestId, text, sentAt, endedAt } = answer;
  const tookMs = endedAt - sentAt;
  const what = status === 0 || text === "" ? "has no end" : "is neither a problem nor complete";
  const shown = text.slice(0, 300);
  verdict.violate(`the answer to ${name} ${what}`, { requestId, status, code, tookMs, shown });
}

/** A JSON object or list; null if the text is neither. */
function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
