/** A transaction whose cached state was out of date. It succeeds when it is run again. */
export class OutdatedError extends Error {}

/** Whether a transaction lost against another one and can be run again. */
export function isTransient(error: unknown): boolean {
  const code = readCode(error);
  const isLost = code === "40001" || code === "40P01" || error instanceof OutdatedError;
  return isLost || isStalePlan(error);
}

/**
 * Whether a prepared statement is stale because a newer node upgraded the schema. Detected by
 * PostgreSQL's routine name, because the code is shared and the message is translated.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && "routine" in error && error.routine === "RevalidateCachedQuery";
}

/** Whether a unique constraint was violated. */
export function isDuplicate(error: unknown): boolean {
  return readCode(error) === "23505";
}

/** The SQLSTATE of a database error, or the code of a broken connection; null for other errors. */
export function readCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  return lostInWords.some((words) => error.message.includes(words)) ? "08006" : null;
}

/** Messages of connection errors without a code. */
const lostInWords = [
  "Connection terminated",
  "is not queryable",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error",
  "PGlite is closed",
  "database could not be opened",
];
