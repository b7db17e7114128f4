import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../seams/seams.ts";
import type { Customer } from "../store/records.ts";
import { BookshopProblem } from "./problem.ts";

/** The parts of a request that the OpenAPI document describes. */
export interface CallShape {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** A validated request with its caller. */
export interface Call<S extends CallShape = CallShape> {
  params: S["params"];
  query: S["query"];
  body: S["body"];
  headers: IncomingHttpHeaders;
  caller: Caller;
  /** The address of the peer. */
  address: string;
  /** Path and query as they were sent. */
  url: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type Handle<S extends CallShape> = (call: Call<S>) => Answer | Promise<Answer>;
export type Handler = Handle<CallShape>;

/** Handlers by `operationId`. */
export type Handlers = Record<string, Handler>;

/** A handler for calls of a known shape, which the schemas of the document have validated. */
export function operation<S extends CallShape>(handle: Handle<S>): Handler {
  return (call) => handle(call as Call<S>);
}

/** A handler of an operation that only customers can call. */
export function customerOperation<S extends CallShape>(
  handle: (call: Call<S>, customer: Customer) => Answer | Promise<Answer>,
): Handler {
  return operation<S>((call) => {
    if (call.caller.kind === "customer") return handle(call, call.caller.customer);
    throw new BookshopProblem("FORBIDDEN", "Only customers can do this.");
  });
}

export function answerOk(body: unknown, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers, body };
}

export function answerCreated(
  location: string,
  body: unknown,
  headers: Record<string, string> = {},
): Answer {
  return { status: 201, headers: { ...headers, location }, body };
}

export function answerDone(): Answer {
  return { status: 204 };
}
