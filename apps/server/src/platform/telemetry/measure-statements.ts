import { SpanKind, type Attributes, type Meter } from "@opentelemetry/api";
import type { LogEvent } from "kysely";
import { readCode } from "../database/database-error.ts";
import { endSpan, type Tracing } from "./tracing.ts";

/** Seconds, as the semantic conventions advise for databases. */
const explicitBucketBoundaries = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Measures and traces every statement of a region, once it is over; not what begins and ends transactions. */
export function measureStatements(
  meter: Meter,
  tracing: Tracing | null,
  region: string,
): (event: LogEvent) => void {
  const duration = meter.createHistogram("db.client.operation.duration", {
    description: "Statements, from being handed to the database to their answer.",
    unit: "s",
    advice: { explicitBucketBoundaries },
  });
  const attributes = createAttributes(region);
  return (event) => {
    const { sql } = event.query;
    const failure = event.level === "error" ? (readCode(event.error) ?? "error") : null;
    const operation = nameOperation(sql);
    const seconds = event.queryDurationMillis / 1000;
    duration.record(seconds, attributes(operation, failure));
    const parent = tracing?.current() ?? null;
    if (tracing === null || parent === null) return;
    const span = tracing.begin(summarize(operation, sql), parent, {
      kind: SpanKind.CLIENT,
      startTime: Date.now() - event.queryDurationMillis,
      // The values are apart from the text, and stay there.
      attributes: { ...attributes(operation, failure), "db.query.text": sql },
    });
    endSpan(span, failure);
  };
}

/** The same object for the same statement, for making one costs as much as measuring. */
function createAttributes(region: string) {
  const made = new Map<string, Attributes>();
  return (operation: string, failure: string | null): Attributes => {
    const key = failure === null ? operation : `${operation} ${failure}`;
    let attributes = made.get(key);
    if (attributes === undefined) {
      attributes = {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "lintel.region": region,
        ...(failure === null ? {} : { "error.type": failure }),
      };
      made.set(key, attributes);
    }
    return attributes;
  };
}

const operations = new Set("select insert update delete with".split(" "));

function nameOperation(sql: string): string {
  const end = sql.indexOf(" ");
  const word = (end < 0 ? sql : sql.slice(0, end)).toLowerCase();
  return operations.has(word) ? word.toUpperCase() : "_OTHER";
}

function summarize(operation: string, sql: string): string {
  const table = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql)?.[1];
  return table === undefined ? operation : `${operation} ${table}`;
}
