import { AsyncLocalStorage } from "node:async_hooks";
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanKind,
  type TextMapPropagator,
  type Tracer,
} from "@opentelemetry/api";

export interface SpanOptions {
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** Milliseconds since 1970, where it began before now. */
  readonly startTime?: number;
}

/** Creates spans with an explicit parent. Nothing is stored globally for the process. */
export interface Tracing {
  /**
   * Begins a span of a trace that the caller may have begun (W3C Trace Context §3.2). Its `tracestate`
   * is left out: it may hold anything, and would be kept with every span.
   */
  receive(name: string, traceparent: string | undefined, options: SpanOptions): Span;
  /** Begins a span below another; null begins a trace. */
  begin(name: string, parent: Span | null, options: SpanOptions): Span;
  /** Runs a step, with all that it starts, inside a span. */
  within<T>(span: Span, step: () => T): T;
  /** The span that this runs in; null outside of all, and in what goes on after its span has ended. */
  current(): Span | null;
}

export function createTracing(tracer: Tracer, propagator: TextMapPropagator): Tracing {
  const spans = new AsyncLocalStorage<Span>();
  return {
    receive: (name, traceparent, options) =>
      tracer.startSpan(
        name,
        options,
        propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter),
      ),
    begin: (name, parent, options) =>
      tracer.startSpan(
        name,
        options,
        parent === null ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent),
      ),
    within: (span, step) => spans.run(span, step),
    current() {
      const span = spans.getStore();
      // A timer that a call has started goes on in the call's place when that is long over.
      return span?.isRecording() === true ? span : null;
    },
  };
}

/** Ends a span; `failure` is the kind of what went wrong, never its message, which may quote data. */
export function endSpan(span: Span, failure: string | null): void {
  if (failure !== null)
    span.setAttribute("error.type", failure).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
