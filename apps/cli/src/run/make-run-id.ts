import { randomUUID } from "node:crypto";

/**
 * A version 4 UUID (RFC 9562 §5.4). In its own file, because its dependency takes milliseconds to
 * load.
 */
export function makeRunId(): string {
  return randomUUID();
}
