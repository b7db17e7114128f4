import { randomUUID } from "node:crypto";

/** A version 4 UUID (RFC 9562 §5.4). Apart, since what it stands on takes milliseconds to load. */
export function makeRunId(): string {
  return randomUUID();
}
